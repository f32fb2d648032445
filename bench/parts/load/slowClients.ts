import { fork } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { mib, milliseconds } from '../../report/format.ts'
import { withCopy } from '../../seed/databases.ts'
import { addVouchers } from '../../seed/grownSeed.ts'
import { type Quantities, readMemory, root, type Server, startReader } from '../../servers.ts'
import { type Bench, inShop, type OpenShop, quantile, type Row, type Section } from '../part.ts'
import { bodyWorks, saleWorks } from './slowBodies.ts'
import type { Job } from './slowConnections.ts'
import { countConnections, slowKinds } from './slowKinds.ts'

const connections = 5_000
const sales = 3_000
const list = '/api/all-orders/?status=delivered&limit=10'
const health = '/healthz'
const idleTime = 6000
/** How much slower than on an idle server a list and the health check may be. */
const most = 3

/** A list and the health check while thousands of slow connections are open, large bodies arrive and many buy at once. */
export async function measureSlowClients(bench: Bench): Promise<Section> {
  const orders = bench.sizes[0] ?? 0
  const rows = await withCopy(await bench.seeded(orders), (url) =>
    inShop(bench, url, async (open) => {
      const shop = await prepare(bench, open)
      try {
        await sleep(3000)
        const rows = [...(await besideSlow(shop, bench.port))]
        for (const { name, send } of await bodyWorks(shop)) rows.push(...(await beside(shop, name, send)))
        for (const { name, send } of await saleWorks(shop, sales))
          rows.push(...(await beside(shop, name, send)))
        return [...rows, { work: 'memory after all of these', measured: mib(await readMemory(shop.server)) }]
      } finally {
        shop.reader.stop()
      }
    }),
  )
  return {
    about: `A list and \`/healthz\`, requested every 10 ms by another process at ${orders.toLocaleString('en')} orders, beside heavy work. A ratio is to the idle server in the same run, ${idleTime / 1000} s before and after. The slow connections are silent, send incomplete headers, send a body at a byte in five seconds, or read a download or an export at a byte a second.`,
    rows,
  }
}

type Shop = Awaited<ReturnType<typeof prepare>>

async function prepare({ say }: Bench, shop: OpenShop) {
  const codes = await addVouchers(shop.db, 20_000, say)
  const users = await shop.db<{ id: string }[]>`
    select user_id as id from coin_balances order by user_id limit 200`
  return {
    ...shop,
    ...codes,
    users: users.map(({ id }) => id),
    reader: startReader(shop.server, shop.token, [list, health]),
  }
}

/** Measures while `send` runs, and on an idle server before and after it. */
async function beside({ reader }: Shop, name: string, send: () => Promise<string>): Promise<Row[]> {
  const before = await reader.during(() => sleep(idleTime))
  let answers = ''
  const during = await reader.during(async () => {
    answers = await send()
  })
  await sleep(1000)
  return describe(name, during, [before, await reader.during(() => sleep(idleTime))], answers)
}

function describe(name: string, during: Quantities, idle: Quantities[], answers: string): Row[] {
  return [list, health].map((path) => {
    const calm = idle.map((times) => times[path])
    const p99 = quantile(0.99, during[path])
    const ratio = p99 / quantile(0.99, ...calm)
    const middle = quantile(0.5, during[path]) / quantile(0.5, ...calm)
    const failed = during[path]?.filter((time) => !Number.isFinite(time)).length ?? 0
    return {
      work: `${path === list ? 'list' : 'health check'} beside ${name}`,
      measured: `p99 ${milliseconds(p99)}, ${failed} failed; ${answers}`,
      beside: `${ratio.toFixed(1)} of idle (p50 ${middle.toFixed(1)})`,
      target: `≤ ${most}`,
      isKept: ratio <= most && failed === 0,
    }
  })
}

/** Opens the slow connections from another process, holds them, and waits until the server has closed them. */
async function besideSlow(shop: Shop, port: number): Promise<Row[]> {
  const kinds = await slowKinds(shop, connections)
  const child = fork(fileURLToPath(new URL('bench/parts/load/slowConnections.ts', root)))
  const watch = watchMemory(shop.server)
  try {
    const idle = [await shop.reader.during(() => sleep(idleTime))]
    const opened = new Promise((resolve) => child.once('message', resolve))
    const since = performance.now()
    const opening = await shop.reader.during(async () => {
      child.send({ port, kinds: Object.values(kinds) } satisfies Job)
      await opened
      await sleep(1000)
    })
    const holding = await shop.reader.during(() => sleep(20_000))
    const name = `${connections.toLocaleString('en')} slow connections`
    const closed = await waitUntilClosed(
      Object.values(kinds).map(({ from }) => from),
      port,
      since,
    )
    return [
      ...describe(`${name} as they open`, opening, idle, 'opened'),
      ...describe(`${name}, held`, holding, idle, 'held'),
      {
        work: 'slow connections are closed',
        measured: closed,
        beside: `memory at most ${mib(await watch.stop())}`,
      },
    ]
  } finally {
    await watch.stop()
    child.kill()
  }
}

async function waitUntilClosed(addresses: string[], port: number, since: number): Promise<string> {
  for (;;) {
    const open = addresses.reduce((sum, from) => sum + countConnections(from, port), 0)
    const seconds = (performance.now() - since) / 1000
    if (open === 0) return `the last after ${seconds.toFixed(0)} s`
    if (seconds > 240) return `${open} are still open after ${seconds.toFixed(0)} s`
    await sleep(5000)
  }
}

function watchMemory(server: Server): { stop: () => Promise<number> } {
  let highest = 0
  const ended = new AbortController()
  const watching = (async () => {
    while (!ended.signal.aborted) {
      highest = Math.max(highest, await readMemory(server).catch(() => 0))
      // Rarely, because /metrics counts open files and connections, which is slow with thousands of them.
      await sleep(4000, undefined, { signal: ended.signal }).catch(() => {})
    }
    return highest
  })()
  return {
    stop: () => {
      ended.abort()
      return watching
    },
  }
}
