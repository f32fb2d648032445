-- The reference of a transfer is the same in capital and small letters, as it is where statements are matched.
drop index payments_by_reference;
create index payments_by_reference on payments (method, lower(reference)) where reference is not null;
