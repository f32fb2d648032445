-- Vouchers that customers bought, as they were bought: later changes of the group do not change them. A voided code was
-- seen by its buyer, so it is never sold again: one code, one purchase.
create table purchased_vouchers (
  id              uuid primary key default uuid_v7(),
  user_id         uuid not null references users (id),
  voucher_id      uuid not null references vouchers (id),
  voucher_info_id uuid not null references voucher_infos (id),
  client_id       uuid not null references clients (id),
  voucher_code    text collate "C" not null,
  voucher_detail  text not null,
  -- In hundredths of a coin.
  cost            bigint not null check (cost >= 0),
  expiry_date     date not null,
  image_id        uuid references images (id),
  purchased_at    timestamptz not null default now(),
  by              uuid references staff_users (id),
  voided_at       timestamptz,
  voided_by       uuid references staff_users (id),
  void_reason     text,
  version         int not null default 1,
  constraint purchased_vouchers_voucher_id_taken unique (voucher_id),
  constraint purchased_vouchers_void_has_reason check ((voided_at is null) = (void_reason is null))
);
create index purchased_vouchers_of_user on purchased_vouchers (user_id, id desc);
create index purchased_vouchers_of_info on purchased_vouchers (voucher_info_id);
create index purchased_vouchers_of_client on purchased_vouchers (client_id, id desc);
create index purchased_vouchers_of_image on purchased_vouchers (image_id) where image_id is not null;
create index purchased_vouchers_voided on purchased_vouchers (id desc) where voided_at is not null;
create index purchased_vouchers_search on purchased_vouchers using gin (code_key(voucher_code) gin_trgm_ops);
create trigger version before update on purchased_vouchers for each row execute function next_version();
create trigger audit after insert or update or delete on purchased_vouchers for each row execute function audit();
