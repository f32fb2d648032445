import type { Voucher } from '@our-print/contract/vouchers.ts'
import { dayOf, formatDateTime } from '../format/dates.ts'
import { coins } from '../format/format.ts'
import type { Column } from '../list/tableModel.ts'
import { Code } from './Code.tsx'
import { Thumbnail } from './Thumbnail.tsx'
import { VoucherTag } from './VoucherTag.tsx'

const code: Column<Voucher> = {
  id: 'code',
  title: 'Code',
  width: '17%',
  cell: ({ voucher_code }) => <Code code={voucher_code} />,
}

const company: Column<Voucher> = {
  id: 'company',
  title: 'Company',
  width: '14%',
  card: 'subtitle',
  cell: ({ client_name }) => <span title={client_name}>{client_name}</span>,
}

const shared: readonly Column<Voucher>[] = [
  {
    id: 'image',
    title: 'Image',
    width: 54,
    card: 'footer',
    cell: ({ image, voucher_code }) => <Thumbnail src={image} name={voucher_code} />,
  },
  {
    id: 'detail',
    title: 'Details',
    card: 'subtitle',
    cell: ({ voucher_detail }) => <span title={voucher_detail}>{voucher_detail}</span>,
  },
  { id: 'cost', title: 'Cost (coins)', width: 104, align: 'right', cell: ({ cost }) => coins(cost) },
  {
    id: 'validity',
    title: 'Validity',
    width: 112,
    sort: { by: 'expiry_date', as: 'day' },
    cell: ({ expiry_date }) => expiry_date,
  },
  {
    id: 'type',
    title: 'Type',
    width: 72,
    wide: true,
    cell: ({ is_single }) => (is_single ? 'Single' : 'Multiple'),
  },
  {
    id: 'created',
    title: 'Created',
    // Only on cards: the table is sorted by it and needs the space.
    only: 'card',
    sort: { by: 'created_on', as: 'time' },
    cell: ({ created_on }) => <span title={formatDateTime(created_on)}>{dayOf(new Date(created_on))}</span>,
  },
  {
    id: 'status',
    title: 'Status',
    width: 122,
    card: 'corner',
    cell: (voucher) => <VoucherTag voucher={voucher} />,
  },
]

/** The columns of vouchers. */
export const voucherColumns: readonly Column<Voucher>[] = [code, company, ...shared]
export const clientVoucherColumns: readonly Column<Voucher>[] = [code, ...shared]
