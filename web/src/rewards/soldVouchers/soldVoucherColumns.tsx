import type { SoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import { useState } from 'react'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import { coins, dayOf, formatDateTime, formatDay, phone } from '../../base/format/format.ts'
import { type Column, column } from '../../base/list/columns.tsx'
import { RowActions } from '../../base/list/RowMenu.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'
import { companyUrl } from '../vouchers/companyUrl.ts'
import { Code, SoldVoucherTag } from '../vouchers/VoucherTag.tsx'

const customer: readonly Column<SoldVoucher>[] = [
  column('customer', 'Customer', { width: '15%' }, ({ user, user_data }) => (
    <Link to={`/user/${user}?tab=vouchers`} tone="inherit" strong title={phone(user_data.mobile)}>
      <Text flow="wrap">{fullName(user_data)}</Text>
    </Link>
  )),
]

const code = (card: 'title' | 'subtitle', width: string): Column<SoldVoucher> =>
  column('code', 'Code', { width, card }, ({ voucher_code }) => <Code code={voucher_code} />)

const what: Column<SoldVoucher> = column(
  'what',
  'Voucher',
  { card: 'subtitle' },
  ({ client, client_name, voucherInfoId, voucher_detail }) => (
    <Text flow="twoLines" title={`${client_name}: ${voucher_detail}`}>
      <Link to={companyUrl({ id: client, name: client_name })} tone="inherit">
        {client_name}
      </Link>
      <Text tone="muted">
        {' · '}
        <Link to={`/vouchers?id=${voucherInfoId}`} tone="inherit">
          {voucher_detail}
        </Link>
      </Text>
    </Text>
  ),
)

const facts: readonly Column<SoldVoucher>[] = [
  column('cost', 'Cost (coins)', { width: 104, align: 'right' }, ({ cost }) => coins(cost)),
  column(
    'bought',
    'Purchased',
    { width: 112, sort: { by: 'purchased_at', as: 'time' } },
    ({ purchased_at, by }) => (
      <span title={`${formatDateTime(purchased_at)}${by ? `, sold by ${by}` : ''}`}>
        {dayOf(purchased_at)}
      </span>
    ),
  ),
  {
    id: 'validity',
    title: 'Validity',
    // In the table the status shows this already.
    only: 'card',
    sort: { by: 'expiry_date', as: 'day' },
    cell: ({ expiry_date }) => expiry_date,
  },
]

const status: Column<SoldVoucher> = column(
  'status',
  'Status',
  { width: 114, card: 'corner' },
  (soldVoucher) => (
    <span
      title={
        soldVoucher.void_reason
          ? `${soldVoucher.void_reason} (${soldVoucher.voided_by ?? 'unknown'})`
          : `Until ${formatDay(soldVoucher.expiry_date)}`
      }
    >
      <SoldVoucherTag soldVoucher={soldVoucher} />
    </span>
  ),
)

const whyVoided: Column<SoldVoucher> = column(
  'why',
  'Reason',
  { only: 'card', card: 'footer' },
  ({ void_reason }) => void_reason && `Voided: ${void_reason}`,
)

const actions: Column<SoldVoucher> = column(
  'actions',
  'Actions',
  { width: 84, align: 'right', card: 'footer' },
  (soldVoucher) => <VoidButton soldVoucher={soldVoucher} />,
)

/** The columns of sold vouchers, of all customers and of one. */
export const soldVoucherColumns: readonly Column<SoldVoucher>[] = [
  ...customer,
  code('subtitle', '17%'),
  what,
  ...facts,
  status,
  whyVoided,
  actions,
]
export const customersPurchasedColumns: readonly Column<SoldVoucher>[] = [
  code('title', '24%'),
  what,
  ...facts,
  status,
  whyVoided,
  actions,
]

const VoidDialog = lazyPart(() => import('./VoidDialog.tsx'))

/** Opens the dialog that voids a sold voucher, if it is not voided. */
function VoidButton({ soldVoucher }: { soldVoucher: SoldVoucher }) {
  const [asking, setAsking] = useState(false)
  // If someone else voids it meanwhile, the open dialog says so.
  if (soldVoucher.voided_at && !asking) return null
  return (
    <RowActions>
      <Button size="small" aria-label={`Void ${soldVoucher.voucher_code}`} onClick={() => setAsking(true)}>
        Void
      </Button>
      {asking && <VoidDialog soldVoucher={soldVoucher} onClose={() => setAsking(false)} />}
    </RowActions>
  )
}
