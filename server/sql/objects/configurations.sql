-- Prices and settings of the shop.

select record_changes('configurations', entity => 'configuration');
