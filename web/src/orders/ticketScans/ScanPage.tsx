import type { ScanPurpose } from '@our-print/contract/orders/ticketScans.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { plainDigits } from '@our-print/contract/plainPhone.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { useAddressQuery } from '../../base/list/useAddressQuery.ts'
import { BackBar } from '../../base/page/BackBar.tsx'
import { useNavigate } from '../../base/router/router.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input, SelectField } from '../../base/ui/Input.tsx'
import { Row } from '../../base/ui/Layout.tsx'
import { signedInId } from '../../people/session/session.ts'
import { CameraView } from './CameraView.tsx'
import { useDeskScanner } from './deskScanner.ts'
import { RoundList } from './RoundList.tsx'
import { ScanAnswer } from './ScanAnswer.tsx'
import styles from './ScanPage.module.css'
import { useScans } from './useScans.ts'
import { useWakeLock } from './useWakeLock.ts'

type Use = { purpose: ScanPurpose; label: string; hint: string; byFloor?: true }

const handOver: Use = {
  purpose: 'hand_over',
  label: 'Hand over',
  hint: 'Scan each bundle that leaves. It goes out for delivery.',
}
const uses: readonly Use[] = [
  handOver,
  {
    purpose: 'shelf',
    label: 'Shelf',
    hint: 'Scan the label of the shelf, then the job tickets that lie there.',
  },
  { purpose: 'press', label: 'Open', hint: 'Scan a job ticket to open its order.', byFloor: true },
]

/** On a desk a camera that starts by itself is a surprise; a phone was taken out to use it. */
const hasTouch = () => window.matchMedia?.('(pointer: coarse)').matches ?? false

/** Job tickets scanned with a camera, a desk scanner or by hand: at the door, at the shelf, at the press. */
export function ScanPage() {
  const [changes, prints, assigns] = [useCan('orders'), useCan('floor'), useCan('assign')]
  const handsOver = changes && assigns
  const navigate = useNavigate()
  const [search, write] = useAddressQuery()
  const [isCameraOn, setCameraOn] = useState(hasTouch)
  const open = uses.filter(({ byFloor }) => prints || !byFloor)
  const { purpose, hint } = open.find((one) => one.purpose === search.get('for')) ?? handOver
  const courier = search.get('courier') || undefined
  const expected_order = search.get('order') ?? undefined
  const scans = useScans({
    purpose,
    courier: handsOver ? courier : undefined,
    expected_order,
    onFound: (order) => navigate(`/order/${order}`),
  })
  useDeskScanner(scans.scan)
  useWakeLock()
  const change = (name: string, value: string) => write({ [name]: value }, { replace: true })

  return (
    <div className={styles.screen}>
      <BackBar
        title="Scan"
        home="/dashboard"
        action={
          (changes || prints) && (
            <Button look="plain" to="/ticket_scans">
              All scans
            </Button>
          )
        }
      />
      <main className={styles.main}>
        <CameraView isOn={isCameraOn} onSwitch={setCameraOn} onCode={scans.scan} />
        <div className={styles.side}>
          <fieldset aria-label="What for" className={styles.uses}>
            {open.map((one) => (
              <Button
                key={one.purpose}
                aria-pressed={one.purpose === purpose}
                onClick={() => change('for', one.purpose)}
              >
                {one.label}
              </Button>
            ))}
          </fieldset>
          <div className={styles.hint}>{hint}</div>
          {purpose === 'shelf' && (
            <ShelfPlace place={scans.place} onForget={scans.forgetPlace} isAdmin={changes || prints} />
          )}
          {purpose === 'hand_over' && handsOver && (
            <Couriers value={courier ?? ''} onChange={(id) => change('courier', id)} />
          )}
          <TypeCode
            label={purpose === 'shelf' ? 'Order number or shelf place' : 'Order number'}
            isNumber={purpose !== 'shelf'}
            onType={scans.type}
          />
          {purpose === 'hand_over' && (
            <RoundList courier={handsOver ? courier : signedInId()} out={scans.out} />
          )}
        </div>
      </main>
      {scans.shown && <ScanAnswer key={scans.shown.place} shown={scans.shown} onDismiss={scans.dismiss} />}
    </div>
  )
}

type ShelfProps = { place: string | null; onForget: () => void; isAdmin: boolean }

const ShelfPlace = ({ place, onForget, isAdmin }: ShelfProps) => (
  <Row gap={3} wrap>
    <output className={styles.shelf}>
      {place ? (
        <>
          Shelf <b>{place}</b>
        </>
      ) : (
        'No shelf yet'
      )}
    </output>
    {place && <Button onClick={onForget}>Another shelf</Button>}
    {isAdmin && <Button to="/shelf_labels">Print labels</Button>}
  </Row>
)

/** The courier at the door: then an order of another one is refused. */
function Couriers({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const staff = useRead(listStaff, {
    querystring: { is_active: 'true', is_superuser: 'false', limit: '100', ordering: 'full_name' },
  })
  const options = (staff.data?.results ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))
  return (
    <SelectField
      label="Delivery staff at the door"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'The one who has the order' }, ...options]}
      error={staff.error?.message}
    />
  )
}

type Props = { label: string; isNumber: boolean; onType: (text: string) => void }

/** The last resort: the number typed by hand. A scanner that types into the field works, too. */
function TypeCode({ label, isNumber, onType }: Props) {
  const [text, setText] = useState('')
  return (
    <form
      className={styles.type}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onType(plainDigits(text))
        setText('')
      }}
    >
      <Field label={label}>
        {(wiring) => (
          <Input
            {...wiring}
            size="large"
            inputMode={isNumber ? 'numeric' : 'text'}
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="large">
        Enter
      </Button>
    </form>
  )
}
