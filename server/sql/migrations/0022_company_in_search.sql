-- An order is found by the company that pays for it, too. See docs/decisions/018-searches.md.
update order_search s set own_length = s.own_length + 1 + length(search_text(c.name)),
  words = left(s.words, s.own_length) || E'\n' || search_text(c.name) || substr(s.words, s.own_length + 1)
from orders o join clients c on c.id = o.client_id where o.id = s.order_id;
