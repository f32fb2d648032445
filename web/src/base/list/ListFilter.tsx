import { SelectField } from '../form/SelectField.tsx'
import type { ListState } from './useListState.ts'

/** A filter by one of a few values; its first option has the value '' and filters nothing. */
export type Filter<Name extends string, Value extends string> = {
  name: Name
  label: string
  options: readonly { value: Value; label: string }[]
}

/** The address's choice as a part of the querystring; an unknown value filters nothing. */
export function filterBy<Name extends string, Value extends string>(
  list: Pick<ListState<Name>, 'filters'>,
  { name, options }: Filter<Name, Value>,
): { [K in Name]?: Exclude<Value, ''> } {
  const chosen = options.find(({ value }) => value !== '' && value === list.filters[name])
  return (chosen ? { [name]: chosen.value } : {}) as { [K in Name]?: Exclude<Value, ''> }
}

type Props<Name extends string> = {
  list: Pick<ListState<Name>, 'filters' | 'setFilter'>
  filter: Filter<Name, string>
}

/** A select whose value is kept in the address. */
export const ListFilter = <Name extends string>({ list, filter }: Props<Name>) => (
  <SelectField
    label={filter.label}
    hideLabel
    options={filter.options}
    value={filterBy(list, filter)[filter.name] ?? ''}
    onChange={(value) => list.setFilter(filter.name, value || null)}
  />
)

/** Active or not, for records that can be deactivated. */
export const activeFilter = (label: string, all: string) =>
  ({
    name: 'is_active',
    label,
    options: [
      { value: '', label: all },
      { value: 'true', label: 'Active' },
      { value: 'false', label: 'Inactive' },
    ],
  }) as const satisfies Filter<'is_active', string>
