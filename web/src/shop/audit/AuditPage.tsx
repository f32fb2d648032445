import { listStaff } from '@our-print/contract/people/staff.ts'
import { type AuditEntry, listAudit } from '@our-print/contract/shop/audit.ts'
import { query, useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { DateField } from '../../base/form/DateField.tsx'
import { formatDateTime, plural, validDay } from '../../base/format/format.ts'
import { type Column, column } from '../../base/list/columns.tsx'
import { FilterBar } from '../../base/list/FilterBar.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { type ListState, useListState } from '../../base/list/useListState.ts'
import { historyUrl } from '../../base/page/HistoryLink.tsx'
import { Page } from '../../base/page/Page.tsx'
import { Chip } from '../../base/ui/Chip.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import styles from './AuditPage.module.css'
import { actionLabel, actionLabels, entityLabel, entityLabels } from './auditNames.ts'
import { changesOf, changeText } from './auditTexts.ts'

const noRecord = '00000000-0000-0000-0000-000000000000'

const recordName = ({ entity, entity_id, names }: AuditEntry) =>
  names[entity_id] ?? entityLabel(entity).toLowerCase()

/** When, what, to which record, by whom, and the difference. */
const auditColumns: readonly Column<AuditEntry>[] = [
  column('what', 'What', { width: '24%' }, (entry) => (
    <Text flow="wrap">
      {actionLabel(entry.action)}{' '}
      {entry.names[entry.entity_id] && `${entityLabel(entry.entity).toLowerCase()} `}
      {entry.entity_id === noRecord ? (
        entityLabel(entry.entity).toLowerCase()
      ) : (
        <Link to={historyUrl(entry.entity_id)} title="All changes of this record" underlined>
          {recordName(entry)}
        </Link>
      )}
    </Text>
  )),
  column('changes', 'Before and after', { card: 'footer' }, (entry) => <Changes entry={entry} />),
  column('who', 'Who', { width: '16%', card: 'subtitle' }, ({ actor, actor_name, actor_email, action }) =>
    actor ? (
      <span title={actor_email ?? ''}>{actor_name ?? 'Someone who is gone'}</span>
    ) : action === 'sign_in_failed' ? (
      'Nobody'
    ) : (
      'A command on the server'
    ),
  ),
  column('when', 'When', { width: 216, card: 'subtitle' }, ({ at, request_id }) =>
    request_id ? (
      <span className={styles.when}>
        <Link
          to={`/audit?request_id=${encodeURIComponent(request_id)}`}
          title="All changes of the same request"
          tone="inherit"
        >
          {formatDateTime(at)}
        </Link>
      </span>
    ) : (
      formatDateTime(at)
    ),
  ),
]

const shown = 3

/** What an entry changed, a line for each field; more than a few are behind a click. */
function Changes({ entry }: { entry: AuditEntry }) {
  const lines = changesOf(entry).map(changeText)
  const first = lines.length > shown + 1 ? lines.slice(0, shown) : lines
  const rest = lines.slice(first.length)
  if (!entry.before && !entry.after) return null
  if (lines.length === 0)
    return <span>{entry.action === 'export' ? 'The whole list' : 'Nothing a person sees'}</span>
  return (
    <div className={styles.changes}>
      {first.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {rest.length > 0 && (
        <details>
          <summary className={styles.more}>{plural(rest.length, 'more field')}</summary>
          {rest.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </details>
      )}
    </div>
  )
}

const names = ['entity', 'action', 'actor', 'from_date', 'to_date', 'entity_id', 'request_id'] as const
type Name = (typeof names)[number]

const isId = (id: string | undefined) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id ?? '')
const isName = (name: string | undefined) => /^[a-z_][a-z_ ]{0,62}$/.test(name ?? '')

/** The filters of the address that the server understands. */
function filterOf({
  entity,
  action,
  actor,
  from_date,
  to_date,
  entity_id,
  request_id,
}: Record<Name, string | undefined>) {
  const from = validDay(from_date)
  const to = validDay(to_date, from)
  return {
    ...(isName(entity) && { entity }),
    ...(isName(action) && { action }),
    ...(isId(actor) && { actor }),
    ...(isId(entity_id) && { entity_id }),
    ...(request_id && request_id.length <= 100 && { request_id }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
  }
}

/** Who changed what and when, with before and after. */
export function AuditPage() {
  const list = useListState(names)
  const rows = query(listAudit, { querystring: { ...list.paging, ...filterOf(list.filters) } })
  return (
    <Page title="Audit">
      <ResourceTable
        label="Changes"
        list={list}
        rows={rows}
        exports
        columns={auditColumns}
        toolbar={<Filters list={list} />}
        chips={<AuditChips list={list} />}
        empty={{ hint: 'Every change that someone makes shows here: who, when, what, before and after.' }}
      />
    </Page>
  )
}

const optionsOf = (all: string, labels: Readonly<Record<string, string>>) => [
  { value: '', label: all },
  ...Object.entries(labels).map(([value, label]) => ({ value, label })),
]
const entities = optionsOf('All records', entityLabels)
const actions = optionsOf('All actions', actionLabels)

function Filters({ list }: { list: ListState<Name> }) {
  const { filters, setFilter } = list
  const [managesStaff, assigns] = [useCan('staff'), useCan('assign')]
  const seesStaff = managesStaff || assigns
  const staff = useRead(
    listStaff,
    { querystring: { limit: '100', ordering: 'full_name' } },
    { enabled: seesStaff },
  )
  const people = [
    { value: '', label: 'Everyone' },
    ...(staff.data?.results ?? []).map(({ id, full_name }) => ({ value: id, label: full_name })),
  ]
  const select = (name: Name, label: string, options: typeof people) => {
    const value = filters[name] ?? ''
    const known = options.some((option) => option.value === value)
    return (
      <SelectField
        label={label}
        hideLabel
        options={known ? options : [...options, { value, label: 'As in the link' }]}
        value={value}
        onChange={(chosen) => setFilter(name, chosen || null)}
      />
    )
  }
  return (
    <FilterBar list={list}>
      {select('entity', 'Kind of record', entities)}
      {select('action', 'Action', actions)}
      {(seesStaff || filters.actor) && select('actor', 'Person', people)}
      <DateField
        label="From"
        hideLabel
        placeholder="From"
        value={filters.from_date ?? null}
        onChange={(day) => setFilter('from_date', day)}
      />
      <DateField
        label="To"
        hideLabel
        placeholder="To"
        min={validDay(filters.from_date)}
        value={filters.to_date ?? null}
        onChange={(day) => setFilter('to_date', day)}
      />
    </FilterBar>
  )
}

type Chosen = 'entity_id' | 'request_id'

const texts: Record<Chosen, string> = { entity_id: 'One record', request_id: 'One request' }

/** The filters that have no field: they come with a link from a record or an entry. */
function AuditChips({ list }: { list: Pick<ListState<Chosen>, 'filters' | 'setFilter'> }) {
  const chosen = (['entity_id', 'request_id'] as const).filter((name) => list.filters[name])
  if (chosen.length === 0) return null
  return (
    <section aria-label="Active filters" className={styles.chips}>
      {chosen.map((name) => (
        <Chip
          key={name}
          text={texts[name]}
          label={`Remove: ${texts[name]}`}
          onRemove={() => list.setFilter(name, null)}
        />
      ))}
    </section>
  )
}
