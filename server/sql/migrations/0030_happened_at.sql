-- When something was done: before it reached the server where a phone had no network. `at` and `created_at` stay the server's own.
-- Null in happened_at: when it arrived. said_at: what the device said, where that cannot be. See docs/decisions/060-done-and-sent.md.
alter table order_history add column happened_at timestamptz, add column said_at timestamptz;
alter table delivery_proofs add column happened_at timestamptz, add column said_at timestamptz;
alter table ticket_scans add column happened_at timestamptz, add column said_at timestamptz;
alter table payments add column said_at timestamptz;
