import Box from '@mui/material/Box'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { listAudit } from '@our-print/contract/shop/audit.ts'
import { useQuery } from '@tanstack/react-query'
import { query } from '../../base/api/api.ts'
import { DateField } from '../../base/form/DateField.tsx'
import { SelectField } from '../../base/form/SelectField.tsx'
import { validDay } from '../../base/format/dates.ts'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import { type ListState, useListState } from '../../base/list/useListState.ts'
import { Page } from '../../base/page/Page.tsx'
import { AuditChips } from './AuditChips.tsx'
import { auditColumns } from './auditColumns.tsx'
import { actionLabels, entityLabels } from './auditTexts.ts'

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
    <Page title="Audit" actions={<ExportButton rows={rows} />}>
      <ResourceTable
        label="Changes"
        list={list}
        rows={rows}
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
  const staff = useQuery(query(listStaff, { querystring: { limit: '100', ordering: 'full_name' } }))
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
    <Box
      sx={{
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: '1fr 1fr', md: '176px 160px 176px 156px 156px' },
      }}
    >
      {select('entity', 'Kind of record', entities)}
      {select('action', 'Action', actions)}
      <Box sx={{ gridColumn: { xs: 'span 2', md: 'auto' } }}>{select('actor', 'Person', people)}</Box>
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
    </Box>
  )
}
