import type { Pool } from '../../server/src/database/db.ts'

/** Adds this many vouchers of two companies to a seeded shop, a third of them sold, or finds those of an earlier run. */
export async function addVouchers(db: Pool, codes: number, say: (sentence: string) => void) {
  const since = Date.now()
  const [found] = await db`select from clients where name = 'Sold'`
  if (!found) {
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = 'replica'`
      for (const [name, share] of [
        ['Sold', 0.35],
        ['Free', 0.65],
      ] as const) {
        await tx`
          with c as (
            insert into clients (name, contact, joined_on, client_type, address)
            values (${name}, '9812345678', current_date, 1,
              '{"city": "Pune", "state": "Maharashtra", "country": "India", "pincode": "411001"}') returning id
          ), i as (
            insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
            select id, 'Coffee', 100, current_date + 300, false from c returning id, client_id
          )
          insert into vouchers (voucher_info_id, client_id, voucher_code, is_assigned)
          select i.id, i.client_id, upper(left(md5(n::text || ${name}), 12)), ${name === 'Sold'}
          from i, generate_series(1, ${Math.round(codes * share)}::int) n`
      }
      await tx`
        with people as materialized (select array(select id from users order by id limit 1000) as ids)
        insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail,
          cost, expiry_date)
        select p.ids[1 + abs(hashtext(v.voucher_code) % 1000)], v.id, v.voucher_info_id, v.client_id, v.voucher_code,
          'Coffee', 100, current_date + 300
        from vouchers v cross join people p where v.is_assigned`
      await tx`
        insert into coin_balances (user_id, earned) select id, 1000000000 from users order by id limit 1000
        on conflict do nothing`
      await tx`select recount_vouchers()`
    })
    await db`vacuum (analyze) vouchers, purchased_vouchers, voucher_infos`
    say(`${codes.toLocaleString('en')} codes in ${Math.round((Date.now() - since) / 1000)} s`)
  }
  const [ids] = await db<[{ soldOut: string; free: string; client: string; user: string }]>`
    select (select i.id from voucher_infos i join clients c on c.id = i.client_id where c.name = 'Sold' order by i.id limit 1) as "soldOut",
      (select i.id from voucher_infos i join clients c on c.id = i.client_id where c.name = 'Free' order by i.id limit 1) as free,
      (select id from clients where name = 'Free' limit 1) as client,
      (select id from users order by id limit 1) as "user"`
  return ids
}

/**
 * Adds a thousand companies with a few codes each, and as many leads, QR codes and coupons as a large shop has, or finds
 * those of an earlier run.
 */
export async function addRecords(db: Pool, say: (sentence: string) => void): Promise<void> {
  const since = Date.now()
  const [found] = await db`select from coupons where code = 'SALE1'`
  if (found) return
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = 'replica'`
    await tx`
      with c as (
        insert into clients (name, contact, joined_on, client_type, address)
        select (array['Silk', 'Chai', 'Green', 'Blue', 'Sun'])[1 + n % 5] || ' Traders ' || n,
          '+9180' || lpad((n * 7919 % 100000000)::text, 8, '0'), current_date - n % 700, 1, '{"city": "Pune"}'
        from generate_series(1, 1000) n returning id
      ), i as (
        insert into voucher_infos (client_id, voucher_detail, cost, expiry_date, is_single)
        select id, 'Tea', 100, current_date + 300, false from c returning id, client_id
      )
      insert into vouchers (voucher_info_id, client_id, voucher_code)
      select i.id, i.client_id, upper(left(md5(n::text || i.id::text), 10)) from i, generate_series(1, 20) n`
    await tx`
      insert into leads (name, email, mobile, subject, message, created_at)
      select u.first_name || ' ' || u.last_name, 'lead.' || u.email, replace(u.mobile, '+919', '+917'),
        'Price of wedding cards', repeat('We would like to know the price of five hundred cards. ', 8), u.created_at
      from users u`
    await tx`
      insert into qr_codes (code, company, value, validity, count_start, redirection_url)
      select 100 + n, (array['Silk', 'Chai', 'Green', 'Blue'])[1 + n % 4] || ' Mart', 1, current_date + 30, 0,
        'https://example.test/' from generate_series(1, 20000) n`
    await tx`
      insert into coupons (name, code, discount_percentage, valid_from, valid_to, one_time_only, isfornew)
      select 'Sale ' || n, 'SALE' || n, 10, current_date - 10, current_date + 10, false, false
      from generate_series(1, 2000) n`
    await tx`select recount_vouchers()`
  })
  await db`vacuum (analyze) clients, leads, qr_codes, coupons, vouchers, voucher_infos`
  say(`Companies, leads, QR codes and coupons in ${Math.round((Date.now() - since) / 1000)} s`)
}
