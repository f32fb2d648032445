-- Staff users and API keys.

create or replace trigger version before update on staff_users for each row execute function next_version();
create or replace trigger audit after update or delete on staff_users for each row execute function audit('password_hash');
-- A new account of a key has the entry of its key.
create or replace trigger audit_insert after insert on staff_users for each row when (not new.is_api_key)
  execute function audit('password_hash');
create or replace trigger announce after insert or update or delete on staff_users
  for each row execute function announce('staff');

create or replace trigger audit after insert or update or delete on api_keys
  for each row execute function audit('key_hash');
