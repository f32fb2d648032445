-- Orders, their files and proofs of delivery.

-- Of an order also the staff users who see it.
select record_changes('orders', entity => 'order', staff_user => 'assigned_user', event => $$case
    when tg_op <> 'UPDATE' then null
    when new.status = 'delivered' and old.status <> 'delivered' then 'order.delivered'
    when new.status = 'cancelled' and old.status <> 'cancelled' then 'order.cancelled'
    when new.assigned_user <> old.assigned_user or new.assigned_user is not null and old.assigned_user is null
      then 'order.assigned' end$$);

select record_changes('order_files');
create or replace trigger remove_bytes after delete or update of storage_key on order_files
  for each row execute function remove_stored_file();

select record_changes('delivery_proofs');
