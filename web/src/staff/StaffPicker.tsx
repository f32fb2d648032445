import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import Link from '@mui/material/Link'
import OutlinedInput from '@mui/material/OutlinedInput'
import { listStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { Link as RouterLink } from 'react-router'
import { query } from '../shared/api.ts'
import { Field } from '../shared/Field.tsx'
import { phone, plural } from '../shared/format.ts'
import { useFieldError } from '../shared/formErrors.ts'
import { useDebounced } from '../shared/useDebounced.ts'

type Person = Pick<StaffUser, 'id' | 'full_name'> &
  Partial<Pick<StaffUser, 'mobile' | 'open_orders' | 'is_superuser'>>

type Props = {
  name: string
  label?: string
  /** Who stands in the field from the start: the form knows the id alone. */
  current?: Person | null
  /** Super admins can be chosen, too: for what is not a delivery. */
  everyone?: boolean
  /** Who cannot be chosen: whoever gives something away. */
  except?: string
  placeholder?: string
  hint?: string
  autoFocus?: boolean
}

/** Finds an active delivery staff user by typing a name, email or mobile; the form's field holds the id. */
export function StaffPicker({
  name,
  label = 'Delivery staff',
  current = null,
  everyone = false,
  except,
  placeholder = 'Type a name, email or mobile',
  hint,
  autoFocus = false,
}: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Person | null>(null)
  const [typed, setTyped] = useState('')
  const value = [chosen, current].find((person) => person && person.id === field.value) ?? null

  // A name that stands in the field because it was chosen is no search: all are offered again.
  const wanted = typed.trim() === value?.full_name ? '' : typed.trim().slice(0, 200)
  const search = useDebounced(wanted)
  const couriers = everyone ? {} : ({ is_superuser: 'false' } as const)
  const filter = { is_active: 'true', limit: '50', query: search, ...couriers } as const
  const found = useQuery({
    ...query(listStaff, { querystring: filter }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const busy = found.isFetching || wanted !== search
  const results = (found.data?.results ?? []).filter(({ id }) => id !== except)
  // Until the answer is there only those of the last one stand that fit what is typed: Enter must not take another.
  const settled = wanted === search && !found.isPlaceholderData
  const staff: readonly Person[] = settled ? results : results.filter((person) => fits(person, wanted))
  const more = settled ? (found.data?.count ?? 0) - (found.data?.results.length ?? 0) : 0

  return (
    <Field
      label={label}
      error={error}
      hint={more > 0 && open ? `${plural(more, 'more match', 'more match')}: keep typing to find them` : hint}
    >
      {(wiring) => (
        <Autocomplete<Person>
          id={wiring.id}
          size="small"
          fullWidth
          autoHighlight
          handleHomeEndKeys
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          value={value}
          options={staff}
          // The server has searched already, over more than the name.
          filterOptions={(people) => people}
          getOptionLabel={({ full_name }) => full_name}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, person) => {
            setChosen(person)
            field.onChange(person?.id ?? '')
          }}
          onBlur={field.onBlur}
          // Outside the dialog and the page's landmarks, so it is one.
          slotProps={{ paper: { role: 'region', 'aria-label': label } }}
          loading={busy}
          loadingText="Loading..."
          noOptionsText={found.isError ? <Unreachable message={found.error.message} /> : <Nobody />}
          renderOption={({ key, ...option }, person) => (
            <Box component="li" {...option} key={key}>
              <Option person={person} />
            </Box>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              inputRef={field.ref}
              autoFocus={autoFocus}
              placeholder={placeholder}
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

const fits = ({ full_name, email, mobile }: StaffUser, words: string) =>
  `${full_name}\n${email}\n${mobile ?? ''}`.toLowerCase().includes(words.toLowerCase())

const Option = ({ person: { full_name, mobile, open_orders, is_superuser } }: { person: Person }) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: '100%', minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0 }}>
      <Box sx={{ overflowWrap: 'anywhere' }}>{full_name}</Box>
      <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
        {mobile ? phone(mobile) : 'No mobile'}
      </Box>
    </Box>
    {open_orders !== undefined && (
      <Box sx={{ typography: 'caption', color: 'text.secondary', whiteSpace: 'nowrap' }}>
        {is_superuser
          ? 'Super admin'
          : open_orders === 0
            ? 'No open orders'
            : plural(open_orders, 'open order')}
      </Box>
    )}
  </Box>
)

const Nobody = () => (
  <>
    <Box sx={{ color: 'text.primary' }}>No staff user found</Box>
    <Box sx={{ typography: 'caption' }}>
      Add one on the{' '}
      <Link
        component={RouterLink}
        to="/staff_users"
        target="_blank"
        rel="noopener"
        onMouseDown={(event) => event.stopPropagation()}
      >
        Staff Users
      </Link>{' '}
      screen. Only active staff can be chosen.
    </Box>
  </>
)

const Unreachable = ({ message }: { message: string }) => (
  <Box role="alert">Staff could not be loaded. {message}</Box>
)
