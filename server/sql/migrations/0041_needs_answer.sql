-- Customers are asked on the page of their order what the check of its files found.
insert into message_templates (fact, language, is_on, subject, body, short) values
  ('needs_answer', 'en', true, 'A question about your order #{order_number}',
   E'Hello {first_name},\n\nbefore we print your order #{order_number} ({order_title}), we have a question about its files. Please answer it here, or send another file:\n{order_link}\n\n{shop_name}\n{shop_phone}',
   '{shop_name}: we have a question about your order #{order_number} before we print it. {order_link}');
