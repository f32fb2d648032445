-- The figures of production by day again, as recount_orders() does it: in a repeatable read transaction without locks. Its
-- snapshot has the rows and the deltas that are in them, which go; what is written meanwhile stays as deltas of its own. The
-- days of use, which writers change in place, are counted apart: see recount_stock_use().
create or replace function recount_production_days() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') = 'repeatable read' then
    perform pg_advisory_xact_lock(hashtext('fold_production_counts'));
  else
    lock table orders, print_jobs, order_costs, print_job_costs, production_deltas in share row exclusive mode;
  end if;
  delete from production_deltas;
  delete from production_counts;
  insert into production_deltas (day, ordered)
  select shop_day(created_at), sum(order_impressions(o)) from orders o where status <> 'cancelled' group by 1;
  insert into production_deltas (day, delivered)
  select shop_day(delivered_at), sum(order_impressions(o)) from orders o
  where status = 'delivered' and delivered_at is not null group by 1;
  insert into production_deltas (day, printer_id, counted, printed, wasted, sheets)
  select shop_day(j.finished_at), j.printer_id, sum(c.counted), sum(c.printed), sum(c.wasted), sum(c.sheets)
  from print_job_costs c join print_jobs j on j.id = c.job_id group by 1, 2;
  insert into production_deltas (day, orders, of_orders, of_orders_wasted, revenue, paper, click, waste, binding)
  select shop_day(created_at), count(*), sum(printed), sum(wasted), sum(revenue), sum(paper), sum(click), sum(waste), sum(binding)
  from order_costs where jobs > 0 group by 1;
  perform fold_production_counts();
end
$$;
-- They were counted with production: a count that goes on at this moment still has to do them.
update shop_clock set recounts = recounts || 'stock'::text where 'production' = any (recounts);
