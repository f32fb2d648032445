-- What the search across the app needs besides the indexes of the lists. Statements: server/src/search.

-- The last digits of a number, which customers say on the phone.
create index users_mobile_reversed on users (reverse(mobile) collate "C");
create index coupons_search on coupons using gin (fold_text(name || E'\n' || code) gin_trgm_ops)
  where deleted_at is null;
