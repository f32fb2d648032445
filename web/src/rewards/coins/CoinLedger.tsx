import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { type CoinEntry, getCoins } from '@our-print/contract/rewards/coins.ts'
import { useState } from 'react'
import { useRead } from '../../base/api/api.ts'
import { coins, formatDate, formatDateTime } from '../../base/format/format.ts'
import { Failed, LoadingRows, NoRecords } from '../../base/list/ResourceStates.tsx'
import { RouteLink } from '../../base/page/Page.tsx'

const atOnce = 20
/** The server sends only the newest entries. */
const maxEntries = 200

/** The coin entries of a customer, newest first: reason, order, person. */
export function CoinLedger({ user }: { user: string }) {
  const reply = useRead(getCoins, { querystring: { user_id: user } })
  const [shown, setShown] = useState(atOnce)
  const entries = reply.data?.entries ?? []
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden' }} aria-busy={reply.isFetching}>
      {reply.isPending && <LoadingRows columns={columns} cards={false} />}
      {reply.isError && !reply.data && <Failed error={reply.error} onRetry={reply.refetch} />}
      {reply.data && entries.length === 0 && (
        <NoRecords
          empty={{ hint: 'Coins appear here after a delivery or a grant.' }}
          isFiltered={false}
          beyond={false}
          onClear={() => {}}
          onFirst={() => {}}
        />
      )}
      {entries.length > 0 && (
        <Table
          aria-label="Coin ledger"
          sx={{
            tableLayout: 'fixed',
            '& tr > :first-of-type': { pl: 2 },
            '& tr > :nth-of-type(2)': { pl: { xs: 2, sm: 1 } },
            '& tr > :last-of-type': { pr: 2 },
          }}
        >
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 116, ...desktopOnly }}>Date</TableCell>
              <TableCell>Reason</TableCell>
              <TableCell sx={{ width: '20%', ...desktopOnly }}>By</TableCell>
              <TableCell align="right" sx={{ width: 116 }}>
                Coins
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody sx={{ '& tr:last-of-type td': { borderBottom: 0 } }}>
            {entries.slice(0, shown).map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </TableBody>
        </Table>
      )}
      {entries.length > shown && (
        <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider', textAlign: 'center' }}>
          <Button color="inherit" onClick={() => setShown(maxEntries)}>
            Show {entries.length === maxEntries ? `the newest ${maxEntries}` : `all ${entries.length}`}
          </Button>
        </Box>
      )}
    </Paper>
  )
}

const columns = [1, 2, 3, 4]
const desktopOnly = { display: { xs: 'none', sm: 'table-cell' } } as const

const Line = ({ entry }: { entry: CoinEntry }) => (
  <TableRow>
    <TableCell sx={{ ...desktopOnly, whiteSpace: 'nowrap' }} title={formatDateTime(entry.at)}>
      {formatDate(entry.at)}
    </TableCell>
    <TableCell sx={{ overflowWrap: 'anywhere', py: 1 }}>
      {entry.reason}
      {entry.order && (
        <>
          {' · '}
          <RouteLink to={`/order/${entry.order}`} underline="always">
            Order {entry.order_number}
          </RouteLink>
        </>
      )}
      <Box sx={{ display: { sm: 'none' }, typography: 'caption', color: 'text.secondary' }}>
        {[formatDate(entry.at), entry.by].filter(Boolean).join(' · ')}
      </Box>
    </TableCell>
    <TableCell
      sx={{
        ...desktopOnly,
        color: 'text.secondary',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }}
      title={entry.by ?? ''}
    >
      {entry.by ?? '–'}
    </TableCell>
    <TableCell
      align="right"
      sx={{
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
        ...(entry.delta > 0 && { color: 'success.main' }),
      }}
    >
      {formatSigned(entry.delta)}
    </TableCell>
  </TableRow>
)

/** U+2212, the minus that is as wide as the plus. */
const formatSigned = (delta: number) => `${delta < 0 ? '−' : '+'}${coins(Math.abs(delta))}`
