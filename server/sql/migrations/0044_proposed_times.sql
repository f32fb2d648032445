-- What the model proposed when the order was taken in, whatever was promised. Of older orders nothing is known.
alter table orders add column proposed_at timestamptz;
