-- What PostgreSQL does besides the update when an order is moved: fewer and simpler triggers.
-- See docs/decisions/002-audit-by-trigger.md.

-- The audit entry of an updated order, with the same contents as audit() writes: comparing column by column takes a
-- third of the time of comparing two jsonb objects. One statement may move orders for several requests: it names the
-- staff user and the request of each order in our_print.authors, a JSON object by the order's id. This function writes that function from the columns of orders; a
-- migration that adds, renames or drops a column calls it again. test/audit.test.ts compares it with the columns.
create function generate_order_audit() returns void language plpgsql as $generate$
begin
  execute format($function$
    create or replace function audit_order() returns trigger language plpgsql as $body$
    declare
      person  uuid := nullif(current_setting('our_print.actor', true), '')::uuid;
      request text := nullif(current_setting('our_print.request_id', true), '');
      author  jsonb;
      was     jsonb := '{}';
      is_now  jsonb := '{}';
    begin
      if person is null then
        author := nullif(current_setting('our_print.authors', true), '')::jsonb -> new.id::text;
        if author is null then return null; end if;
        person := author ->> 'actor';
        request := author ->> 'request_id';
      end if;
      %s
      if was = '{}' then return null; end if;
      insert into audit_entries (actor, action, entity, entity_id, before, after, request_id)
      values (person, 'update', 'orders', new.id, was, is_now, request);
      return null;
    end
    $body$
  $function$, (
    select string_agg(format($column$
      if old.%1$I is distinct from new.%1$I then
        was := was || jsonb_build_object(%1$L, old.%1$I);
        is_now := is_now || jsonb_build_object(%1$L, new.%1$I);
      end if;$column$, attname), '' order by attnum)
    from pg_attribute where attrelid = 'orders'::regclass and attnum > 0 and not attisdropped));
end
$generate$;
select generate_order_audit();

drop trigger audit on orders;
create trigger audit after insert or delete on orders for each row execute function audit();
create trigger audit_changed after update on orders for each row execute function audit_order();

-- As before, but the function decides whether the counted columns changed. A trigger's WHEN is parsed again for every
-- statement, which takes longer than the function.
create or replace function count_order() returns trigger language plpgsql as $$
declare
  taken_in date;
begin
  if tg_op = 'UPDATE' then
    if (old.status, old.order_type, old.created_at, old.assigned_user, old.delivered_at, old.payable,
        old.pdf_page_count, old.copies)
      is not distinct from (new.status, new.order_type, new.created_at, new.assigned_user, new.delivered_at,
        new.payable, new.pdf_page_count, new.copies) then
      return null;
    end if;
    taken_in := shop_day(new.created_at);
    insert into order_count_deltas values
      (old.order_type, old.status,
        case when old.created_at = new.created_at then taken_in else shop_day(old.created_at) end, -1,
        -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
        case when old.status = 'delivered' then shop_day(old.delivered_at) end),
      (new.order_type, new.status, taken_in, 1,
        new.pdf_page_count * new.copies, new.payable, new.assigned_user,
        case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  elsif tg_op = 'INSERT' then
    insert into order_count_deltas values (new.order_type, new.status, shop_day(new.created_at), 1,
      new.pdf_page_count * new.copies, new.payable, new.assigned_user,
      case when new.status = 'delivered' then shop_day(new.delivered_at) end);
  else
    insert into order_count_deltas values (old.order_type, old.status, shop_day(old.created_at), -1,
      -old.pdf_page_count * old.copies, -old.payable, old.assigned_user,
      case when old.status = 'delivered' then shop_day(old.delivered_at) end);
  end if;
  return null;
end
$$;
drop trigger count_changed on orders;
create trigger count_changed
  after update of status, order_type, created_at, assigned_user, delivered_at, amount, discount, pdf_page_count, copies
  on orders for each row execute function count_order();
