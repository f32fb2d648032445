import Link from '@mui/material/Link'
import type { CouponUse } from '@our-print/contract/rewards/coupons.ts'
import { Link as RouterLink } from 'react-router'
import { Tag } from '../../base/feedback/Tag.tsx'
import { formatDate, formatDateTime } from '../../base/format/dates.ts'
import { rupees } from '../../base/format/format.ts'
import { phone } from '../../base/format/phone.ts'
import { Undo } from '../../base/icons/screens.tsx'
import type { Column } from '../../base/list/tableModel.ts'
import { fullName } from '../../people/customers/fullName.ts'

const customer: Column<CouponUse> = {
  id: 'customer',
  title: 'Customer',
  cell: ({ user, user_data }) => (
    <Link
      component={RouterLink}
      to={`/user/${user}?tab=coupons`}
      color="inherit"
      title={phone(user_data.mobile)}
      sx={{ fontWeight: 600 }}
    >
      {fullName(user_data)}
    </Link>
  ),
}

const code: Column<CouponUse> = {
  id: 'code',
  title: 'Code',
  cell: ({ code }) => (
    <span title={code} style={{ fontWeight: 600, letterSpacing: '0.02em' }}>
      {code}
    </span>
  ),
}

const facts: readonly Column<CouponUse>[] = [
  {
    id: 'order',
    title: 'Order',
    width: 88,
    cell: ({ order, order_number }) => (
      <Link component={RouterLink} to={`/order/${order}`} aria-label={`Order ${order_number}`}>
        {order_number}
      </Link>
    ),
  },
  {
    id: 'used',
    title: 'Used',
    width: 124,
    cell: ({ at }) => <span title={formatDateTime(at)}>{formatDate(at)}</span>,
  },
  {
    id: 'discount',
    title: 'Discount',
    width: 104,
    align: 'right',
    cell: ({ discount, given_back_at }) =>
      given_back_at ? <s style={{ opacity: 0.75 }}>{rupees(discount)}</s> : rupees(discount),
  },
  {
    id: 'state',
    title: 'State',
    width: 124,
    card: 'corner',
    cell: ({ given_back_at }) =>
      given_back_at && (
        <span title={`The order was cancelled on ${formatDateTime(given_back_at)}`}>
          <Tag label="Given back" Icon={Undo} tone="off" />
        </span>
      ),
  },
]

/** Columns of the uses of one coupon, and of the uses of one customer. */
export const usesOfCoupon: readonly Column<CouponUse>[] = [customer, ...facts]
export const usesOfCustomer: readonly Column<CouponUse>[] = [code, ...facts]
