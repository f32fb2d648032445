-- What an entry of the history is that is no move and no change: a note, or one of a complaint.
alter table order_history add column noted text
  constraint order_history_noted check (noted in ('note', 'complaint'));

-- Of entries that keep the status, those that are nothing else. Only an open order changes hands, by the shop: its notes are
-- told by their texts and by the customers' own account.
update order_history set noted = case
    when note like 'Something is wrong – %' or note like 'Complaint resolved%' then 'complaint' else 'note' end
where from_status = to_status and changes is null and is_ready is null and auto_printed is null and courier_task is null
  and (
    to_status not in ('assigned', 'out-for-delivery')
    or to_status = 'out-for-delivery' and coalesce(note, '') not like 'Handed over from %'
    or by = '00000000-0000-7000-8000-00000000c001'
    or note ~ '^(Customer’s link (made|renewed|revoked)$|From request \d+$|Request declined: |Complaint resolved)');
