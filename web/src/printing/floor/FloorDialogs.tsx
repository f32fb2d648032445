import { shelfPlacePattern } from '@our-print/contract/orders/scannedText.ts'
import { plainNumber } from '@our-print/contract/plainPhone.ts'
import type { FloorOrder } from '@our-print/contract/printing/floor.ts'
import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '../../base/ui/Button.tsx'
import { Dialog } from '../../base/ui/Dialog.tsx'
import { Field } from '../../base/ui/Field.tsx'
import { Input } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './FloorDialogs.module.css'
import { floorKeys } from './floorActions.ts'
import { KeyCap } from './KeyCap.tsx'

export type FloorQuestion = 'shelf' | 'reprint' | 'by_hand' | 'keys'

type Props = {
  question: FloorQuestion
  order: FloorOrder | undefined
  onClose: () => void
  onShelf: (place: string | null) => void
  onReprint: (from: number, reason: string) => void
  onByHand: () => void
}

/** The few questions of the floor, each answered with the keyboard: type, Enter; Escape changes nothing. */
export default function FloorDialogs({ question, order, onClose, onShelf, onReprint, onByHand }: Props) {
  if (question === 'keys') return <KeysDialog onClose={onClose} />
  if (!order) return null
  if (question === 'shelf') return <ShelfDialog order={order} onClose={onClose} onDone={onShelf} />
  if (question === 'reprint') return <ReprintDialog order={order} onClose={onClose} onDone={onReprint} />
  return (
    <Question
      title={`Order ${order.number} was printed by hand`}
      action="Done by hand"
      focusAction
      onClose={onClose}
      onSubmit={onByHand}
    >
      All its sides count as printed. Nothing is sent to a printer.
    </Question>
  )
}

type QuestionProps = {
  title: string
  action: string
  focusAction?: boolean
  onClose: () => void
  onSubmit: () => void
  children: ReactNode
}

const Question = ({ title, action, focusAction = false, onClose, onSubmit, children }: QuestionProps) => (
  <Dialog
    title={title}
    onClose={onClose}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
    actions={
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" autoFocus={focusAction}>
          {action}
        </Button>
      </>
    }
  >
    <Stack gap={4}>{children}</Stack>
  </Dialog>
)

type ShelfProps = { order: FloorOrder; onClose: () => void; onDone: (place: string | null) => void }

function ShelfDialog({ order, onClose, onDone }: ShelfProps) {
  const [typed, setTyped] = useState(order.shelf_place ?? '')
  const [error, setError] = useState<string>()
  const submit = () => {
    // A scanner types the whole label.
    const place = typed
      .trim()
      .toUpperCase()
      .replace(/^SHELF[^A-Z0-9]/, '')
    if (place && !shelfPlacePattern.test(place)) setError('Up to 10 letters and digits, such as B3')
    else onDone(place || null)
  }
  return (
    <Question
      title={`Shelf place of order ${order.number}`}
      action="Save"
      onClose={onClose}
      onSubmit={submit}
    >
      <Field label="Shelf place" hint="Type it, or scan the label. Empty: on no shelf." error={error}>
        {(wiring) => (
          <Input
            {...wiring}
            size="large"
            autoFocus
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
          />
        )}
      </Field>
    </Question>
  )
}

type ReprintProps = { order: FloorOrder; onClose: () => void; onDone: (from: number, reason: string) => void }

function ReprintDialog({ order, onClose, onDone }: ReprintProps) {
  const { document = '' } = order.job ?? {}
  const [from, setFrom] = useState('1')
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<{ from?: string; reason?: string }>({})
  const submit = () => {
    const side = Number(plainNumber(from))
    const wrong = {
      ...(!(Number.isInteger(side) && side >= 1) && { from: 'A whole number from 1 on' }),
      ...(!reason.trim() && { reason: 'This field is Required' }),
    }
    setProblem(wrong)
    if (Object.keys(wrong).length === 0) onDone(side, reason.trim())
  }
  return (
    <Question
      title={`Print order ${order.number} again`}
      action="Reprint"
      onClose={onClose}
      onSubmit={submit}
    >
      <Text as="p">{document}: one copy</Text>
      <Field label="From printed side" error={problem.from}>
        {(wiring) => (
          <Input
            {...wiring}
            autoFocus
            value={from}
            onChange={(event) => setFrom(event.target.value)}
            inputMode="numeric"
            maxLength={6}
          />
        )}
      </Field>
      <Field label="Reason" hint="Such as: jam, streaks, wrong paper" error={problem.reason}>
        {(wiring) => (
          <Input
            {...wiring}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={200}
          />
        )}
      </Field>
    </Question>
  )
}

const KeysDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="Keys"
    onClose={onClose}
    actions={
      <Button look="primary" onClick={onClose} autoFocus>
        Close
      </Button>
    }
  >
    <dl className={styles.keys}>
      {floorKeys.map(({ key, what }) => (
        <Fragment key={key}>
          <dt>
            <KeyCap>{key}</KeyCap>
          </dt>
          <dd>{what}</dd>
        </Fragment>
      ))}
    </dl>
  </Dialog>
)
