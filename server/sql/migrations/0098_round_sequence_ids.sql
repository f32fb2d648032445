-- Its audit entries say of whom it is: a person has one.
alter table round_sequences add column id uuid not null generated always as (staff_user) stored;
