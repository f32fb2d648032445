import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { query } from '../../base/api/api.ts'
import { LinkOption, NoResults, RecordOption } from '../../base/form/RecordOption.tsx'
import { type PickerProps, RecordPicker } from '../../base/form/RecordPicker.tsx'
import { includesFolded, phone, plural } from '../../base/format/format.ts'
import { matchesPhone } from '../../base/page/matchesPhone.ts'

type Person = Pick<StaffUser, 'id' | 'full_name'> &
  Partial<Pick<StaffUser, 'mobile' | 'open_orders' | 'is_superuser'>>

type Props = PickerProps & {
  /** The person chosen at first: the form has only the id. */
  current?: Person | null
  /** Offers super admins, too: for uses other than deliveries. */
  everyone?: boolean
  /** The id of a staff user to leave out. */
  except?: string
  placeholder?: string
  /** Called with the name of the person who is chosen. */
  onChoose?: (name: string) => void
}

/** Finds an active staff user by name, email or mobile; the form's field holds the id. */
export function StaffPicker({
  name,
  label = 'Delivery staff',
  current = null,
  everyone = false,
  placeholder = 'Type a name, email or mobile',
  onChoose,
  ...props
}: Props) {
  const { field } = useController({ name })
  const [chosen, setChosen] = useState<Person | null>(null)
  const value = [chosen, current].find((person) => person && person.id === field.value) ?? null
  const staffOnly = everyone ? {} : ({ is_superuser: 'false' } as const)

  return (
    <RecordPicker<Person, StaffUser>
      {...props}
      field={field}
      label={label}
      value={value}
      onChange={(person) => {
        setChosen(person)
        field.onChange(person?.id ?? '')
        onChoose?.(person?.full_name ?? '')
      }}
      search={(searchText) =>
        query(listStaff, { querystring: { is_active: 'true', limit: '50', query: searchText, ...staffOnly } })
      }
      nameOf={({ full_name }) => full_name}
      fits={fits}
      option={option}
      records="Staff"
      nothing={nothing}
      placeholder={placeholder}
    />
  )
}

const fits = ({ full_name, email, mobile }: StaffUser, searchText: string) =>
  includesFolded(`${full_name}\n${email}\n${mobile ?? ''}`, searchText) ||
  matchesPhone(mobile ?? '', searchText)

const option = (person: Person) => (
  <RecordOption
    name={person.full_name}
    about={person.mobile ? phone(person.mobile) : 'No mobile'}
    aside={load(person)}
  />
)

function load({ open_orders, is_superuser }: Person) {
  if (open_orders === undefined) return undefined
  if (is_superuser) return 'Super admin'
  return open_orders === 0 ? 'No open orders' : plural(open_orders, 'open order')
}

const nothing = () => (
  <NoResults title="No staff user found">
    Add one on the <LinkOption to="/staff_users">Staff Users</LinkOption> screen. Only active staff can be
    chosen.
  </NoResults>
)
