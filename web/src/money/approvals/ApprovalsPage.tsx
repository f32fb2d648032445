import {
  type ApprovalStatus,
  actLabels,
  approvalStatuses,
  approvalStatusLabels,
} from '@our-print/contract/money/approvalActs.ts'
import { type Approval, listApprovals } from '@our-print/contract/money/approvals.ts'
import { query } from '../../base/api/api.ts'
import { type Column, column, DayOf, Name } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Text } from '../../base/ui/Text.tsx'

const statuses: Filter<'status', ApprovalStatus | ''> = {
  name: 'status',
  label: 'Status',
  options: [
    { value: '', label: 'Waiting and decided' },
    ...approvalStatuses.map((value) => ({ value, label: approvalStatusLabels[value] })),
  ],
}

const columns: readonly Column<Approval>[] = [
  column('summary', 'What', { card: 'title' }, ({ summary }) => (
    <Text flow="twoLines">
      <Name about={summary}>{summary}</Name>
    </Text>
  )),
  column('act', 'Kind', { width: 150, wide: true }, ({ act }) => actLabels[act]),
  column('asked_by', 'Asked by', { width: 180, card: 'subtitle' }, ({ asked_by_name, is_own }) => (
    <Text flow="line">{is_own ? `${asked_by_name} (you)` : asked_by_name}</Text>
  )),
  column('asked_at', 'Asked', { width: 112 }, ({ asked_at }) => <DayOf recent time={asked_at} />),
  column('status', 'Status', { width: 120, card: 'corner' }, ({ status }) => (
    <Text {...(status === 'waiting' && { tone: 'warning' as const })}>{approvalStatusLabels[status]}</Text>
  )),
]

/** What waits for a second super admin, and what was decided. */
export function ApprovalsPage() {
  const list = useListState(['status'])
  return (
    <ListPage
      title="Approvals"
      list={list}
      rows={query(listApprovals, { querystring: { ...list.paging, ...filterBy(list, statuses) } })}
      columns={columns}
      rowLink={({ id }) => `/approval/${id}`}
      rowName={({ number }) => `approval ${number}`}
      search="Number, what, who"
      filters={<ListFilter list={list} filter={statuses} />}
      hint="Acts that need two people wait here. Configuration says which they are."
    />
  )
}
