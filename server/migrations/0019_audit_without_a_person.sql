-- What is done by a command on the machine has no person of the shop behind it, and is still to be seen.
alter table audit_entries alter column actor drop not null;
