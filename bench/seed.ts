import type { Pool } from 'pg'

// The rows of a shop of two years: customers, staff users, orders with their files and history.

const staffCount = 200

/** Increase it when the seeded rows change, so that an old database is not reused. */
export const seedVersion = 5

const tables = [
  'users',
  'staff_users',
  'orders',
  'order_files',
  'order_history',
  'order_search',
  'customer_search',
]
const quoted = tables.map((table) => `'${table}'`).join(', ')

/** Fills a migrated, empty database through one connection of its owner. */
export async function fill(db: Pool, orders: number, say: (sentence: string) => void): Promise<void> {
  say(`Seeding ${orders.toLocaleString('en')} orders`)
  const since = Date.now()
  await db.query("set maintenance_work_mem = '512MB'")
  for (const table of tables) await db.query(`alter table ${table} disable trigger user`)
  const rebuild = await dropIndexes(db)
  await addPeople(db, Math.max(1000, orders / 10))
  await addOrders(db, orders)
  await settle(db)
  for (const statement of rebuild) await db.query(statement)
  for (const table of tables) await db.query(`alter table ${table} enable trigger user`)
  // Whatever this version's functions are called: the shop of another checkout is filled, too. Its events are published, or
  // each request would look through the emptied queue until that is vacuumed.
  const { rows: recounts } = await db.query<{ call: string }>(
    "select format('select %I()', proname) as call from pg_proc where (proname like 'recount%' or proname = 'publish_events') and pronargs = 0 order by 1",
  )
  for (const { call } of recounts) await db.query(call)
  await db.query('vacuum (analyze)')
  say(`Seeded in ${Math.round((Date.now() - since) / 1000)} s`)
}

/** Of the delivered orders one in twenty is not paid; an older version knows nothing of payments. */
async function settle(db: Pool): Promise<void> {
  const { rows } = await db.query(
    "select from pg_attribute where attrelid = 'orders'::regclass and attname = 'settled_before'",
  )
  if (rows.length > 0)
    await db.query(
      "update orders set settled_before = amount - discount where status = 'delivered' and number % 20 > 0",
    )
}

/** Loading without indexes is several times faster. Returns the statements that create them again. */
async function dropIndexes(db: Pool): Promise<string[]> {
  const { rows: keys } = await db.query<{ remove: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as remove,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conrelid::regclass::text in (${quoted})`)
  const { rows: indexes } = await db.query<{ remove: string; add: string }>(`
    select format('drop index %s', i.indexrelid::regclass) as remove, pg_get_indexdef(i.indexrelid) as add
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where c.oid is null and i.indrelid::regclass::text in (${quoted})`)
  const all = [...keys, ...indexes]
  for (const { remove } of all) await db.query(remove)
  return all.toReversed().map(({ add }) => add)
}

const firstNames =
  'Aarav,Aditi,Amit,Ananya,Anil,Anita,Arjun,Asha,Deepak,Divya,Farhan,Geeta,Imran,Isha,Kavita,Kiran,Lakshmi,Manish,Meera,Neha,Nikhil,Piotr,Pooja,Priya,Rahul,Ravi,Rohit,Sanjay,Sneha,Sunita,Tanvi,Uma,Vikram,Zoya'
const lastNames =
  'Agarwal,Ahmed,Banerjee,Bhat,Chandra,Das,Desai,Fernandes,Gandhi,Ghosh,Gupta,Iyer,Jain,Joshi,Kapoor,Khan,Kowalski,Kulkarni,Kumar,Malhotra,Mehta,Menon,Mishra,Nair,Nowak,Patel,Patil,Pillai,Rao,Reddy,Saxena,Sen,Shah,Sharma,Singh,Sinha,Tiwari,Varma,Wójcik,Yadav'
const titles = 'Thesis,Lecture notes,Wedding cards,Annual report,Flyers,Exam papers,Manual,Menu'

/** A pseudo-random number from 0 up to (not including) 1 for this row and use, the same in every run. */
const random = (row: string, use: number) => `((hashint8extended(${row}, ${use}) & 1048575) / 1048576.0)`
const pick = (list: string, row: string, use: number) =>
  `(${list})[1 + floor(${random(row, use)} * cardinality(${list}))::int]`
const array = (words: string) => `string_to_array('${words}', ',')`
/** An id that starts with a time, like those of uuid_v7(). */
const idAt = (moment: string, salt: string) => `
  (lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0')
    || '7' || left(md5(${salt}), 3) || '8' || right(md5(${salt}), 15))::uuid`

async function addPeople(db: Pool, customers: number): Promise<void> {
  await db.query(`
    insert into staff_users (email, full_name, mobile, password_hash, is_superuser, created_at)
    select 'staff' || n || '@ourprint.local', ${pick(array(firstNames), 'n', 1)} || ' ' || ${pick(array(lastNames), 'n', 2)},
      '+9180' || lpad(n::text, 8, '0'), 'nobody signs in with this', n = 0, now() - interval '3 years'
    from generate_series(0::bigint, ${staffCount}) n;
    insert into users (id, first_name, last_name, email, mobile, created_at)
    select ${idAt('at', "'user' || n")}, first_name, last_name,
      lower(first_name) || '.' || n || '@example.in', '+919' || lpad((n * 7919 % 1000000000)::text, 9, '0'), at
    from (select n, now() - interval '750 days' + interval '750 days' * (n / ${customers}.0) as at,
      ${pick(array(firstNames), 'n', 3)} as first_name, ${pick(array(lastNames), 'n', 4)} as last_name
      from generate_series(1::bigint, ${customers}) n) u`)
}

/** Two years of orders, fewer at weekends, numbered by time; the open ones are among the newest. */
async function addOrders(db: Pool, orders: number): Promise<void> {
  const isSubscription = `${random('p.n', 8)} < 0.1`
  const pages = `(1 + ${random('p.n', 9)} * 80)::int`
  const copies = `(1 + (${random('p.n', 10)} * 3)::int)`
  await db.query(`
    create temporary table staff_list as
      select row_number() over (order by email) as n, id from staff_users where not is_superuser;
    create temporary table customer_list as select row_number() over (order by created_at) as n, id from users;
    create unique index on customer_list (n);

    insert into subscription_plans (name, price, pages_per_month, duration_days)
    values ('Office', 99900, 10000000, 3650);
    insert into user_subscription_plans (user_id, plan, price, starts_on, ends_on, pages_total)
    select u.id, p.id, p.price, (current_date - 731), (current_date + 1000), 1000000000
    from users u cross join subscription_plans p;
    create temporary table plan_list as
      select c.n, b.id from customer_list c join user_subscription_plans b on b.user_id = c.id;
    create unique index on plan_list (n);

    insert into orders (id, number, title, status, order_type, user_id, assigned_user, pdf_page_count, copies, color,
      sides, paper_size, binding, notes, address, amount, created_at, assigned_at, out_for_delivery_at, delivered_at,
      cancelled_at, user_subscription_plan, plan_pages)
    with days as (
      select day, (array[0.3, 1.3, 1.2, 1.1, 1.1, 1.2, 0.7])[1 + extract(dow from day)::int] as weight
      from generate_series(current_date - 730, current_date - 1, interval '1 day') day
    ), shares as (
      select day, floor(${orders} * (sum(weight) over (order by day) - weight) / sum(weight) over ())::bigint as first,
        floor(${orders} * sum(weight) over (order by day) / sum(weight) over ())::bigint as next
      from days
    ), numbered as (
      select n, day_start(day::date) + interval '9 hours' + interval '11 hours' * ((n - first) / (next - first)::float8)
        as at
      from shares cross join lateral generate_series(first, next - 1) n where next > first
    ), placed as (
      select n, at, case
        when n < ${orders} * 0.88 then case when ${random('n', 5)} < 0.977 then 'delivered' else 'cancelled' end
        when ${random('n', 5)} < 0.333 then 'delivered'
        when ${random('n', 5)} < 0.583 then 'confirmed'
        when ${random('n', 5)} < 0.833 then 'assigned'
        else 'out-for-delivery' end as status
      from numbered
    )
    select ${idAt('at', "'order' || p.n")}, 1001 + p.n,
      ${pick(array(titles), 'p.n', 6)} || ' ' || ${pick(array('for the office,spring,draft 2,final,A to Z'), 'p.n', 7)},
      status, case when ${isSubscription} then 'subscription' else 'print' end, c.id,
      case when status <> 'confirmed' then s.id end,
      ${pages}, ${copies},
      case when ${random('p.n', 11)} < 0.2 then 'color' else 'bw' end,
      case when ${random('p.n', 12)} < 0.6 then 'double' else 'single' end, 'A4',
      case when ${random('p.n', 13)} < 0.3 then 'spiral' else 'none' end,
      case when ${random('p.n', 14)} < 0.1 then 'Call before delivery' else '' end,
      jsonb_build_object('line1', 'House ' || (p.n % 900 + 1), 'line2', '', 'city', 'Pune', 'state', 'Maharashtra',
        'country', 'India', 'pincode', (411000 + p.n % 60)::text),
      (4000 + ${random('p.n', 15)} * 100000)::bigint, at,
      case when status <> 'confirmed' then at + interval '1 hour' end,
      case when status in ('out-for-delivery', 'delivered') then at + interval '5 hours' end,
      case when status = 'delivered' then at + interval '7 hours' end,
      case when status = 'cancelled' then at + interval '2 hours' end,
      case when ${isSubscription} then b.id end, case when ${isSubscription} then ${pages} * ${copies} else 0 end
    from placed p
    join staff_list s on s.n = 1 + floor(${random('p.n', 16)} * ${staffCount})::int
    join customer_list c on c.n = 1 + floor(${random('p.n', 17)} * (select count(*) from customer_list))::bigint
    join plan_list b on b.n = c.n
    order by p.n;
    update user_subscription_plans b set version = b.version + 1, pages_used = o.pages
    from (select user_subscription_plan as id, sum(plan_pages) as pages from orders
      where status <> 'cancelled' and user_subscription_plan is not null group by 1) o where o.id = b.id;
    select setval(pg_get_serial_sequence('orders', 'number'), 1001 + ${orders});
    analyze orders, users;

    insert into order_files (id, order_id, position, name, content_type, size, page_count, storage_key, sha256,
      uploaded_by, created_at)
    select f.id, o.id, f.position, 'print-' || f.position || '.pdf', 'application/pdf',
      20000 + f.position * 1000 + o.number % 9999, greatest(1, o.pdf_page_count / f.files),
      'bench/' || f.id || '.pdf', encode(sha256(uuid_send(f.id)), 'hex'), a.id, o.created_at
    from orders o
    cross join (select id from staff_users where is_superuser limit 1) a
    cross join lateral (
      select files, position, ${idAt('o.created_at', "o.number || 'file' || position")} as id
      from (select 1 + floor(${random('o.number', 18)} * 3)::int as files) t, generate_series(1, files) position
    ) f order by o.number, f.position;

    insert into order_history (id, order_id, at, by, from_status, to_status, note)
    select ${idAt('h.at', "o.number || 'history' || h.step")}, o.id, h.at, case when step > 1 then o.assigned_user end,
      h.from_status, h.to_status, case when h.to_status = 'cancelled' then 'Not needed any more' end
    from orders o cross join lateral (values
      (0, o.created_at, null, 'confirmed'), (1, o.assigned_at, 'confirmed', 'assigned'),
      (2, o.out_for_delivery_at, 'assigned', 'out-for-delivery'),
      (3, o.delivered_at, 'out-for-delivery', 'delivered'), (4, o.cancelled_at, 'assigned', 'cancelled')
    ) h (step, at, from_status, to_status)
    where h.at is not null order by o.number, h.step;

    select rebuild_search()`)
}
