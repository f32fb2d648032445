import { type MouseEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../base/ui/Button.tsx'
import { longestTyped, noteWithReason, type Reason } from './orderTexts.ts'
import styles from './ReasonButtons.module.css'

type Props = {
  reasons: readonly Reason[]
  isPending: boolean
  /** Makes the move with this note. */
  onNote: (note: string) => Promise<unknown>
}

/** The usual reasons: one tap makes the move, with the note that was typed, if any. */
export function ReasonButtons({ reasons, isPending, onNote }: Props) {
  const form = useFormContext<{ note: string }>()
  const [chosen, setChosen] = useState<string>()

  function choose(reason: string, { detail }: MouseEvent) {
    // The second tap of two was meant for the button that opened this dialog.
    if (detail > 1) return
    const typed = form.getValues('note')
    if (typed.length > longestTyped) {
      form.setError('note', { message: `At most ${longestTyped} characters` })
      return
    }
    setChosen(reason)
    void onNote(noteWithReason(reason, typed)).finally(() => setChosen(undefined))
  }

  return (
    <fieldset aria-label="Reason" className={styles.reasons}>
      {reasons.map(({ stored, label }) => (
        <Button
          key={stored}
          tone="warning"
          loading={chosen === stored}
          disabled={isPending || chosen !== undefined}
          onClick={(event) => choose(stored, event)}
        >
          {label}
        </Button>
      ))}
    </fieldset>
  )
}
