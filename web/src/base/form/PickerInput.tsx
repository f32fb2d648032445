import type { AutocompleteRenderInputParams } from '@mui/material/Autocomplete'
import CircularProgress from '@mui/material/CircularProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import type { Ref } from 'react'
import type { FieldAria } from './Field.tsx'

type Props = {
  params: AutocompleteRenderInputParams
  wiring: FieldAria
  inputRef: Ref<HTMLInputElement>
  placeholder: string
  autoFocus?: boolean
  searching?: boolean
}

/** The text input of a picker, with a spinner during the search. */
export const PickerInput = (props: Props) => {
  const { params, wiring, inputRef, placeholder, autoFocus = false, searching = false } = props
  const { input, htmlInput } = params.slotProps
  return (
    <OutlinedInput
      {...input}
      fullWidth
      inputRef={inputRef}
      autoFocus={autoFocus}
      placeholder={placeholder}
      slotProps={{ input: { ...htmlInput, ...wiring, spellCheck: false } }}
      endAdornment={
        <>
          {searching && <CircularProgress size={16} aria-label="Searching" sx={{ mr: 1 }} />}
          {input.endAdornment}
        </>
      }
    />
  )
}
