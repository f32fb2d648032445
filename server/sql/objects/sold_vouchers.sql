-- Vouchers that customers bought.

select record_changes('purchased_vouchers', entity => 'sold_voucher', event => $$case
    when tg_op = 'INSERT' then 'voucher.purchased'
    when old.voided_at is null and new.voided_at is not null then 'voucher.voided' end$$);
