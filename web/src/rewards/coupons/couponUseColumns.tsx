import type { CouponUse } from '@our-print/contract/rewards/coupons.ts'
import { formatDateTime, phone, rupees } from '../../base/format/format.ts'
import { Undo } from '../../base/icons/screens.tsx'
import { type Column, column, DayOf } from '../../base/list/columns.tsx'
import { Link } from '../../base/ui/Link.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { fullName } from '../../people/customers/fullName.ts'

const customer: Column<CouponUse> = column('customer', 'Customer', {}, ({ user, user_data }) => (
  <Link to={`/user/${user}?tab=coupons`} tone="inherit" title={phone(user_data.mobile)} strong>
    {fullName(user_data)}
  </Link>
))

const code: Column<CouponUse> = column('code', 'Code', {}, ({ code }) => (
  <Text title={code} strong>
    {code}
  </Text>
))

const facts: readonly Column<CouponUse>[] = [
  column('order', 'Order', { width: 88 }, ({ order, order_number }) => (
    <Link to={`/order/${order}`} aria-label={`Order ${order_number}`}>
      {order_number}
    </Link>
  )),
  column('used', 'Used', { width: 124 }, ({ at }) => <DayOf time={at} />),
  column('discount', 'Discount', { width: 104, align: 'right' }, ({ discount, given_back_at }) =>
    given_back_at ? (
      <Text tone="muted">
        <s>{rupees(discount)}</s>
      </Text>
    ) : (
      rupees(discount)
    ),
  ),
  column(
    'state',
    'Status',
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
