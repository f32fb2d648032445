import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type MouseEvent, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { longestTyped, noteWithReason } from './orderTexts.ts'

type Props = {
  reasons: readonly string[]
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
    <Box
      component="fieldset"
      aria-label="Reason"
      sx={{
        m: 0,
        p: 0,
        border: 0,
        minWidth: 0,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      }}
    >
      {reasons.map((reason) => (
        <Button
          key={reason}
          variant="outlined"
          color="warning"
          loading={chosen === reason}
          disabled={isPending || chosen !== undefined}
          onClick={(event) => choose(reason, event)}
          sx={{ minHeight: { xs: 56, sm: 40 }, bgcolor: 'background.paper' }}
        >
          {reason}
        </Button>
      ))}
    </Box>
  )
}
