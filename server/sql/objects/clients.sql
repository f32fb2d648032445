-- Companies.

-- Statements read the views live_…, which have only the rows that are not deleted: docs/decisions/028-the-bin.md.
create or replace view live_clients as select * from clients where deleted_at is null;

-- A restored record is as it was, its version included; so in the other tables of the bin.
select record_changes('clients', entity => 'company', bin => 'company', bin_name => '{name}');
