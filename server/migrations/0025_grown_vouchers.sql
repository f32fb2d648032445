-- The list of all sold codes, newest group first: without an index of its own it walked down the unsold ones.
create index vouchers_all_sold on vouchers (voucher_info_id, id) where is_assigned;
