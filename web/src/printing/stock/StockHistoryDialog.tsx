import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { listStockEntries, type StockEntry, type StockItem } from '@our-print/contract/printing/stock.ts'
import { useId } from 'react'
import { Link as RouterLink } from 'react-router'
import { query } from '../../base/api/api.ts'
import { formatDateTime, formatRecentDate } from '../../base/format/dates.ts'
import { count, rupees } from '../../base/format/format.ts'
import { numberColumn } from '../../base/list/columns.tsx'
import { ExportButton } from '../../base/list/ExportButton.tsx'
import { ResourceTable } from '../../base/list/ResourceTable.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { useDialogList } from '../../base/list/useDialogList.ts'
import { SecondaryButton } from '../../base/page/SecondaryButton.tsx'
import { entryLabels, signed } from './stockTexts.ts'

const columns: readonly Column<StockEntry>[] = [
  {
    id: 'kind',
    title: 'What happened',
    card: 'title',
    cell: (entry) => <What entry={entry} />,
  },
  {
    id: 'at',
    title: 'When',
    width: 112,
    cell: ({ at }) => <span title={formatDateTime(at)}>{formatRecentDate(at)}</span>,
  },
  { id: 'by', title: 'By', width: 136, wide: true, cell: ({ by }) => by ?? '–' },
  numberColumn('quantity', 'Change', 100, ({ quantity }) => signed(quantity)),
  numberColumn('balance', 'Then there', 104, ({ balance }) => count(balance)),
  numberColumn('price', 'Price', 112, ({ price }) => (price === null ? '–' : rupees(price))),
]

function What({ entry: { kind, reason, order, order_number, job_number } }: { entry: StockEntry }) {
  return (
    <span title={reason}>
      {entryLabels[kind]}
      {kind === 'use' && job_number !== null && ` ${job_number}`}
      {order && (
        <>
          {', '}
          <Link component={RouterLink} to={`/order/${order}`} underline="always">
            order {order_number}
          </Link>
        </>
      )}
      {reason && `: ${reason}`}
    </span>
  )
}

/** The ledger of an item: deliveries, uses and corrections, newest first. */
export function StockHistoryDialog({ item, onClose }: { item: StockItem; onClose: () => void }) {
  const phone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
  const list = useDialogList()
  const id = useId()
  const rows = query(listStockEntries, { params: { id: item.id }, querystring: list.paging })
  return (
    <Dialog open fullWidth fullScreen={phone} maxWidth="md" onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>History of {item.name}</DialogTitle>
      <DialogContent>
        <ResourceTable
          label={`History of ${item.name}`}
          list={list}
          rows={rows}
          columns={columns}
          rowName={({ kind }) => entryLabels[kind]}
          empty={{ hint: 'Deliveries, print jobs and counts of this item appear here.' }}
        />
      </DialogContent>
      <DialogActions>
        <ExportButton rows={rows} />
        <SecondaryButton onClick={onClose}>Close</SecondaryButton>
      </DialogActions>
    </Dialog>
  )
}
