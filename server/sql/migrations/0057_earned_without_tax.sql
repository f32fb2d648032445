-- Margins counted added tax as earned. The trigger on costs moves the figures along. Where orders have no tax yet, which 0064
-- gives them, there is nothing to do.
do $$
begin
  if exists (select from pg_attribute where attrelid = 'orders'::regclass and attname = 'tax' and not attisdropped) then
    execute $sql$
      update order_costs c set revenue = o.amount - o.discount
      from orders o where o.id = c.order_id and o.status <> 'cancelled' and o.tax > 0
    $sql$;
  end if;
end
$$;
