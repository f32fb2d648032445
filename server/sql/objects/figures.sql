-- All counted figures, each declared once: 0_figures.sql says what is made of it.

-- Orders on the day they were created. Pages and payable of those that are not cancelled; impressions as production counts them.
select define_figure('order_figures', 'orders', kind => 'order_type', at => 'created_at', periods => '{ever,month,day}', sums => '{
  "confirmed": "(status = ''confirmed'')::int",
  "assigned": "(status = ''assigned'')::int",
  "out_for_delivery": "(status = ''out-for-delivery'')::int",
  "delivered": "(status = ''delivered'')::int",
  "cancelled": "(status = ''cancelled'')::int",
  "pages": "(status <> ''cancelled'')::int * pdf_page_count * copies",
  "payable": "(status <> ''cancelled'')::int * payable",
  "impressions": "(status <> ''cancelled'')::int * copies * coalesce(impressions, pdf_page_count)"}');

-- How many orders there are, by type and status: the same with a row for each status.
create or replace view order_counts as
  select order_type, s.status, period, starts, s.orders from order_figures cross join lateral (values
    ('confirmed', confirmed), ('assigned', assigned), ('out-for-delivery', out_for_delivery), ('delivered', delivered),
    ('cancelled', cancelled)) s (status, orders);

-- Orders and their impressions on the day they were delivered, by staff user. Weeks, because nearly every range of days
-- contains some whole weeks.
select define_figure('delivery_figures', 'orders', key => 'assigned_user as staff_user', at => 'delivered_at',
  only_if => 'status = ''delivered'' and delivered_at is not null', periods => '{ever,week,day,all}',
  sums => '{"orders": "1", "impressions": "copies * coalesce(impressions, pdf_page_count)"}');

-- Print jobs by printer (null: by hand) and state.
select define_figure('print_job_figures', 'print_jobs', key => 'printer_id', kind => 'state', events => '{insert,update}',
  sums => '{"jobs": "1"}');

-- What print jobs printed, on the day they ended.
select define_figure('printed_figures', 'print_job_costs', joins => 'join print_jobs j on j.id = s.job_id',
  key => 'j.printer_id as printer_id', at => 'j.finished_at', events => '{insert,update}', periods => '{ever,day}',
  sums => '{"counted": "counted", "printed": "printed", "wasted": "wasted", "sheets": "sheets"}');

-- What orders with a known cost earned and cost, on the day they were created; of_orders: what was printed of them.
select define_figure('margin_figures', 'order_costs', at => 'created_at', events => '{insert,update}', only_if => 'jobs > 0',
  periods => '{day}', sums => '{
  "orders": "1", "of_orders": "printed", "of_orders_wasted": "wasted", "revenue": "revenue", "paper": "paper",
  "click": "click", "waste": "waste", "binding": "binding"}');

-- What print jobs used of each item of the stock.
select define_figure('stock_use_figures', 'stock_entries', key => 'item_id', at => 'at', events => '{insert}',
  only_if => 'print_job is not null', periods => '{day}', sums => '{"used": "-quantity"}');

select define_figure('ticket_scan_figures', 'ticket_scans', events => '{insert}', sums => '{"scans": "1"}');

-- Codes of each group of vouchers; those of a deleted group stay counted.
select define_figure('voucher_figures', 'vouchers', key => 'voucher_info_id', sums => '{
  "codes": "1", "assigned": "is_assigned::int", "available": "(is_active and not is_assigned)::int"}');

-- Scans of each QR code, and of all together.
select define_figure('scan_figures', 'scans', key => 'qr_code_id', kind => 'kind', at => 'at', events => '{insert}',
  periods => '{ever,day,all}', sums => '{"scans": "1"}');

-- Customers, active and not.
select define_figure('user_figures', 'users', kind => 'is_active::text as is_active', sums => '{"users": "1"}');

-- Audit entries of each person (null: a command on the server), by table and action. Those about reading pass away.
select define_figure('audit_figures', 'audit_entries', key => 'actor', kind => 'entity || '' '' || action as act', at => 'at',
  events => '{insert,delete}', periods => '{ever,month,day}', sums => '{"entries": "1"}');
