import { type ClosedDay, listDays } from '@our-print/contract/money/days.ts'
import { query } from '../../base/api/api.ts'
import { formatDay, rupees, today } from '../../base/format/format.ts'
import { type Column, column, Name, numberColumn } from '../../base/list/columns.tsx'
import { ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { CashTabs } from '../cash/CashTabs.tsx'
import { signed } from '../cash/cashTexts.ts'

const columns: readonly Column<ClosedDay>[] = [
  column('day', 'Day', { card: 'title' }, ({ day }) => <Name>{formatDay(day)}</Name>),
  column('closed_by', 'Closed by', { card: 'subtitle' }, ({ closed_by_name }) => closed_by_name),
  column(
    'signed_by',
    'Signed by',
    {},
    ({ signed_by_name, needs_signature }) =>
      signed_by_name ?? (needs_signature ? <Text tone="warning">Not signed</Text> : '–'),
  ),
  numberColumn('received', 'Received', 128, ({ received }) => rupees(received)),
  numberColumn('till', 'Till', 128, ({ till }) => rupees(till)),
  numberColumn('difference', 'Difference', 120, ({ difference }) => signed(difference)),
]

/** The days whose money is counted and closed. */
export function DaysPage() {
  const list = useListState([])
  return (
    <ListPage
      title="Days"
      list={list}
      rows={query(listDays, { querystring: list.paging })}
      columns={columns}
      rowLink={({ day }) => `/day/${day}`}
      rowName={({ day }) => formatDay(day)}
      search="Day, note, person"
      hint="Close a day when the till is counted: afterwards nothing can be dated into it."
      above={<CashTabs value="days" />}
      buttons={
        <Button look="primary" to={`/day/${today()}`}>
          Today
        </Button>
      }
    />
  )
}
