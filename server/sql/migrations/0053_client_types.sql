-- What the types of companies are called: the first name is that of type 1.
alter table configurations add column client_types jsonb not null default '[]';
