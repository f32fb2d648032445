-- Customers.

select record_changes('users', entity => 'customer');
