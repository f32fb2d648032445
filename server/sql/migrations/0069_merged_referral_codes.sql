-- The code of a customer who was merged is that of who was kept: friends may have it still.
create index customer_merges_by_code on customer_merges ((customer ->> 'referral_code')) where undone_at is null;
