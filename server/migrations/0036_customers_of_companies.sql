-- The customers who own a voucher of a company, whose orders are a filter of the lists of orders: found from the index
-- alone, and one probe tells whether a customer is one of them.
create index purchased_vouchers_owned on purchased_vouchers (client_id, user_id) where voided_at is null;
