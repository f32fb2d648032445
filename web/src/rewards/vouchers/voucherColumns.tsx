import type { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { useState } from 'react'
import { coins, dayOf, formatDateTime } from '../../base/format/format.ts'
import { type Column, column } from '../../base/list/columns.tsx'
import { pathOf } from '../../base/page/pathOf.ts'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { companyUrl } from './companyUrl.ts'
import { Code, VoucherTag } from './VoucherTag.tsx'
import styles from './voucherColumns.module.css'

const code: Column<Voucher> = column(
  'code',
  'Code',
  {
    width: '17%',
  },
  ({ voucher_code }) => <Code code={voucher_code} />,
)

const company: Column<Voucher> = column(
  'company',
  'Company',
  { width: '16%', card: 'subtitle' },
  ({ client, client_name }) => (
    <Text flow="wrap">
      <Link to={companyUrl({ id: client, name: client_name })} tone="inherit">
        {client_name}
      </Link>
    </Text>
  ),
)

const shared: readonly Column<Voucher>[] = [
  column(
    'image',
    'Image',
    {
      width: 68,
      card: 'footer',
    },
    ({ image, voucher_code }) => <Thumbnail src={image} name={voucher_code} />,
  ),
  column('detail', 'Details', { card: 'subtitle' }, ({ voucherInfoId, voucher_detail }) => (
    <Link to={`/vouchers?id=${voucherInfoId}`} tone="inherit" title={voucher_detail}>
      {voucher_detail}
    </Link>
  )),
  column('cost', 'Cost (coins)', { width: 104, align: 'right' }, ({ cost }) => coins(cost)),
  column(
    'validity',
    'Validity',
    {
      width: 112,
      sort: { by: 'expiry_date', as: 'day' },
    },
    ({ expiry_date }) => expiry_date,
  ),
  column('type', 'Type', { width: 72, wide: true }, ({ is_single }) => (is_single ? 'Single' : 'Multiple')),
  {
    id: 'created',
    title: 'Created',
    // Only on cards: the table is sorted by it and needs the space.
    only: 'card',
    sort: { by: 'created_on', as: 'time' },
    cell: ({ created_on }) => <span title={formatDateTime(created_on)}>{dayOf(created_on)}</span>,
  },
  column('status', 'Status', { width: 138, card: 'corner' }, (voucher) => <VoucherTag voucher={voucher} />),
]

/** The columns of vouchers. */
export const voucherColumns: readonly Column<Voucher>[] = [code, company, ...shared]
export const clientVoucherColumns: readonly Column<Voucher>[] = [code, ...shared]

type Props = {
  /** The signed URL of the image, valid for 15 minutes. */
  src: string | null
  name: string
}

/** A small image that opens in a new tab; nothing if there is none or it cannot be loaded. */
function Thumbnail({ src, name }: Props) {
  const [lost, setLost] = useState<string>()
  if (!src || src === lost) return null
  const address = pathOf(src)
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={`Picture of ${name}`}
      className={styles.thumbnail}
    >
      <img src={address} alt="" loading="lazy" onError={() => setLost(src)} />
    </a>
  )
}
