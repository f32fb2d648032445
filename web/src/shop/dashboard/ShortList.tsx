import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { count } from '../../base/format/format.ts'
import { WarningAmber as Warning } from '../../base/icons/frame.tsx'
import { SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import { Bar, Card } from './Card.tsx'

type Row = { id: string; name: string; to: string; value: number; mark?: ReactNode }

type Props = {
  title: string
  note: string
  /** The headings of the two columns. */
  heads: readonly [string, string]
  rows: readonly Row[] | undefined
  /** Shown instead of rows, with a next step. */
  empty: ReactNode
}

/** Names with a number each; a name opens its record or list. */
export const ShortList = ({ title, note, heads: [what, number], rows, empty }: Props) => (
  <Card title={title} {...(rows?.length !== 0 && { note })}>
    {rows?.length === 0 ? (
      <Box sx={emptyCard}>{empty}</Box>
    ) : (
      <Table aria-label={title} sx={{ '& tr:last-child > *': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: 2 }}>{what}</TableCell>
            <TableCell align="right" sx={{ pr: 2, width: 88 }}>
              {number}
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows?.map(({ id, name, to, value, mark }) => (
            <TableRow key={id} hover>
              <TableCell component="th" scope="row" sx={{ p: 0 }}>
                <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 2 }}>
                  <Box component={Link} to={to} sx={link}>
                    {name}
                  </Box>
                  {mark}
                </Box>
              </TableCell>
              <TableCell align="right" sx={{ pr: 2, fontWeight: 600 }}>
                {count(value)}
              </TableCell>
            </TableRow>
          )) ?? <WaitingRows cells={2} />}
        </TableBody>
      </Table>
    )}
  </Card>
)

const WaitingRows = ({ cells }: { cells: number }) =>
  Array.from({ length: 5 }, (_, at) => (
    <TableRow key={at}>
      <TableCell colSpan={cells} sx={{ px: 2 }}>
        <Skeleton />
      </TableCell>
    </TableRow>
  ))

const emptyCard = {
  px: 2,
  py: 4,
  display: 'grid',
  gap: 1,
  justifyItems: 'center',
  textAlign: 'center',
  color: 'text.secondary',
} as const

const link = {
  minWidth: 0,
  py: 1,
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
} as const

const maxShown = 10

const Low = () => (
  <Box
    component="span"
    sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: 'warning.main' }}
  >
    <Warning size={14} />
    Low
  </Box>
)

/** The companies with the fewest codes left. */
export const StockCard = ({ stock }: { stock: Dashboard['voucher_stock'] | undefined }) => (
  <ShortList
    title="Voucher stock"
    note={stock && stock.length >= maxShown ? 'The ten lowest, now' : 'Codes left now, lowest first'}
    heads={['Company', 'Codes left']}
    rows={stock?.map(({ id, client, available, low_stock }) => ({
      id,
      name: client,
      to: `/client_companies?${new URLSearchParams({ query: client })}`,
      value: available,
      mark: low_stock && <Low />,
    }))}
    empty={
      <>
        No company has voucher codes yet.
        <SecondaryButton component={Link} to="/client_companies">
          See companies
        </SecondaryButton>
      </>
    }
  />
)

const few = 8

/** Each staff user's open orders now, and deliveries of the period. */
export function StaffCard({ staff }: { staff: Dashboard['staff'] | undefined }) {
  const [all, setAll] = useState(false)
  const max = Math.max(1, ...(staff ?? []).map(({ open }) => open))
  if (staff?.length === 0) {
    return (
      <Card title="Staff load">
        <Box sx={emptyCard}>
          No delivery staff yet. Add the people who deliver.
          <SecondaryButton component={Link} to="/staff_users">
            Add a staff user
          </SecondaryButton>
        </Box>
      </Card>
    )
  }
  return (
    <Card title="Staff load" note="Open now, and delivered in this period">
      <Table aria-label="Staff load" sx={{ '& tr:last-child > *': { borderBottom: 0 } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ pl: 2 }}>Name</TableCell>
            <TableCell align="right">Open</TableCell>
            <TableCell
              component="td"
              aria-hidden
              sx={{ width: '40%', display: { xs: 'none', sm: 'table-cell' } }}
            />
            <TableCell align="right" sx={{ pr: 2, width: 96 }}>
              Delivered
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {staff ? (
            staff.slice(0, all ? staff.length : few).map(({ id, full_name, open, delivered }) => (
              <TableRow key={id}>
                <TableCell component="th" scope="row" sx={{ pl: 2, overflowWrap: 'anywhere' }}>
                  {full_name}
                </TableCell>
                <TableCell align="right" sx={{ fontWeight: 600 }}>
                  {count(open)}
                </TableCell>
                <TableCell aria-hidden sx={{ display: { xs: 'none', sm: 'table-cell' } }}>
                  <Bar share={open / max} />
                </TableCell>
                <TableCell align="right" sx={{ pr: 2 }}>
                  {count(delivered)}
                </TableCell>
              </TableRow>
            ))
          ) : (
            <WaitingRows cells={4} />
          )}
        </TableBody>
      </Table>
      {staff && staff.length > few && (
        <Box sx={{ p: 1, borderTop: 1, borderColor: 'divider' }}>
          <TextButton onClick={() => setAll(!all)} aria-expanded={all}>
            {all ? 'Show fewer' : `Show all ${count(staff.length)}`}
          </TextButton>
        </Box>
      )}
    </Card>
  )
}
