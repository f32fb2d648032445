-- How many orders there are, by type and status: order_figures with a row for each status.
create or replace view order_counts as
  select order_type, s.status, period, starts, s.orders from order_figures cross join lateral (values
    ('confirmed', confirmed), ('assigned', assigned), ('out-for-delivery', out_for_delivery), ('delivered', delivered),
    ('cancelled', cancelled)) s (status, orders);
