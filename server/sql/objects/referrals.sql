-- Referrals, referrers and the ledger of claims.

-- Referrers by blocks of their places.
create or replace function count_referrers() returns trigger language plpgsql as $$
declare
  sign int := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  insert into referrer_counts as c (block, referrers)
  select place / 500, sign * count(*) from changed group by 1 order by 1
  on conflict (block) do update set referrers = c.referrers + excluded.referrers;
  return null;
end
$$;

select record_changes('referrals');

-- The record is the referrer, a customer.
select record_changes('referral_claims', entity => 'referral', subject => 'referrer', append_only => true,
  event => $$'referral.' || case new.kind when 'earned' then 'claimed' else new.kind end$$);

create or replace trigger count_new after insert on referrers referencing new table as changed
  for each statement execute function count_referrers();
create or replace trigger count_gone after delete on referrers referencing old table as changed
  for each statement execute function count_referrers();
