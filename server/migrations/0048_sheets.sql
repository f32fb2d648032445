-- How the pages of an order are laid on sheets. See docs/decisions/040-sheets.md. What is printed is made from the files by
-- these choices, which never change; so it can be made again at any time.
alter table orders
  add column layout text not null default '1-up'
    constraint orders_layout check (layout in ('1-up', '2-up', '4-up', 'booklet')),
  add column fit text not null default 'shrink'
    constraint orders_fit check (fit in ('actual', 'shrink', 'fit', 'refuse')),
  -- One document of all files instead of one for each.
  add column bundle boolean not null default false,
  -- Of the impressions, sides that stay blank so that the next file of a bundle starts on a new sheet; they cost nothing.
  add column blank_sides int not null default 0
    constraint orders_blank_sides check (blank_sides >= 0 and blank_sides < coalesce(impressions, blank_sides + 1));
alter table orders add constraint orders_booklet_sides check (layout <> 'booklet' or sides = 'double');
select generate_order_audit();

-- The pages to print, in this sequence, as 1-3,7; null: all.
alter table order_files add column page_ranges text
  constraint order_files_page_ranges check (length(page_ranges) between 1 and 200);
