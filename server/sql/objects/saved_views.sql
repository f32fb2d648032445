-- Views of lists that super admins save under a name.

select record_changes('saved_views');
