-- Secrets of webhooks are encrypted, as the passwords of printers are: the key is not in the database. SQL cannot do it, so
-- the server seals those that are in plain text when it starts, and empties their columns. See decisions/036-webhooks.md.
alter table webhooks alter column secret drop not null;
alter table webhooks add column secret_sealed bytea, add column previous_secret_sealed bytea;
alter table webhooks add constraint webhooks_has_secret check (secret is not null or secret_sealed is not null);
drop trigger audit on webhooks;
create trigger audit after insert or update or delete on webhooks for each row
  execute function audit('secret', 'previous_secret', 'secret_sealed', 'previous_secret_sealed');

-- Requests are counted in batches of many keys: one that is deleted just then must not fail the requests of the others. A
-- count that outlives its key is one row, and means nothing.
alter table api_key_requests drop constraint api_key_requests_api_key_fkey;
