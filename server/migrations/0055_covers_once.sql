-- Since when the job ticket in front of a document may be at the printer, as sent_at says of the document: a process that
-- dies between the two must not print the ticket twice.
alter table print_jobs add column cover_sent_at timestamptz;
