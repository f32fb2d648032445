-- What these did, the statements do that move and change orders: moveOrders.queries.ts, changeOrder.queries.ts.
drop trigger if exists keep_order_facts on orders;
drop function if exists keep_order_facts();
