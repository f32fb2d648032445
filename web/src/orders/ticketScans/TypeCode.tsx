import Box from '@mui/material/Box'
import OutlinedInput from '@mui/material/OutlinedInput'
import { useState } from 'react'
import { Field } from '../../base/form/Field.tsx'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'

type Props = { label: string; isNumber: boolean; onType: (text: string) => void }

/** The last resort: the number typed by hand. A scanner that types into the field works, too. */
export function TypeCode({ label, isNumber, onType }: Props) {
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
