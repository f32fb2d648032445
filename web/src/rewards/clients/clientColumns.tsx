import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Client } from '@our-print/contract/rewards/clients.ts'
import type { ReactNode } from 'react'
import { Tag } from '../../base/feedback/Tag.tsx'
import { count } from '../../base/format/format.ts'
import { phone } from '../../base/format/phone.ts'
import { WarningAmberOutlined as Warning } from '../../base/icons/frame.tsx'
import { actionsColumn } from '../../base/list/columns.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { wrapped } from '../../base/page/wrapped.ts'
import { ClientRowActions, type RowActionHandlers } from './ClientRowActions.tsx'
import { addressOf } from './clientTexts.ts'

/** The columns of the list of companies. */
export const clientColumns = (handlers: RowActionHandlers): readonly Column<Client>[] => [
  {
    id: 'name',
    title: 'Company',
    sort: { by: 'name', as: 'text' },
    cell: ({ name }) => (
      <Box component="span" sx={{ fontWeight: 600, ...wrapped }}>
        {name}
      </Box>
    ),
  },
  {
    id: 'contact',
    title: 'Phone',
    width: 142,
    card: 'subtitle',
    cell: ({ contact }) => <Link href={`tel:${contact}`}>{phone(contact)}</Link>,
  },
  { id: 'city', title: 'City', width: 112, wide: true, cell: (client) => addressOf(client).city },
  {
    id: 'client_type',
    title: 'Type',
    align: 'right',
    width: 64,
    wide: true,
    cell: ({ client_type }) => count(client_type),
  },
  {
    id: 'joined_on',
    title: 'Joined',
    width: 120,
    sort: { by: 'joined_on', as: 'time' },
    cell: ({ joined_on }) => joined_on,
  },
  {
    id: 'stock',
    title: 'Codes left',
    align: 'right',
    width: 172,
    card: 'hidden',
    cell: (client) => (
      <Box
        component="span"
        sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 1 }}
      >
        <Low client={client} />
        <span>
          <Stock client={client} />
        </span>
      </Box>
    ),
  },
  { id: 'low_stock', title: '', only: 'card', card: 'corner', cell: (client) => <Low client={client} /> },
  { id: 'codes', title: 'Codes left', only: 'card', cell: (client) => <Stock client={client} /> },
  actionsColumn(172, (client) => <ClientRowActions client={client} handlers={handlers} />),
]

const Low = ({ client: { low_stock } }: { client: Client }) =>
  low_stock && <Tag label="Low stock" Icon={Warning} />

/** Available codes, of all codes. */
const Stock = ({ client: { vouchers } }: { client: Client }) =>
  vouchers.codes === 0 ? (
    <Quiet>None yet</Quiet>
  ) : (
    <>
      {count(vouchers.available)} <Quiet>of {count(vouchers.codes)}</Quiet>
    </>
  )

const Quiet = ({ children }: { children: ReactNode }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    {children}
  </Box>
)
