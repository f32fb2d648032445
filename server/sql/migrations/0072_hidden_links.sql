-- The log keeps a message without the code in its link, by which anybody sees the order: reading the database gives no links.
-- A provider’s answer may repeat what it was sent, with its slashes escaped.
select set_config('our_print.quiet', 'on', true);
update messages set
  subject = regexp_replace(subject, '/o/[A-Za-z0-9_-]{22}', '/o/••••••', 'g'),
  text = regexp_replace(text, '/o/[A-Za-z0-9_-]{22}', '/o/••••••', 'g'),
  said = regexp_replace(said, '(/o\\?/)[A-Za-z0-9_-]{22}', '\1••••••', 'g')
where concat_ws(' ', subject, text, said) ~ '/o\\?/[A-Za-z0-9_-]{22}';
