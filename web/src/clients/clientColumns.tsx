import Warning from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Client } from '@our-print/contract/clients.ts'
import type { ReactNode } from 'react'
import { showDay } from '../shared/dates.ts'
import { count, phone } from '../shared/format.ts'
import type { Column } from '../shared/ResourceTable.tsx'
import { Tag } from '../shared/Tag.tsx'
import { ClientRowActions, type RowOffers } from './ClientRowActions.tsx'
import { addressOf } from './clientWords.ts'

/** What is told of a company in the list, and what its row offers. */
export const clientColumns = (offers: RowOffers): readonly Column<Client>[] => [
  {
    id: 'name',
    title: 'Company',
    cell: ({ name }) => (
      <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {name}
      </Box>
    ),
  },
  {
    id: 'contact',
    title: 'Phone',
    width: 136,
    card: 'subtitle',
    cell: ({ contact }) => <Link href={`tel:${contact}`}>{phone(contact)}</Link>,
  },
  { id: 'city', title: 'City', width: 120, cell: (client) => addressOf(client).city },
  {
    id: 'client_type',
    title: 'Type',
    align: 'right',
    width: 64,
    wide: true,
    cell: ({ client_type }) => count(client_type),
  },
  { id: 'potential', title: 'Potential', width: 120, wide: true, cell: ({ potential }) => potential || '–' },
  {
    id: 'is_advertisible',
    title: 'Advertisable',
    width: 104,
    wide: true,
    cell: ({ is_advertisible }) => (is_advertisible ? 'Yes' : 'No'),
  },
  { id: 'joined_on', title: 'Joined', width: 120, cell: ({ joined_on }) => showDay(joined_on) },
  {
    id: 'low_stock',
    title: '',
    width: 108,
    card: 'corner',
    cell: ({ low_stock }) => low_stock && <Tag label="Low stock" Icon={Warning} />,
  },
  {
    id: 'stock',
    title: 'Codes left',
    align: 'right',
    width: 120,
    cell: ({ vouchers: { codes, available } }) =>
      codes === 0 ? (
        <Quiet>None yet</Quiet>
      ) : (
        <>
          {count(available)} <Quiet>of {count(codes)}</Quiet>
        </>
      ),
  },
  {
    id: 'actions',
    title: 'Actions',
    width: 148,
    align: 'right',
    card: 'footer',
    cell: (client) => <ClientRowActions client={client} offers={offers} />,
  },
]

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
)
