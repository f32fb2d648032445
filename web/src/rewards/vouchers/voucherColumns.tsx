import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import type { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { dayOf, formatDateTime } from '../../base/format/dates.ts'
import { coins } from '../../base/format/format.ts'
import { column } from '../../base/list/columns.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { pathOf } from '../../base/page/pathOf.ts'
import { wrapped } from '../../base/page/wrapped.ts'
import { Code } from './Code.tsx'
import { companyUrl } from './companyUrl.ts'
import { VoucherTag } from './VoucherTag.tsx'

const code: Column<Voucher> = column('code', 'Code', ({ voucher_code }) => <Code code={voucher_code} />, {
  width: '17%',
})

/** One below the other on a card: each needs its own height. */
const onCard = {
  lineHeight: { xs: '44px', sm: '24px', md: 'inherit' },
  display: { xs: 'inline-block', md: 'inline' },
} as const

const company: Column<Voucher> = column(
  'company',
  'Company',
  ({ client, client_name }) => (
    <Link
      component={RouterLink}
      to={companyUrl({ id: client, name: client_name })}
      color="inherit"
      sx={{ ...onCard, ...wrapped }}
    >
      {client_name}
    </Link>
  ),
  { width: '16%', card: 'subtitle' },
)

const shared: readonly Column<Voucher>[] = [
  column('image', 'Image', ({ image, voucher_code }) => <Thumbnail src={image} name={voucher_code} />, {
    width: 54,
    card: 'footer',
  }),
  column(
    'detail',
    'Details',
    ({ voucherInfoId, voucher_detail }) => (
      <Link
        component={RouterLink}
        to={`/vouchers?id=${voucherInfoId}`}
        color="inherit"
        title={voucher_detail}
        sx={onCard}
      >
        {voucher_detail}
      </Link>
    ),
    { card: 'subtitle' },
  ),
  column('cost', 'Cost (coins)', ({ cost }) => coins(cost), { width: 104, align: 'right' }),
  column('validity', 'Validity', ({ expiry_date }) => expiry_date, {
    width: 112,
    sort: { by: 'expiry_date', as: 'day' },
  }),
  column('type', 'Type', ({ is_single }) => (is_single ? 'Single' : 'Multiple'), { width: 72, wide: true }),
  {
    id: 'created',
    title: 'Created',
    // Only on cards: the table is sorted by it and needs the space.
    only: 'card',
    sort: { by: 'created_on', as: 'time' },
    cell: ({ created_on }) => <span title={formatDateTime(created_on)}>{dayOf(new Date(created_on))}</span>,
  },
  column('status', 'Status', (voucher) => <VoucherTag voucher={voucher} />, { width: 138, card: 'corner' }),
]

/** The columns of vouchers. */
export const voucherColumns: readonly Column<Voucher>[] = [code, company, ...shared]
export const clientVoucherColumns: readonly Column<Voucher>[] = [code, ...shared]

type Props = {
  /** The signed URL of the image, valid for 15 minutes. */
  src: string | null
  name: string
  size?: number
}

/** A small image that opens in a new tab; nothing if there is none or it cannot be loaded. */
function Thumbnail({ src, name, size = 28 }: Props) {
  const [lost, setLost] = useState<string>()
  if (!src || src === lost) return null
  const address = pathOf(src)
  return (
    <Box
      component="a"
      href={address}
      target="_blank"
      rel="noopener"
      aria-label={`Picture of ${name}`}
      sx={{ display: 'inline-block', verticalAlign: 'middle', lineHeight: 0 }}
    >
      <Box
        component="img"
        src={address}
        alt=""
        loading="lazy"
        onError={() => setLost(src)}
        sx={{
          width: size,
          height: size,
          objectFit: 'cover',
          border: 1,
          borderColor: 'divider',
          borderRadius: '4px',
          bgcolor: 'background.default',
        }}
      />
    </Box>
  )
}
