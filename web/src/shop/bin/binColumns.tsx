import Button from '@mui/material/Button'
import type { BinEntry } from '@our-print/contract/shop/bin.ts'
import { formatDateTime, formatRecentDate } from '../../base/format/dates.ts'
import { actionsColumn, Name } from '../../base/list/columns.tsx'
import { RowActions } from '../../base/list/RowActions.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { binKindLabel, timeLeft } from './binTexts.ts'
import type { BinActions } from './useBinActions.ts'

/** The columns of the bin, with its actions. */
export const binColumns = ({
  restore,
  deleteForGood,
}: Pick<BinActions, 'restore' | 'deleteForGood'>): readonly Column<BinEntry>[] => [
  { id: 'name', title: 'Name', cell: ({ name }) => <Name>{name}</Name> },
  { id: 'kind', title: 'Kind', width: 96, card: 'corner', cell: ({ kind }) => binKindLabel(kind) },
  { id: 'by', title: 'Deleted by', width: '16%', cell: ({ deleted_by }) => deleted_by ?? 'Unknown' },
  {
    id: 'deleted',
    title: 'Deleted',
    width: 128,
    sort: { by: 'deleted_at', as: 'time' },
    cell: ({ deleted_at }) => <span title={formatDateTime(deleted_at)}>{formatRecentDate(deleted_at)}</span>,
  },
  {
    id: 'left',
    title: 'Time left',
    width: 96,
    cell: (entry) => <span title={`Until ${formatDateTime(entry.expires_at)}`}>{timeLeft(entry)}</span>,
  },
  actionsColumn(220, (entry) => (
    <RowActions>
      <Button
        size="small"
        color="inherit"
        aria-label={`Restore ${entry.name}`}
        onClick={() => void restore([entry])}
      >
        Restore
      </Button>
      <Button
        size="small"
        color="error"
        aria-label={`Delete for good: ${entry.name}`}
        onClick={() => void deleteForGood(entry)}
      >
        Delete for good
      </Button>
    </RowActions>
  )),
]
