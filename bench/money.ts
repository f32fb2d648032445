import { readFileSync } from 'node:fs'
import { compare, measure, type Requests } from './compare.ts'
import type { Request } from './load.ts'
import type { Row } from './page.ts'
import type { Bench, Shop } from './shop.ts'
import { judgeTime } from './times.ts'

/** How much longer a delivery may take that is paid at the door. */
const mostWithPayment = 1.3
/** Milliseconds in which all that is owed is shown by age. */
const mostForAges = 50
/** Seconds in which the money of a day is added up. */
const mostForDay = 2
const invoicesPerMinute = 1000
/** MiB of the server for a statement of any size. */
const mostForStatement = 100

/** What the money costs: a payment taken with its delivery, the ages of what is owed, a day of a million payments, and a statement of it; invoices. */
export async function measureMoney(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  return [
    await payAtTheDoor(bench, shop),
    await showAges(bench, shop),
    await issueInvoices(bench, shop),
    await addUpDay(bench, shop),
    await readStatement(bench, shop),
  ]
}

async function payAtTheDoor(bench: Bench, shop: Shop): Promise<Row> {
  const taken = new Set<string>()
  const side = (payment?: object) => ({ server: shop.ours, requests: deliveries(shop, taken, payment) })
  const { ours, ratio } = await compare(bench, side({ method: 'upi', amount: 100 }), side(), 1)
  return {
    work: 'a delivery with its payment, beside one without',
    measured: `p50 ${ratio.p50.toFixed(2)} (${ours.p50.toFixed(2)} ms), CPU ${ratio.cpu.toFixed(2)}`,
    target: `≤ ${mostWithPayment}`,
    isKept: ratio.p50 <= mostWithPayment,
  }
}

/** Each delivers orders that nobody delivered before. */
const deliveries =
  ({ db, headers }: Shop, taken: Set<string>, payment?: object): Requests =>
  async (clients) => {
    const { rows } = await db.query<{ id: string }>(
      `select id from orders where status = 'out-for-delivery' and id <> all($1::uuid[])
      order by md5(id::text) limit $2`,
      [[...taken], clients * 1500],
    )
    for (const { id } of rows) taken.add(id)
    const deliver = (id: string): Request => ({
      method: 'PATCH',
      path: `/api/all-orders/${id}/`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'delivered', ...(payment && { payment }) }),
    })
    return Array.from({ length: clients }, (_, client) =>
      rows.filter((_each, at) => at % clients === client).map(({ id }) => deliver(id)),
    )
  }

/** One delivered order in twenty is not paid. */
async function showAges(bench: Bench, shop: Shop): Promise<Row> {
  const requests: Requests = async () => [
    [{ path: '/api/accounts/?owing=true&ordering=-owed', headers: shop.headers }],
  ]
  const { p50 } = await measure(bench, { server: shop.ours, requests }, 1)
  return { work: 'who owes how much for how long', ...(await judgeTime(bench, shop, p50, mostForAges)) }
}

/** Each for an order of its own; numbers follow each other. */
async function issueInvoices({ orders }: Bench, { db, ours, headers }: Shop): Promise<Row> {
  await db.query(`
    update invoice_settings set version = version + 1, settings = jsonb_set(settings, '{seller,name}', '"Our Print"')`)
  const { rows } = await db.query<{ id: string }>(
    `select id from orders where status = 'delivered' and invoiced is null and amount > discount
    order by md5(id::text) limit $1`,
    [Math.min(1000, orders / 10)],
  )
  const waiting = [...rows]
  const issue = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const reply = await fetch(`${ours.url}/api/invoices/`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ order: next.id }),
      })
      if (reply.status !== 201) throw new Error(`${reply.status}: ${await reply.text()}`)
      await reply.arrayBuffer()
    }
  }
  const since = performance.now()
  await Promise.all(Array.from({ length: 8 }, issue))
  const perMinute = Math.round((rows.length * 60_000) / (performance.now() - since))
  const { rows: found } = await db.query<{ gaps: number }>(
    "select (max(sequence) - count(*))::int as gaps from invoices group by prefix, split_part(number, '/', 2)",
  )
  const hasGap = found.some(({ gaps }) => gaps !== 0)
  return {
    work: 'invoices a minute, by 8 clients',
    measured: `${perMinute.toLocaleString('en')}${hasGap ? ', with gaps' : ''}`,
    target: `≥ ${invoicesPerMinute.toLocaleString('en')}`,
    isKept: perMinute >= invoicesPerMinute && !hasGap,
  }
}

/** A statement with a line for each payment of that day, a few of them twice. */
async function readStatement({ orders }: Bench, { ours, headers }: Shop): Promise<Row> {
  const lines = Array.from(
    { length: orders },
    (_, n) => `2020-01-15,from customer ${n},${(1 + (n % 900)).toFixed(2)}`,
  )
  const form = new FormData()
  form.append('file', new Blob([['date,description,amount', ...lines].join('\n')]), 'upi.csv')
  const before = peakOf(ours.pid)
  const since = performance.now()
  const reply = await fetch(`${ours.url}/api/statements/?method=upi`, { method: 'POST', headers, body: form })
  const seconds = (performance.now() - since) / 1000
  const answer = (await reply.json()) as { added?: number }
  if (answer.added !== orders) throw new Error(`${reply.status}: ${JSON.stringify(answer).slice(0, 500)}`)
  const grown = peakOf(ours.pid) - before
  return {
    work: `a statement of ${orders.toLocaleString('en')} lines read and matched: peak of memory beyond before`,
    measured: `${grown} MiB, ${seconds.toFixed(0)} s`,
    target: `≤ ${mostForStatement} MiB`,
    isKept: grown <= mostForStatement,
  }
}

/** The most memory that a process has had, in MiB. */
const peakOf = (pid: number) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

/** A day on which there were as many payments as the shop has orders. */
async function addUpDay(bench: Bench, shop: Shop): Promise<Row> {
  const day = '2020-01-15'
  await shop.db.query(
    `insert into payments (order_id, user_id, method, amount, at, happened_at, by)
    select o.id, o.user_id, (array['upi', 'card', 'bank_transfer'])[1 + o.number % 3], 100 + o.number % 900,
      $1::date + interval '12 hours', $1::date + interval '12 hours', s.id
    from (select * from orders limit $2) o cross join (select id from staff_users where is_superuser limit 1) s`,
    [day, bench.orders],
  )
  await shop.db.query('vacuum (analyze) payments')
  const requests: Requests = async () => [[{ path: `/api/days/${day}/`, headers: shop.headers }]]
  const { p50, cpu } = await measure(bench, { server: shop.ours, requests }, 1)
  return {
    work: `a day of ${bench.orders.toLocaleString('en')} payments added up, as for its close`,
    measured: `p50 ${(p50 / 1000).toFixed(2)} s, CPU ${(cpu / 1000).toFixed(2)} s`,
    target: `≤ ${mostForDay} s`,
    isKept: p50 <= mostForDay * 1000,
  }
}
