-- One rule for what is the same text: NFKC, without characters that cannot be seen, without regard to case (what
-- Unicode calls NFKC_Casefold). Nearly all text is ASCII, for which the first branch is enough and many times faster.
-- Its result depends neither on the database's locale nor on PostgreSQL's version.
create function fold_unicode(input text) returns text language plpgsql immutable parallel safe as $$
declare
  seen text := regexp_replace(normalize(input, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
      collate "C", '', 'g');
begin
  -- Down, up and down again: ẞ and ß become ss, and of several small letters of one capital one is left. A small sigma
  -- at the end of a word is the same letter, and so are the Turkish i with and without its dot.
  return normalize(replace(replace(
    lower(upper(lower(seen collate "und-x-icu") collate "und-x-icu") collate "und-x-icu") collate "C",
    'ς', 'σ'), E'i\u0307', 'i'), NFKC);
end
$$;
create function fold_text(input text) returns text immutable parallel safe language sql return
  case when octet_length(input) = length(input) then lower(input collate "C") else fold_unicode(input) end;

-- What a search looks for: the words anywhere, with % and _ as letters.
create function search_pattern(words text) returns text immutable parallel safe language sql return
  '%' || regexp_replace(fold_text(words), '([\\%_])', '\\\1', 'g') || '%';

-- Two codes of vouchers, coupons or referrals are one when their keys are equal. What was typed is kept beside it.
create function code_key(code text) returns text immutable parallel safe language sql return
  btrim(fold_text(code), E' \t\n\u000b\f\r\u0085\u2028\u2029');

drop index users_search;
create index users_search on users using gin (fold_text(
  first_name || ' ' || last_name || E'\n' || mobile || E'\n' || coalesce(email, '')) gin_trgm_ops);
drop index clients_search;
create index clients_search on clients using gin (fold_text(name || E'\n' || contact) gin_trgm_ops);
drop index leads_search;
create index leads_search on leads using gin (fold_text(name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(mobile, '') || E'\n' || subject || E'\n' || message) gin_trgm_ops);
drop index qr_codes_search;
create index qr_codes_search on qr_codes using gin (fold_text(company || E'\n' || code::text) gin_trgm_ops)
  where deleted_at is null;
drop index purchased_vouchers_search;
create index purchased_vouchers_search on purchased_vouchers using gin (code_key(voucher_code) gin_trgm_ops);

-- A company's codes that differ in case only were two until now. The first of them (a sold one, if any) has the key;
-- the others stay, can be sold and found, and are marked, so that no further one is added.
alter table vouchers drop constraint vouchers_voucher_code_taken, add column is_double boolean not null default false;
update vouchers v set is_double = true
from (
  select id, row_number() over (partition by client_id, code_key(voucher_code) order by is_assigned desc, id) as place
  from vouchers) d
where d.id = v.id and d.place > 1;
alter table vouchers add column code_key text collate "C" not null generated always as (
  case when is_double then code_key(voucher_code) || E'\n' || id::text else code_key(voucher_code) end) stored;
create unique index vouchers_voucher_code_taken on vouchers (client_id, code_key);

-- The same for coupons. Nobody can type the key of a double, so the older coupon is the one that is used; the other
-- is still listed, and can be given another code.
alter table coupons add column is_double boolean not null default false;
update coupons c set is_double = true
from (select id, row_number() over (partition by code_key(code) order by created_at, id) as place from coupons) d
where d.id = c.id and d.place > 1;
drop index coupons_code_taken;
create unique index coupons_code_taken on coupons
  ((case when is_double then code_key(code) || E'\n' || id::text else code_key(code) end));

-- A row that gets a code of its own is no double any more.
create function settle_double() returns trigger language plpgsql as $$
begin
  new.is_double := false;
  return new;
end
$$;
create trigger settle_double before update of code on coupons
  for each row when (old.is_double and old.code <> new.code) execute function settle_double();
create trigger settle_double before update of voucher_code on vouchers
  for each row when (old.is_double and old.voucher_code <> new.voucher_code) execute function settle_double();
