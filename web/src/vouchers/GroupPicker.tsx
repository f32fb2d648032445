import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import CircularProgress from '@mui/material/CircularProgress'
import OutlinedInput from '@mui/material/OutlinedInput'
import { listVoucherGroups, type VoucherGroup } from '@our-print/contract/vouchers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { query } from '../shared/api.ts'
import { showDay } from '../shared/dates.ts'
import { Field } from '../shared/Field.tsx'
import { coins, count, plural } from '../shared/format.ts'
import { useFieldError } from '../shared/formErrors.ts'
import { useDebounced } from '../shared/useDebounced.ts'

type Props = {
  name: string
  value: VoucherGroup | null
  onChange: (group: VoucherGroup | null) => void
  autoFocus?: boolean
}

/** Finds a voucher that can still be bought, by company, detail or cost; the form's field holds the group's id. */
export function GroupPicker({ name, value, onChange, autoFocus = false }: Props) {
  const { control } = useFormContext()
  const { field } = useController({ name, control })
  const error = useFieldError(name)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')

  // What stands in the field because it was chosen is no search: all are offered again.
  const wanted = value && typed === nameOf(value) ? '' : typed.trim().slice(0, 200)
  const search = useDebounced(wanted)
  const found = useQuery({
    ...query(listVoucherGroups, { querystring: { available: 'true', limit: '50', query: search } }),
    enabled: open,
    placeholderData: keepPreviousData,
  })
  const busy = found.isFetching || wanted !== search
  const settled = wanted === search && !found.isPlaceholderData
  const groups = found.data?.results ?? []
  const more = settled ? (found.data?.count ?? 0) - groups.length : 0

  return (
    <Field
      label="Voucher"
      error={error}
      hint={
        more > 0 && open ? `${plural(more, 'more match', 'more match')}: keep typing to find them` : undefined
      }
    >
      {(wiring) => (
        <Autocomplete<VoucherGroup>
          id={wiring.id}
          size="small"
          fullWidth
          autoHighlight
          handleHomeEndKeys
          open={open}
          onOpen={() => setOpen(true)}
          onClose={() => setOpen(false)}
          value={value}
          // Until the answer is there nothing of another search stands: Enter must not take it.
          options={settled ? groups : []}
          // The server has searched already, over more than the name.
          filterOptions={(options) => options}
          getOptionLabel={nameOf}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          onInputChange={(_, text) => setTyped(text)}
          onChange={(_, group) => {
            onChange(group)
            field.onChange(group?.id ?? '')
          }}
          onBlur={field.onBlur}
          // Outside the dialog and the page's landmarks, so it is one.
          slotProps={{ paper: { role: 'region', 'aria-label': 'Vouchers with codes left' } }}
          loading={busy}
          loadingText="Loading..."
          noOptionsText={
            found.isError ? (
              <Box role="alert">Vouchers could not be loaded. {found.error.message}</Box>
            ) : wanted ? (
              'No voucher with codes left matches this'
            ) : (
              'No voucher has codes left'
            )
          }
          renderOption={({ key, ...option }, group) => (
            <Box component="li" {...option} key={key}>
              <Option group={group} />
            </Box>
          )}
          renderInput={({ slotProps }) => (
            <OutlinedInput
              {...slotProps.input}
              fullWidth
              inputRef={field.ref}
              autoFocus={autoFocus}
              placeholder="Type a company, detail or cost"
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

const nameOf = ({ client_name, voucher_detail }: VoucherGroup) => `${client_name}, ${voucher_detail}`

const quiet = { typography: 'caption', color: 'text.secondary' } as const

const Option = ({ group }: { group: VoucherGroup }) => (
  <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, width: 1, minWidth: 0 }}>
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      {group.voucher_detail}
      <Box sx={quiet}>
        {group.client_name} · until {showDay(group.expiry_date)}
      </Box>
    </Box>
    <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
      {coins(group.cost)}
      <Box sx={quiet}>{count(group.available)} left</Box>
    </Box>
  </Box>
)
