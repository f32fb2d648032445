-- From which network a file came that somebody sent without signing in, while no order and no request has taken it: so many bytes
-- of one network are kept. No record of the shop.
create table visitor_uploads (
  file_id uuid primary key references order_files (id) on delete cascade,
  network text not null
);
