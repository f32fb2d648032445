import { listPrinters } from '@our-print/contract/printing/printers.ts'
import { printJobStates } from '@our-print/contract/printing/printJobStates.ts'
import { listPrintJobs, type PrintJob, printJobOrderings } from '@our-print/contract/printing/printJobs.ts'
import { query, useRead } from '../../base/api/api.ts'
import { formatRecentDate, formatTime } from '../../base/format/format.ts'
import { actionsColumn, type Column, column } from '../../base/list/columns.tsx'
import { type Filter, filterBy, ListFilter, ListPage } from '../../base/list/ListPage.tsx'
import { useListState } from '../../base/list/useListState.ts'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { OrderTags } from '../../orders/promises/OrderTags.tsx'
import { JobMenu } from './JobMenu.tsx'
import { JobProgress, JobTag } from './JobState.tsx'
import styles from './PrintQueuePage.module.css'
import { extentText, printerText, stateLabels } from './printJobTexts.ts'

const columns: readonly Column<PrintJob>[] = [
  column('job', 'Job', { card: 'title' }, (job) => (
    <div className={styles.job}>
      <Link to={`/order/${job.order}`} strong>
        {job.order_data.number} {job.order_data.title}
      </Link>
      <Text as="div" size="small" flow="wrap">
        {extentText(job)}
      </Text>
      <OrderTags order={job.order_data} />
      <JobProgress job={job} />
    </div>
  )),
  column('printer', 'Printer', { width: 144 }, printerText),
  column('state', 'Status', { width: 136, card: 'corner' }, (job) => <JobTag job={job} />),
  column(
    'created',
    'Made',
    { width: 160, wide: true },
    ({ created_at }) => `${formatRecentDate(created_at)}, ${formatTime(created_at)}`,
  ),
  { ...actionsColumn<PrintJob>(88, (job) => <JobMenu job={job} />), card: 'corner' },
]

const open: Filter<'open', string> = {
  name: 'open',
  label: 'Open or finished',
  options: [
    { value: '', label: 'Open and finished' },
    { value: 'true', label: 'Open' },
    { value: 'false', label: 'Finished' },
  ],
}
const states: Filter<'state', (typeof printJobStates)[number] | ''> = {
  name: 'state',
  label: 'Status',
  options: [
    { value: '', label: 'All statuses' },
    ...printJobStates.map((value) => ({ value, label: stateLabels[value] })),
  ],
}

/** What printers print, and what they have printed. */
export function PrintQueuePage() {
  const list = useListState(['open', 'state', 'printer'], { sortedBy: printJobOrderings })
  const { data } = useRead(listPrinters, { querystring: { limit: '100' } })
  const printers: Filter<'printer', string> = {
    name: 'printer',
    label: 'Printer',
    options: [
      { value: '', label: 'All printers' },
      ...(data?.results ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
  }
  const { printer } = list.filters
  const rows = query(listPrintJobs, {
    querystring: {
      ...list.paging,
      ...(filterBy(list, open) as { open?: 'true' | 'false' }),
      ...filterBy(list, states),
      // Also before the names of the printers are known.
      ...(printer && { printer }),
    },
  })
  return (
    <ListPage
      title="Print queue"
      list={list}
      rows={rows}
      columns={columns}
      rowName={({ number }) => `print job ${number}`}
      search="Order or job number"
      filters={
        <>
          <ListFilter list={list} filter={open} />
          <ListFilter list={list} filter={states} />
          <ListFilter list={list} filter={printers} />
        </>
      }
      hint="Print an order on its page, or select orders in a list and choose Print."
    />
  )
}
