import Autocomplete from '@mui/material/Autocomplete'
import { listClients } from '@our-print/contract/rewards/clients.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { query } from '../../base/api/api.ts'
import { Field } from '../../base/form/Field.tsx'
import { useFieldError } from '../../base/form/formErrors.ts'
import { PickerInput } from '../../base/form/PickerInput.tsx'
import { useDebounced } from '../../base/form/useDebounced.ts'
import { includesFolded } from '../../base/format/foldText.ts'

type Props = { name: string; label: string; autoFocus?: boolean }

/** Input for a company's name. Suggests the shop's companies, but accepts any text. */
export function CompanyInput({ name, label, autoFocus = false }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [open, setOpen] = useState(false)
  const typed = String(field.value ?? '')
  const searchText = useDebounced(typed.trim().slice(0, 200))
  // If the suggestions fail to load, the name can still be typed.
  const found = useQuery({
    ...query(listClients, { querystring: { limit: '10', ...(searchText && { query: searchText }) } }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const names = [...new Set((found.data?.results ?? []).map((client) => client.name))]
  const matching = names.filter((one) => includesFolded(one, typed))

  return (
    <Field label={label} error={error}>
      {(wiring) => (
        <Autocomplete<string, false, true, true>
          id={wiring.id}
          size="small"
          fullWidth
          freeSolo
          disableClearable
          open={open && matching.length > 0}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          inputValue={typed}
          onInputChange={(_, text, reason) => {
            if (reason !== 'reset') field.onChange(text)
          }}
          onChange={(_, chosen) => field.onChange(chosen)}
          onBlur={field.onBlur}
          options={matching}
          filterOptions={(all) => all}
          slotProps={{ paper: { role: 'region', 'aria-label': 'Suggestions' } }}
          renderInput={(params) => (
            <PickerInput
              params={params}
              wiring={wiring}
              inputRef={field.ref}
              autoFocus={autoFocus}
              placeholder="Type a name"
            />
          )}
        />
      )}
    </Field>
  )
}
