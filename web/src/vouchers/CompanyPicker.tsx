import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import OutlinedInput from '@mui/material/OutlinedInput'
import { type Client, listClients } from '@our-print/contract/clients.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { query } from '../shared/api.ts'
import { Field } from '../shared/Field.tsx'
import { phone, plural } from '../shared/format.ts'
import { useFieldError } from '../shared/formErrors.ts'
import { useDebounced } from '../shared/useDebounced.ts'

export type Company = { id: string; name: string } & Partial<Pick<Client, 'contact' | 'vouchers'>>

type Props = {
  name: string
  label?: string
  autoFocus?: boolean
  disabled?: boolean
  hint?: string
}

/** Finds a company by its name or phone; the form's field holds its id and name, or null. */
export function CompanyPicker({ name, label = 'Company', autoFocus = false, disabled = false, hint }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const value = (field.value ?? null) as Company | null
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')

  // A name that stands in the field because it was chosen is no search: all are offered again.
  const wanted = typed.trim() === value?.name ? '' : typed.trim().slice(0, 200)
  const search = useDebounced(wanted)
  const found = useQuery({
    ...query(listClients, { querystring: { limit: '50', query: search } }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const busy = found.isFetching || wanted !== search
  // Until the answer is there only those of the last one stand that fit what is typed: Enter must not take another.
  const settled = wanted === search && !found.isPlaceholderData
  const all: readonly Company[] = found.data?.results ?? []
  const companies = settled ? all : all.filter((company) => fits(company, wanted))
  const more = settled ? (found.data?.count ?? 0) - all.length : 0

  return (
    <Field
      label={label}
      error={error}
      hint={more > 0 && open ? `${plural(more, 'more match', 'more match')}: keep typing to find them` : hint}
    >
      {(wiring) => (
        <Autocomplete<Company>
          id={wiring.id}
          size="small"
          fullWidth
          autoHighlight
          handleHomeEndKeys
          disabled={disabled}
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          value={value}
          options={companies}
          // The server has searched already, over the phone, too.
          filterOptions={(options) => options}
          getOptionLabel={(company) => company.name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, company) => field.onChange(company)}
          onBlur={field.onBlur}
          // Outside the dialog and the page's landmarks, so it is one.
          slotProps={{ paper: { role: 'region', 'aria-label': label } }}
          loading={busy}
          loadingText="Loading..."
          noOptionsText={found.isError ? <Unreachable message={found.error.message} /> : <Nobody />}
          renderOption={({ key, ...option }, company) => (
            <Box component="li" {...option} key={key}>
              <Option company={company} />
            </Box>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              inputRef={field.ref}
              autoFocus={autoFocus}
              placeholder="Type a name or phone"
              slotProps={{ input: { ...slotProps.htmlInput, ...wiring, spellCheck: false } }}
              endAdornment={
                <>
                  {open && busy && <CircularProgress size={16} aria-label="Searching" sx={{ mr: 1 }} />}
                  {slotProps.input.endAdornment}
                </>
              }
            />
          )}
        />
      )}
    </Field>
  )
}

const fits = ({ name, contact }: Company, words: string) =>
  `${name}\n${contact ?? ''}`.toLowerCase().includes(words.toLowerCase())

const quiet = { typography: 'caption', color: 'text.secondary' } as const

const Option = ({ company: { name, contact, vouchers } }: { company: Company }) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{name}</Box>
      {contact && <Box sx={quiet}>{phone(contact)}</Box>}
    </Box>
    {vouchers && (
      <Box sx={{ ...quiet, whiteSpace: 'nowrap' }}>
        {vouchers.available === 0 ? 'No codes left' : plural(vouchers.available, 'code')}
      </Box>
    )}
  </Box>
)

const Nobody = () => (
  <>
    <Box sx={{ color: 'text.primary' }}>No company found</Box>
    <Box sx={{ typography: 'caption' }}>
      Add it on the{' '}
      <Link
        component={RouterLink}
        to="/client_companies/create"
        target="_blank"
        rel="noopener"
        onMouseDown={(event) => event.stopPropagation()}
      >
        Companies
      </Link>{' '}
      screen first.
    </Box>
  </>
)

const Unreachable = ({ message }: { message: string }) => (
  <Box role="alert">Companies could not be loaded. {message}</Box>
)
