-- When two texts count as equal: search and voucher codes ignore case, width and invisible characters.

-- Unicode's NFKC_Casefold. The result depends neither on the database's locale nor on PostgreSQL's version.
create function fold_unicode(input text) returns text language plpgsql immutable parallel safe as $$
declare
  seen text := regexp_replace(normalize(input, NFKC),
    '[\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFFB\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]'
      collate "C", '', 'g');
begin
  -- Lower, upper and lower case again: ẞ and ß become ss, and lower-case variants of one capital letter become equal.
  -- A final sigma equals a sigma; the Turkish i equals i with and without its dot.
  return normalize(replace(replace(
    lower(upper(lower(seen collate "und-x-icu") collate "und-x-icu") collate "und-x-icu") collate "C",
    'ς', 'σ'), E'i\u0307', 'i'), NFKC);
end
$$;

-- Nearly all text is ASCII, for which lower() is enough and many times faster.
create function fold_text(input text) returns text immutable parallel safe language sql return
  case when octet_length(input) = length(input) then lower(input collate "C") else fold_unicode(input) end;

-- The LIKE pattern of a search: the words anywhere in the text, % and _ taken literally.
create function search_pattern(words text) returns text immutable parallel safe language sql return
  '%' || regexp_replace(fold_text(words), '([\\%_])', '\\\1', 'g') || '%';

-- Two codes (of vouchers, coupons or referrals) are equal when their keys are. The code as typed is stored beside it.
create function code_key(code text) returns text immutable parallel safe language sql return
  btrim(fold_text(code), E' \t\n\u000b\f\r\u0085\u2028\u2029');

-- For tables with is_double: a row that gets another code is no longer a duplicate.
create function settle_double() returns trigger language plpgsql as $$
begin
  new.is_double := false;
  return new;
end
$$;
