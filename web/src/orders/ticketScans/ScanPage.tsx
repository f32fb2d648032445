import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import OutlinedInput from '@mui/material/OutlinedInput'
import Typography from '@mui/material/Typography'
import type { ScanPurpose } from '@our-print/contract/orders/ticketScans.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { useState } from 'react'
import { Link as RouterLink, useNavigate, useSearchParams } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import { ArrowBack } from '../../base/icons/screens.tsx'
import { SecondaryButton } from '../../base/page/Page.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { signedInId, useRole } from '../../people/session/session.ts'
import { CameraView } from './CameraView.tsx'
import { useDeskScanner } from './deskScanner.ts'
import { RoundList } from './RoundList.tsx'
import { ScanAnswer } from './ScanAnswer.tsx'
import { useScans } from './useScans.ts'
import { useWakeLock } from './useWakeLock.ts'

type Use = { purpose: ScanPurpose; label: string; hint: string; adminOnly?: true }

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
  { purpose: 'press', label: 'Open', hint: 'Scan a job ticket to open its order.', adminOnly: true },
]

/** On a desk a camera that starts by itself is a surprise; a phone was taken out to use it. */
const hasTouch = () => window.matchMedia?.('(pointer: coarse)').matches ?? false

/** Job tickets scanned with a camera, a desk scanner or by hand: at the door, at the shelf, at the press. */
export function ScanPage() {
  const admin = useRole() === 'admin'
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const [isCameraOn, setCameraOn] = useState(hasTouch)
  const open = uses.filter(({ adminOnly }) => admin || !adminOnly)
  const { purpose, hint } = open.find((one) => one.purpose === search.get('for')) ?? handOver
  const courier = search.get('courier') || undefined
  const expected_order = search.get('order') ?? undefined
  const scans = useScans({
    purpose,
    courier: admin ? courier : undefined,
    expected_order,
    onFound: (order) => void navigate(`/order/${order}`),
  })
  useDeskScanner(scans.scan)
  useWakeLock()
  const change = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true })
  }
  const back = () => void (window.history.length > 1 ? navigate(-1) : navigate('/dashboard'))

  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box component="header" sx={bar}>
        <Button color="inherit" startIcon={<ArrowBack />} onClick={back}>
          Back
        </Button>
        <Typography
          variant="subtitle1"
          component="h1"
          sx={{ flex: 1, textAlign: 'center', pr: admin ? 0 : 10 }}
        >
          Scan
        </Typography>
        {admin && (
          <Button color="inherit" component={RouterLink} to="/ticket_scans">
            All scans
          </Button>
        )}
      </Box>
      <Box component="main" sx={layout}>
        <CameraView isOn={isCameraOn} onSwitch={setCameraOn} onCode={scans.scan} />
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start', p: { xs: 2, md: 0 }, minWidth: 0 }}>
          <Box
            component="fieldset"
            aria-label="What for"
            sx={{ display: 'flex', gap: 1, m: 0, p: 0, border: 0 }}
          >
            {open.map((one) => (
              <Button
                key={one.purpose}
                variant={one.purpose === purpose ? 'contained' : 'outlined'}
                color={one.purpose === purpose ? 'primary' : 'inherit'}
                aria-pressed={one.purpose === purpose}
                onClick={() => change('for', one.purpose)}
                sx={{ flex: 1, minHeight: 56, fontSize: '1rem' }}
              >
                {one.label}
              </Button>
            ))}
          </Box>
          <Box sx={{ color: 'text.secondary', fontSize: '1rem' }}>{hint}</Box>
          {purpose === 'shelf' && (
            <ShelfPlace place={scans.place} onForget={scans.forgetPlace} isAdmin={admin} />
          )}
          {purpose === 'hand_over' && admin && (
            <Couriers value={courier ?? ''} onChange={(id) => change('courier', id)} />
          )}
          <TypeCode
            label={purpose === 'shelf' ? 'Order number or shelf place' : 'Order number'}
            isNumber={purpose !== 'shelf'}
            onType={scans.type}
          />
          {purpose === 'hand_over' && <RoundList courier={admin ? courier : signedInId()} out={scans.out} />}
        </Box>
      </Box>
      {scans.shown && <ScanAnswer key={scans.shown.place} shown={scans.shown} onDismiss={scans.dismiss} />}
    </Box>
  )
}

type ShelfProps = { place: string | null; onForget: () => void; isAdmin: boolean }

const ShelfPlace = ({ place, onForget, isAdmin }: ShelfProps) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
    <Box component="output" sx={{ flex: 1, fontSize: '1.25rem' }}>
      {place ? (
        <>
          Shelf <b>{place}</b>
        </>
      ) : (
        'No shelf yet'
      )}
    </Box>
    {place && <SecondaryButton onClick={onForget}>Another shelf</SecondaryButton>}
    {isAdmin && (
      <SecondaryButton component={RouterLink} to="/shelf_labels">
        Print labels
      </SecondaryButton>
    )}
  </Box>
)

/** The courier at the door: then an order of another one is refused. */
function Couriers({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const staff = useRead(listStaff, {
    querystring: { is_active: 'true', is_superuser: 'false', limit: '100', ordering: 'full_name' },
  })
  const options = (staff.data?.results ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))
  return (
    <SelectField
      label="Courier at the door"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'The one who has the order' }, ...options]}
      error={staff.error?.message}
    />
  )
}

const bar = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  px: { xs: 1, sm: 2 },
  minHeight: 56,
  borderBottom: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const

const layout = {
  flex: 1,
  display: 'grid',
  alignContent: 'start',
  gap: { md: 3 },
  p: { md: 3 },
  width: 1,
  maxWidth: 1100,
  mx: 'auto',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
} as const

type Props = { label: string; isNumber: boolean; onType: (text: string) => void }

/** The last resort: the number typed by hand. A scanner that types into the field works, too. */
function TypeCode({ label, isNumber, onType }: Props) {
  const [text, setText] = useState('')
  return (
    <Box
      component="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() === '') return
        onType(text)
        setText('')
      }}
      sx={{ display: 'flex', gap: 1, alignItems: 'flex-end' }}
    >
      <Field label={label}>
        {(wiring) => (
          <OutlinedInput
            value={text}
            onChange={(event) => setText(event.target.value)}
            slotProps={{
              input: {
                ...wiring,
                inputMode: isNumber ? 'numeric' : 'text',
                autoComplete: 'off',
                autoCapitalize: 'characters',
                maxLength: 500,
              },
            }}
            sx={{ minHeight: 48, fontSize: '1.125rem' }}
          />
        )}
      </Field>
      <SecondaryButton type="submit" sx={{ minHeight: 48, minWidth: 72 }}>
        Enter
      </SecondaryButton>
    </Box>
  )
}
