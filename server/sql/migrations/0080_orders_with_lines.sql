-- Of the few orders that have further lines, in the sequence of lists.
create index orders_with_lines on orders (order_type, status, created_at desc, id desc) where lines <> '[]';
