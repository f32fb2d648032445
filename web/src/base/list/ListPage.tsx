import { type ReactNode, useState } from 'react'
import type { ListAction } from '../listView/ListViewButtons.tsx'
import { Page } from '../page/Page.tsx'
import { useLocation, useNavigate } from '../router/router.tsx'
import { Button } from '../ui/Button.tsx'
import { SelectField } from '../ui/Input.tsx'
import { useMinWidth } from '../ui/useWidth.ts'
import { FilterBar } from './FilterBar.tsx'
import styles from './ListPage.module.css'
import { ResourceTable, type TableProps } from './ResourceTable.tsx'
import { type ListState, useListState } from './useListState.ts'

/** How a record is created: in a dialog of this page, or on another screen. */
type Create = {
  label: string
  onClick?: () => void
  renderDialog?: (close: () => void) => ReactNode
  /** Not repeated in an empty list. */
  headOnly?: true
}

type Props<T extends { id: string }> = Omit<
  TableProps<T>,
  'label' | 'toolbar' | 'empty' | 'exports' | 'list'
> & {
  title: string
  /** The table's name for screen readers, if it is not the title. */
  label?: string
  /** Without it nothing is created here. */
  create?: Create
  /** Searched and filtered as its address says. */
  list: TableProps<T>['list'] & Pick<ListState, 'filters'>
  /** Buttons next to the one that creates, also on a phone. */
  buttons?: ReactNode
  /** The same, where there is room. */
  actions?: readonly ListAction[]
  /** Between the heading and the list. */
  above?: ReactNode
  /** The searched fields: 'Name, phone'. */
  search: string
  filters?: ReactNode
  /** The text of an empty list: what it is for and how it gets rows. */
  hint: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A list screen: heading, a button that creates, search, filters and export, rows. */
export function ListPage<T extends { id: string }>(props: Props<T>) {
  const { title, label = title, create, buttons, above, search, filters, hint, children, ...table } = props
  const { actions, list } = table
  const [creating, setCreating] = useCreating()
  const { onClick = () => setCreating(true), renderDialog, headOnly } = create ?? {}
  return (
    <Page
      title={title}
      actions={
        <>
          <WideActions actions={actions} />
          {buttons}
          {create && (
            <Button look="primary" onClick={onClick}>
              {create.label}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.above}>{above}</div>
      <ResourceTable
        {...table}
        exports
        label={label}
        toolbar={
          <FilterBar list={list} search={search}>
            {filters}
          </FilterBar>
        }
        empty={{
          hint,
          action: create && !headOnly && <Button onClick={onClick}>{create.label}</Button>,
        }}
      />
      {creating && renderDialog?.(() => setCreating(false))}
      {children}
    </Page>
  )
}

/** The further buttons of a list's heading; on a phone the list has them behind its dots. */
export function WideActions({ actions = [] }: { actions?: readonly ListAction[] | undefined }) {
  const wide = useMinWidth('desk')
  return (
    wide &&
    actions.map(({ label, pressed, onClick }) => (
      <Button key={label} aria-pressed={pressed} onClick={onClick}>
        {label}
      </Button>
    ))
  )
}

/** Whether the dialog that creates a record is open: by its button, or by an address that ends in #new. */
function useCreating() {
  const [creating, setCreating] = useState(false)
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const isAsked = hash === '#new'
  function set(open: boolean) {
    setCreating(open)
    if (!open && isAsked) navigate({ search }, { replace: true })
  }
  return [creating || isAsked, set] as const
}

type FilteredProps<
  T extends { id: string },
  Name extends string,
  Value extends string,
  Field extends string,
> = Omit<Props<T>, 'list' | 'rows' | 'filters'> & {
  filter: Filter<Name, Value>
  from: {
    sortedBy: readonly Field[]
    rows: (
      querystring: ListState<Name, Field>['paging'] & { [K in Name]?: Exclude<Value, ''> },
    ) => TableProps<T>['rows']
  }
}

/** The same with one filter and nothing else in its address. */
export function FilteredListPage<
  T extends { id: string },
  Name extends string,
  Value extends string,
  Field extends string,
>({ filter, from: { sortedBy, rows }, ...props }: FilteredProps<T, Name, Value, Field>) {
  const list = useListState([filter.name], { sortedBy })
  return (
    <ListPage
      {...props}
      list={list}
      rows={rows({ ...list.paging, ...filterBy(list, filter) })}
      filters={<ListFilter list={list} filter={filter} />}
    />
  )
}

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

type ListFilterProps<Name extends string> = {
  list: Pick<ListState<Name>, 'filters' | 'setFilter'>
  filter: Filter<Name, string>
}

/** A select whose value is kept in the address. */
export const ListFilter = <Name extends string>({ list, filter }: ListFilterProps<Name>) => (
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
