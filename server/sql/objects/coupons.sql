-- Coupons and their uses.

create or replace view live_coupons as select * from coupons where deleted_at is null;

-- A use does not change the version: whoever is editing the coupon must not get a conflict from it.
select record_changes('coupons', entity => 'coupon', bin => 'coupon', bin_name => '{code, name}',
  event => $$case when new.usage_count > old.usage_count then 'coupon.redeemed' end$$,
  unaudited => '{usage_count, given_away}');

select record_changes('coupon_uses');
