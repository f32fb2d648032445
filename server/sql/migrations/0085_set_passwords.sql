-- Who set somebody else's password, until that person sets one of their own: as long, both can sign in with it.
alter table staff_users add column password_set_by uuid references staff_users (id);
