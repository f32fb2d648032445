-- Cash that is counted twice, the till, and days that are closed.

-- A declaration of what somebody hands over, and how it was counted. Amounts are in paise.
create table hand_overs (
  id             uuid primary key default uuid_v7(),
  number         bigint generated always as identity,
  holder         uuid not null references staff_users (id),
  status         text not null default 'declared'
    constraint hand_overs_status check (status in ('declared', 'difference', 'done', 'cancelled')),
  -- What they had in hand when they declared: what comes in later stays there.
  in_hand        bigint not null,
  declared       bigint not null constraint hand_overs_declared check (declared >= 0),
  declared_notes jsonb not null,
  declared_at    timestamptz not null default now(),
  counted        bigint constraint hand_overs_counted check (counted >= 0),
  counted_notes  jsonb,
  counted_by     uuid references staff_users (id),
  counted_at     timestamptz,
  -- What was to be counted: less than was in hand where some was paid back meanwhile.
  expected       bigint,
  explanation    text constraint hand_overs_explanation check (explanation in ('short', 'over')),
  reason         text,
  explained_by   uuid references staff_users (id),
  explained_at   timestamptz,
  version        int not null default 1,
  constraint hand_overs_number unique (number),
  constraint hand_overs_counted_by_another check (counted_by <> holder and explained_by <> holder),
  constraint hand_overs_counted_whole check (
    (status in ('difference', 'done')) = (num_nonnulls(counted, counted_notes, counted_by, counted_at, expected) = 5)),
  constraint hand_overs_explained_whole check (
    num_nonnulls(explanation, reason, explained_by, explained_at) in (0, 4)
    and (explanation is null or status = 'done')),
  constraint hand_overs_done_equal check (
    status <> 'done' or explanation is not null or declared = counted and counted = expected)
);
create unique index hand_overs_one_open on hand_overs (holder) where status in ('declared', 'difference');
create index hand_overs_of_holder on hand_overs (holder, id desc);

-- What people did with the till, append-only. Amounts are in paise, negative where cash left it.
create table till_entries (
  id        uuid primary key default uuid_v7(),
  at        timestamptz not null default now(),
  kind      text not null constraint till_entries_kind check (kind in ('float', 'pay_out', 'deposit', 'difference')),
  amount    bigint not null constraint till_entries_amount check (amount <> 0),
  reason    text not null default '',
  reference text,
  by        uuid not null references staff_users (id),
  reverses  uuid references till_entries (id),
  constraint till_entries_reversed_once unique (reverses)
);

alter table cash_entries
  -- As that of its payment: the day to which it belongs.
  add column happened_at   timestamptz,
  add column hand_over_id  uuid references hand_overs (id),
  add column till_entry_id uuid references till_entries (id),
  drop constraint cash_entries_kind,
  add constraint cash_entries_kind check (
    num_nonnulls(payment_id, hand_over_id, till_entry_id) = 1
    and case kind
      when 'payment' then payment_id is not null
      when 'hand_over' then hand_over_id is not null
      when 'difference' then payment_id is null
      else kind in ('float', 'pay_out', 'deposit') and till_entry_id is not null and holder is null end);
update cash_entries e set happened_at = p.happened_at from payments p where p.id = e.payment_id;
alter table cash_entries
  alter column happened_at set not null,
  alter column happened_at set default now();
create index cash_entries_by_time on cash_entries (holder, happened_at desc, id desc) include (amount, kind);
create index cash_entries_of_day on cash_entries (happened_at) include (holder, amount, kind);
create index cash_entries_of_hand_over on cash_entries (hand_over_id) where hand_over_id is not null;
create unique index cash_entries_one_of_till_entry on cash_entries (till_entry_id) where till_entry_id is not null;

alter table day_closes
  add column id            uuid not null default uuid_v7() unique,
  add column closed_by     uuid references staff_users (id),
  -- The report as text, so that its hash is of what was sealed, to the byte.
  add column report        text,
  add column previous_seal text,
  add column seal          text,
  add column received      bigint not null default 0,
  add column till          bigint not null default 0,
  -- Of the till and all methods.
  add column difference    bigint not null default 0,
  add column needs_signature boolean not null default true,
  add column signed_by     uuid references staff_users (id),
  add column signed_at     timestamptz,
  add column version       int not null default 1,
  add constraint day_closes_two_people check (signed_by <> closed_by),
  add constraint day_closes_signed_whole check (num_nonnulls(signed_by, signed_at) in (0, 2)),
  add constraint day_closes_next unique (previous_seal);
