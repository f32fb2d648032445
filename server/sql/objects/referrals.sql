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

create or replace trigger audit after insert or update or delete on referrals for each row execute function audit();

create or replace trigger audit after insert or update or delete on referral_claims for each row execute function audit();
create or replace trigger append_only before update or delete on referral_claims
  for each row execute function refuse_change();
create or replace trigger announce after insert on referral_claims for each row execute function announce_claim();
