-- Customers.

-- A customer who gets another number is no longer a duplicate.
create or replace function settle_customer_double() returns trigger language plpgsql as $$
begin
  new.double_of := null;
  return new;
end
$$;

create or replace trigger version before update on users for each row execute function next_version();
create or replace trigger audit after insert or update or delete on users for each row execute function audit();
create or replace trigger settle_double before update of mobile on users
  for each row when (old.double_of is not null and old.mobile <> new.mobile) execute function settle_customer_double();
create or replace trigger announce after insert or update or delete on users
  for each row execute function announce('customer');
