import { connect, type Pool } from '../../server/src/database/db.ts'
import { migrate } from '../../server/src/database/migrate.ts'
import { dropDatabase } from '../../server/test/dropDatabase.ts'
import { databaseAt } from './databases.ts'

type Size = { codes: number; referrers: number }

/** Creates a new database with companies of a million and of ten vouchers, customers and referrers. */
export async function seedRewards(
  serverUrl: string,
  size: Size,
  say: (sentence: string) => void,
): Promise<string> {
  const name = 'bench_rewards'
  const home = connect(serverUrl, { max: 1 })
  try {
    await dropDatabase(home, name)
    await home`create database ${home(name)}`
  } finally {
    await home.end()
  }
  const databaseUrl = databaseAt(serverUrl, name)
  const pool = connect(databaseUrl, { max: 1 })
  const since = Date.now()
  try {
    await migrate(pool)
    await pool`set session_replication_role = 'replica'`
    await pool`
      insert into staff_users (email, full_name, mobile, password_hash, is_superuser)
      values ('admin@ourprint.local', 'Bench', '+918000000000', 'nobody signs in with this', true)`
    await addVouchers(pool, size.codes)
    await addReferrers(pool, size.referrers)
    await pool`select recount_vouchers(), recount_users(), recount_orders()`
    await pool`vacuum (analyze)`
  } finally {
    await pool.end()
  }
  say(`seeded in ${Math.round((Date.now() - since) / 1000)} s`)
  return databaseUrl
}

async function addVouchers(pool: Pool, codes: number): Promise<void> {
  const companies = { Large: codes, Small: 10, Counter: 300_000 }
  for (const [name, count] of Object.entries(companies)) {
    await pool`
      with c as (
        insert into clients (name, contact, joined_on, client_type, address)
        values (${name}, '9812345678', current_date, 1, '{}') returning id
      ), i as (
        insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
        select id, 'Coffee', 100, current_date + 300, false from c returning id, client_id
      )
      insert into vouchers (voucher_info_id, client_id, voucher_code)
      select i.id, i.client_id, upper(left(md5(n::text || ${name}), 12)) from i, generate_series(1, ${count}::int) n`
  }
}

/** Each has two referrals with a delivered first order; every third referrer is fulfilled. */
async function addReferrers(pool: Pool, referrers: number): Promise<void> {
  await pool.unsafe(`
    insert into users (first_name, last_name, mobile, referral_code, created_at)
    select 'Asha', 'Rao ' || n, '9' || lpad(n::text, 9, '0'), upper(lpad(to_hex(n), 8, '0')), now() - interval '300 days' + n * interval '10 seconds'
    from generate_series(1, ${referrers * 3}) n;
    create temporary table people as select id, row_number() over (order by created_at) as n from users;
    create unique index on people (n);
    insert into orders (title, status, user_id, assigned_user, pdf_page_count, copies, color, sides, paper_size,
      binding, pickup, amount, created_at, delivered_at)
    select 'Flyers', 'delivered', p.id, s.id, 3, 1, 'bw', 'single', 'A4', 'none', true, 4600, now(), now()
    from people p cross join staff_users s where p.n > ${referrers};
    insert into referrals (referrer, referred, order_id, referral_code, counted_at, sale_amount)
    select r.id, o.user_id, o.id, u.referral_code, now(), 4600
    from orders o join people p on p.id = o.user_id join people r on r.n = 1 + p.n % ${referrers}
    join users u on u.id = r.id;
    insert into referrers (user_id, referrals, total, fulfilled)
    select id, 2, 2, case when n % 3 = 0 then 2 else 0 end from people where n <= ${referrers} order by n;
    insert into referrer_counts select place / 500, count(*) from referrers group by 1;
    insert into referral_claims (referral_id, referrer, kind, claims)
    select id, referrer, 'earned', 1 from referrals;
    insert into referral_claims (referral_id, referrer, kind, claims)
    select r.id, r.referrer, 'fulfilled', 1 from referrals r join referrers f on f.user_id = r.referrer
    where f.fulfilled > 0;
    insert into coin_balances (user_id, earned) select id, 1000000000 from people where n <= 1600`)
}
