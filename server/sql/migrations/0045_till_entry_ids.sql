-- An entry of the till has one id: that which its events say.
update cash_entries set id = till_entry_id where till_entry_id is not null;
alter table cash_entries add constraint cash_entries_id_of_till_entry check (id = till_entry_id);
