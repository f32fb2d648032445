-- Referrals, referrers and the ledger of claims.

-- The record is the referrer, a customer.
create or replace function announce_claim() returns trigger language plpgsql as $$
begin
  insert into event_queue (name, entity, record, version, made_by) values (
    case new.kind when 'earned' then 'referral.claimed' else 'referral.' || new.kind end,
    'referral', new.referrer, 1, event_author());
  return null;
end
$$;

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

create or replace trigger audit after insert or update or delete on referrals for each row execute function audit();

create or replace trigger audit after insert or update or delete on referral_claims for each row execute function audit();
create or replace trigger append_only before update or delete on referral_claims
  for each row execute function refuse_change();
create or replace trigger announce after insert on referral_claims for each row execute function announce_claim();

create or replace trigger count_new after insert on referrers referencing new table as changed
  for each statement execute function count_referrers();
create or replace trigger count_gone after delete on referrers referencing old table as changed
  for each statement execute function count_referrers();
