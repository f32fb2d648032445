import pg from 'pg'
import type { Pool } from '../../server/src/database/db.ts'
import type { Measured, Request } from '../load.ts'
import type { Server, startLoad } from '../servers.ts'

const clients = 16

/** Sold vouchers per second through our server; each client has its own customers. */
export async function sellByApi(
  db: Pool,
  ours: Server,
  load: ReturnType<typeof startLoad>,
  headers: Record<string, string>,
  seconds: number,
): Promise<number> {
  const { group, users } = await findGroupAndCustomers(db)
  const requests: Request[][] = Array.from({ length: clients }, (_, client) =>
    users
      .filter((_user, index) => index % clients === client)
      .map((user_id) => ({
        method: 'POST',
        path: '/api/save-purchased-voucher/',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id, voucher_info_id: group }),
      })),
  )
  const { perSecond, refused }: Measured = await load.run({ url: ours.url, seconds, requests })
  if (refused > 0) throw new Error(`${refused} purchases were refused`)
  return perSecond
}

async function findGroupAndCustomers(db: Pool) {
  const [group] = await db<[{ id: string }]>`
    select i.id from voucher_infos i join clients c on c.id = i.client_id where c.name = 'Counter'`
  const users = await db<
    { id: string }[]
  >`select user_id as id from coin_balances order by user_id limit 1600`
  return { group: group.id, users: users.map(({ id }) => id) }
}

/**
 * Writes the same rows with plain SQL: 16 connections, no server, no triggers or checks, prepared statements, one
 * transaction per sale. A sale writes the voucher, the sold voucher, the coin entry, the balance, the stock delta and three
 * audit entries.
 */
export async function sellBare(databaseUrl: string, admin: string, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000
  const bought = await Promise.all(Array.from({ length: clients }, (_, client) => buyer(client)))
  return bought.reduce((sum, each) => sum + each, 0) / seconds

  async function buyer(client: number): Promise<number> {
    const db = new pg.Client(databaseUrl)
    await db.connect()
    // The first failure ends the run, which closes the other connections.
    db.on('error', () => {})
    await db.query("set session_replication_role = 'replica'; set plan_cache_mode = 'force_generic_plan'")
    const run = (name: string, text: string, values: unknown[]) => db.query({ name, text, values })
    const users = await db.query<{ id: string }>(
      'select user_id as id from coin_balances order by user_id offset $1 limit 100',
      [client * 100],
    )
    const group = await db.query<{ id: string; client_id: string; expiry_date: string }>(
      `select i.id, i.client_id, i.expiry_date::text from voucher_infos i join clients c on c.id = i.client_id
       where c.name = 'Counter'`,
    )
    const { id: info, client_id, expiry_date } = group.rows[0] ?? { id: '', client_id: '', expiry_date: '' }
    let done = 0
    for (; performance.now() < end; done++) {
      const user = users.rows[done % users.rows.length]?.id
      await db.query('begin')
      const code = await run(
        'code',
        `update vouchers set is_assigned = true, version = version + 1 where id = (
           select id from vouchers where voucher_info_id = $1 and not is_assigned and is_active
           order by id for update skip locked limit 1) returning id, voucher_code`,
        [info],
      )
      const { id, voucher_code } = code.rows[0] as { id: string; voucher_code: string }
      const purchase = await run(
        'purchase',
        `insert into purchased_vouchers (user_id, voucher_id, voucher_info_id, client_id, voucher_code, voucher_detail,
           cost, expiry_date, by) values ($1, $2, $3, $4, $5, 'Coffee', 100, $6, $7) returning id`,
        [user, id, info, client_id, voucher_code, expiry_date, admin],
      )
      const { id: bought } = purchase.rows[0] as { id: string }
      await run(
        'coins',
        `insert into coin_entries (user_id, delta, reason, purchased_voucher, by)
         values ($1, -100, 'Voucher purchased', $2, $3)`,
        [user, bought, admin],
      )
      await run('balance', 'update coin_balances set spent = spent + 100 where user_id = $1', [user])
      await run('stock', 'insert into voucher_count_deltas values ($1, $2, $3, 0, 0, 1, -1)', [
        client_id,
        expiry_date,
        info,
      ])
      await run(
        'audit',
        `insert into audit_entries (actor, action, entity, entity_id, after)
         select $1, 'insert', t, $2::uuid, jsonb_build_object('id', $2::uuid, 'voucher_code', $3::text, 'cost', 100)
         from unnest(array['vouchers', 'purchased_vouchers', 'coin_entries']) t`,
        [admin, bought, voucher_code],
      )
      await db.query('commit')
    }
    await db.end()
    return done
  }
}
