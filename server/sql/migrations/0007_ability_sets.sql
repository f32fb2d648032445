-- Who may do what: abilities in named sets, given to staff users. Which abilities there are, the contract says.
create table ability_sets (
  id         uuid primary key default uuid_v7(),
  name       text not null,
  abilities  text[] not null,
  created_at timestamptz not null default now(),
  version    int not null default 1,
  constraint ability_sets_name_length check (length(name) between 1 and 60),
  constraint ability_sets_has_abilities check (cardinality(abilities) > 0)
);
create unique index ability_sets_name_taken on ability_sets (fold_text(name));

-- None: what delivery staff do. A super admin has all abilities and needs no set.
alter table staff_users
  add column ability_set uuid constraint staff_users_ability_set_used references ability_sets (id),
  add constraint staff_users_super_admin_has_all check (ability_set is null or not is_superuser);
create index staff_users_of_ability_set on staff_users (ability_set) where ability_set is not null;

insert into ability_sets (name, abilities) values
  ('Clerk', '{orders,prices,assign,customers}'),
  ('Print operator', '{floor}'),
  ('Manager', '{orders,prices,discounts,coins,vouchers,floor,assign,customers,exports,configuration,staff,audit}');
