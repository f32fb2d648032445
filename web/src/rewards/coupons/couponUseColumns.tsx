import type { CouponUse } from '@our-print/contract/rewards/coupons.ts'
import { formatDateTime, phone, rupees } from '../../base/format/format.ts'
import { Undo } from '../../base/icons/screens.tsx'
import { type Column, column, DayOf } from '../../base/list/columns.tsx'
import { RouteLink } from '../../base/page/Page.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { fullName } from '../../people/customers/fullName.ts'

const customer: Column<CouponUse> = column('customer', 'Customer', {}, ({ user, user_data }) => (
  <RouteLink
    to={`/user/${user}?tab=coupons`}
    color="inherit"
    title={phone(user_data.mobile)}
    sx={{ fontWeight: 600 }}
  >
    {fullName(user_data)}
  </RouteLink>
))

const code: Column<CouponUse> = column('code', 'Code', {}, ({ code }) => (
  <span title={code} style={{ fontWeight: 600, letterSpacing: '0.02em' }}>
    {code}
  </span>
))

const facts: readonly Column<CouponUse>[] = [
  column('order', 'Order', { width: 88 }, ({ order, order_number }) => (
    <RouteLink to={`/order/${order}`} aria-label={`Order ${order_number}`}>
      {order_number}
    </RouteLink>
  )),
  column(
    'used',
    'Used',
    {
      width: 124,
    },
    ({ at }) => <DayOf time={at} />,
  ),
  column('discount', 'Discount', { width: 104, align: 'right' }, ({ discount, given_back_at }) =>
    given_back_at ? <s style={{ opacity: 0.75 }}>{rupees(discount)}</s> : rupees(discount),
  ),
  column(
    'state',
    'State',
    { width: 124, card: 'corner' },
    ({ given_back_at }) =>
      given_back_at && (
        <span title={`The order was cancelled on ${formatDateTime(given_back_at)}`}>
          <Tag label="Given back" Icon={Undo} tone="off" />
        </span>
      ),
  ),
]

/** Columns of the uses of one coupon, and of the uses of one customer. */
export const usesOfCoupon: readonly Column<CouponUse>[] = [customer, ...facts]
export const usesOfCustomer: readonly Column<CouponUse>[] = [code, ...facts]
