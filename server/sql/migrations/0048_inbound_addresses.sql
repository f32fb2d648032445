-- Where a provider reports what customers answer. Found by the hash of a code, shown to the office from a seal, as the links of
-- customers (docs/decisions/062-customer-links.md); a new one replaces the old one, and without one it is revoked.
alter table message_channels
  add column inbound_hash   bytea constraint message_channels_inbound_once unique,
  add column inbound_sealed bytea,
  add column inbound_at     timestamptz,
  -- What the provider calls the number and the text; with dots inside of JSON.
  add column sender_field   text not null default 'From',
  add column text_field     text not null default 'Body',
  add constraint message_channels_inbound check (
    num_nulls(inbound_hash, inbound_sealed, inbound_at) in (0, 3) and (channel <> 'email' or inbound_hash is null));
