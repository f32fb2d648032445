-- An entry has the time of its change, not that of the start of its transaction: a long one may be hours older.
alter table audit_entries alter column at set default clock_timestamp();
