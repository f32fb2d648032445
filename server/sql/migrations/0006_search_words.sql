-- A search finds words in any order and without accents, and an order by its address, notes and files, too.
-- See docs/decisions/018-searches.md.

-- A folded text without the accents of Latin, Greek and Cyrillic letters, with plain letters for those with a stroke, and
-- with one apostrophe: Śrīnivāsan is srinivasan, and Łódź lodz. The vowel signs of Indian scripts are no accents.
create function fold_accents(folded text) returns text immutable parallel safe language sql return
  normalize(replace(replace(replace(translate(
    regexp_replace(normalize(folded, NFKD), '[\u0300-\u036F]' collate "C", '', 'g'),
    'øłđħŧð‘’ʼ', 'oldhtd'''''''), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'), NFKC);

-- What a search compares. Names and codes are still distinct where only an accent differs: those use fold_text.
create function search_text(input text) returns text immutable parallel safe language sql return
  case when octet_length(input) = length(input) then lower(input collate "C") else fold_accents(fold_unicode(input)) end;

-- The indexes of what is searched.
drop index users_search, clients_search, purchased_vouchers_search, qr_codes_search, coupons_search, leads_search, bin_search;
create index users_search on users using gin (search_text(
  first_name || ' ' || last_name || E'\n' || mobile || E'\n' || coalesce(email, '') || E'\n' || notes) gin_trgm_ops);
create index clients_search on clients using gin (search_text(name || E'\n' || contact) gin_trgm_ops) where deleted_at is null;
create index purchased_vouchers_search on purchased_vouchers using gin (search_text(code_key(voucher_code)) gin_trgm_ops);
create index qr_codes_search on qr_codes using gin (search_text(company || E'\n' || code::text) gin_trgm_ops)
  where deleted_at is null;
create index coupons_search on coupons using gin (search_text(name || E'\n' || code) gin_trgm_ops) where deleted_at is null;
create index leads_search on leads using gin (search_text(name || E'\n' || coalesce(email, '') || E'\n' ||
  coalesce(mobile, '') || E'\n' || subject || E'\n' || message) gin_trgm_ops) where deleted_at is null;
create index bin_search on bin using gin (search_text(name) gin_trgm_ops);

-- The text of an order has more lines now.
drop index order_search_words;
update customer_search set words = fold_accents(words) where octet_length(words) <> length(words);
truncate order_search;
-- The words begin with the number and title: some people look through no more.
alter table order_search add column title_length int not null;
insert into order_search (order_id, user_id, order_type, created_at, title_length, own_length, words)
select o.id, o.user_id, o.order_type, o.created_at, length(search_text(o.number || E'\n' || o.title)), length(w.words), w.words || E'\n' || c.words
from orders o join customer_search c on c.user_id = o.user_id
left join (
  select order_id, string_agg(name, E'\n' order by position, id) as names from order_files where kind = 'print' group by order_id
) f on f.order_id = o.id
cross join lateral (select search_text(concat_ws(E'\n', o.number, o.title,
    o.address ->> 'line1', nullif(o.address ->> 'line2', ''), o.address ->> 'city', o.address ->> 'state',
    o.address ->> 'pincode', nullif(o.notes, ''), f.names)) as words offset 0) w
order by o.created_at, o.id;
-- Finds one word of the order itself.
create index order_search_words on order_search using gin (left(words, own_length) gin_trgm_ops)
  with (gin_pending_list_limit = 512);
-- Finds several words, some of which may be of the customer.
create index order_search_all_words on order_search using gin (words gin_trgm_ops) with (gin_pending_list_limit = 512);
