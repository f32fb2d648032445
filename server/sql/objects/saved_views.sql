-- Views of lists that super admins save under a name.

create or replace trigger version before update on saved_views for each row execute function next_version();
create or replace trigger audit after insert or update or delete on saved_views for each row execute function audit();
