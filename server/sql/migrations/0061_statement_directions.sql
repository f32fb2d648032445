-- Columns that say Cr or Dr could only be left out: that is forgotten, so that the next statement has them read.
update statement_layouts set columns = (
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(columns)
  where value <> '""' or key not in (
    'crdr', 'drcr', 'creditdebit', 'debitcredit', 'crdrindicator', 'drcrindicator', 'crdrflag', 'drcrflag',
    'direction', 'type', 'txntype', 'trantype', 'transactiontype', 'sollhaben'));
