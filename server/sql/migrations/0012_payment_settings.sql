-- How the shop is paid; limits in paise.
alter table configurations
  add column unpaid_delivery text not null default 'always'
    constraint configurations_unpaid_delivery_known check (unpaid_delivery in ('never', 'with_note', 'always')),
  add column payment_methods jsonb not null default '[]',
  add column credit_limit_customer bigint not null default 0 check (credit_limit_customer >= 0),
  add column credit_limit_company bigint not null default 0 check (credit_limit_company >= 0),
  add column payee_name text not null default '',
  add column payee_address text not null default '',
  add column payee_iban text not null default '',
  add column payee_bic text not null default '';

-- What is owed, by whom: of delivered orders, and of orders on account. Accounts, ageing and limits read nothing else.
drop index orders_owed;
create index orders_owed on orders (client_id, user_id, delivered_at) include (due)
  where due > 0 and (delivered_at is not null or pay_by = 'on_account');

-- A company that has neither orders nor payments can be deleted; its limit goes with it.
alter table accounts
  drop constraint accounts_client_id_fkey,
  add constraint accounts_client_id_fkey foreign key (client_id) references clients (id) on delete cascade;
