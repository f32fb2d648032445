import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { count } from '../../base/format/format.ts'
import { Card } from './Card.tsx'

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
        {empty}
      </Box>
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
          )) ??
            Array.from({ length: 5 }, (_, at) => (
              <TableRow key={at}>
                <TableCell colSpan={2} sx={{ px: 2 }}>
                  <Skeleton />
                </TableCell>
              </TableRow>
            ))}
        </TableBody>
      </Table>
    )}
  </Card>
)

const link = {
  minWidth: 0,
  py: 1,
  color: 'inherit',
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  '&:hover': { textDecoration: 'underline' },
} as const
