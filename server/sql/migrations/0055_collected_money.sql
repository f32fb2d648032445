-- What was collected with a refused act: for who sees prices, so it is no part of the text.
alter table courier_tasks add column collected bigint
  constraint courier_tasks_collected check (collected between 0 and 10000000000);
