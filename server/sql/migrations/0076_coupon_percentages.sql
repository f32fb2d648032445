-- The percentage that an order's coupon had when it was used: the coupon may be changed, the order keeps its discount.
alter table coupon_uses add column discount_percentage numeric(5, 2)
  check (discount_percentage > 0 and discount_percentage <= 100);
-- The audit keeps what people change.
alter table coupon_uses disable trigger user;
-- That of the coupon where it gives this discount; else the coupon was changed since, and the discount says what it was.
update coupon_uses u set discount_percentage = case
    when o.amount = 0 or floor(o.amount * c.discount_percentage / 100 + 0.5) = u.discount then c.discount_percentage
    else least(100, greatest(0.01, round(u.discount * 100.0 / o.amount, 2)))
  end
  from orders o, coupons c where o.id = u.order_id and c.id = u.coupon_id;
alter table coupon_uses enable trigger user;
