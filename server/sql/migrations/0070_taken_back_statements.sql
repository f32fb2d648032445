-- A statement that was read wrongly is taken back with its lines; of it stays who did it.
alter table statements
  add column taken_back_at timestamptz,
  add column taken_back_by uuid references staff_users (id),
  add constraint statements_taken_back_whole check (num_nonnulls(taken_back_at, taken_back_by) in (0, 2));
