-- What was paid too much of one customer or company: few of all orders.
create index orders_overpaid on orders (client_id, user_id) include (due) where due < 0;
