import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { count } from '../../base/format/format.ts'
import { SecondaryButton, TextButton } from '../../base/page/Page.tsx'
import { Bar } from './Bar.tsx'
import { Card } from './Card.tsx'

const few = 8

/** Each staff user's open orders now, and deliveries of the period. */
export function StaffCard({ staff }: { staff: Dashboard['staff'] | undefined }) {
  const [all, setAll] = useState(false)
  const max = Math.max(1, ...(staff ?? []).map(({ open }) => open))
  if (staff?.length === 0) {
    return (
      <Card title="Staff load">
        <Box
          sx={{
            px: 2,
            py: 4,
            display: 'grid',
            gap: 1,
            justifyItems: 'center',
            textAlign: 'center',
            color: 'text.secondary',
          }}
        >
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
          {staff
            ? staff.slice(0, all ? staff.length : few).map(({ id, full_name, open, delivered }) => (
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
            : Array.from({ length: 5 }, (_, at) => (
                <TableRow key={at}>
                  <TableCell colSpan={4} sx={{ px: 2 }}>
                    <Skeleton />
                  </TableCell>
                </TableRow>
              ))}
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
