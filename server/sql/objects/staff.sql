-- Staff users and API keys.

-- A new account of a key has the entry of its key.
select record_changes('staff_users', entity => 'staff', hidden => '{password_hash}', unaudited_new => 'new.is_api_key');

select record_changes('api_keys', hidden => '{key_hash}');
