-- When the shop works, by its own clock; an empty time is a day that is closed.
alter table configurations
  add column opening_hours jsonb not null default '{
    "sun": {"opens": "", "closes": ""},
    "mon": {"opens": "09:00", "closes": "20:00"},
    "tue": {"opens": "09:00", "closes": "20:00"},
    "wed": {"opens": "09:00", "closes": "20:00"},
    "thu": {"opens": "09:00", "closes": "20:00"},
    "fri": {"opens": "09:00", "closes": "20:00"},
    "sat": {"opens": "09:00", "closes": "20:00"}}',
  -- {day, name}, in the order they were written.
  add column holidays jsonb not null default '[]';
