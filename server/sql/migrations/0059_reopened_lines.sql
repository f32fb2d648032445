-- The payments that a person said a line is not: the rules do not match them again.
alter table statement_lines add column not_payments uuid[] not null default '{}';
