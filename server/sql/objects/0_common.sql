-- What every subject uses: the shop's days, searched texts.

-- The first moment of a day in the shop's time zone. Correct also where a clock change falls on midnight, where midnight
-- happens twice, and where a whole day is skipped.
create or replace function day_start(day date) returns timestamptz language plpgsql stable parallel safe as $$
declare
  zone   text := (select time_zone from shop_clock);
  -- Of two midnights PostgreSQL takes the later one; where there is none it uses the old offset.
  middle timestamptz := day::timestamp at time zone zone;
  early  timestamptz := middle - interval '36 hours';
  late   timestamptz := middle + interval '36 hours';
begin
  -- The offset is the same before and after: no clock change is near.
  if (early at time zone zone) - (early at time zone 'UTC') = (late at time zone zone) - (late at time zone 'UTC') then
    return middle;
  end if;
  -- Binary search down to one second: clock changes fall on whole seconds.
  while late - early > interval '1 second' loop
    middle := early + make_interval(secs => floor(extract(epoch from late - early) / 2));
    if (middle at time zone zone)::date >= day then late := middle; else early := middle; end if;
  end loop;
  return late;
end
$$;

-- Until when an order is promised, or its window, by the shop's clock: '25 Nov, 16:00 to 17:00'.
create or replace function promise_text(window_from timestamptz, promised_at timestamptz, day_format text) returns text
language sql stable parallel safe as $$
  select case when f is null then to_char(t, day_format || ', HH24:MI')
    else to_char(f, day_format || ', HH24:MI') || ' to '
      || to_char(t, case when f::date = t::date then 'HH24:MI' else day_format || ', HH24:MI' end) end
  from (select window_from at time zone time_zone as f, promised_at at time zone time_zone as t from shop_clock) clock
$$;

-- The shop's day of a moment: the last day that has started. Uses day_start(), so that the count of a day and the list
-- of a day always agree.
create or replace function shop_day(moment timestamptz) returns date language plpgsql stable parallel safe as $$
declare
  clock timestamp := moment at time zone (select time_zone from shop_clock);
  day   date := clock::date;
begin
  -- Far from midnight the local date is right: no clock change is larger than this.
  if extract(hour from clock) between 3 and 20 then return day; end if;
  if moment < day_start(day) then return day - 1; end if;
  if moment >= day_start(day + 1) then return day + 1; end if;
  return day;
end
$$;

-- The LIKE pattern of a search: one word anywhere in the text, % and _ taken literally.
create or replace function search_pattern(words text) returns text immutable parallel safe language sql return
  '%' || regexp_replace(search_text(words), '([\\%_])', '\\\1', 'g') || '%';
