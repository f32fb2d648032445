-- Enquiries.

create or replace view live_leads as select * from leads where deleted_at is null;

select record_changes('leads', entity => 'lead', bin => 'lead', bin_name => '{name}');
