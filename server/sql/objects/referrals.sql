-- Referrals, referrers and the ledger of claims.

select record_changes('referrals');

-- The record is the referrer, a customer.
select record_changes('referral_claims', entity => 'referral', subject => 'referrer', append_only => true,
  event => $$'referral.' || case new.kind when 'earned' then 'claimed' else new.kind end$$);
