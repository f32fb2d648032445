-- Columns that say whether a payment failed could only be left out: that is forgotten, so that the next statement has them read.
update statement_layouts set columns = (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(columns)
  where value <> '""' or key not in ('status', 'transactionstatus', 'txnstatus', 'transtatus', 'paymentstatus'));
