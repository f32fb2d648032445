import { setTimeout as sleep } from 'node:timers/promises'
import { makePdf } from '../../server/test/pdf.ts'
import { memoryOfServer } from '../processor.ts'
import { mib, milliseconds } from '../report/format.ts'
import { startReader } from '../servers.ts'
import { type GrownShop, listPath, send, upload } from './grownShop.ts'
import { quantile, type Row } from './part.ts'

/** A list beside each heavy work of a shop, and the memory afterwards. */
export async function grownBeside(shop: GrownShop): Promise<Row[]> {
  const reader = startReader(shop.server, shop.token, [listPath])
  const pdf = new Uint8Array(await makePdf(300))
  const order = () => {
    const form = new FormData()
    form.append('order', JSON.stringify({ user: shop.user, title: 'Bench', pickup: true }))
    form.append('files', new Blob([pdf]), 'a.pdf')
    return send(shop, '/api/all-orders/', form)
  }
  const get = (path: string) => () => send(shop, path)
  const since = new Date(Date.now() - 300 * 86_400_000).toISOString().slice(0, 10)
  const works = {
    'an import of 200,000 codes': () => upload(shop, 5e15, 200_000),
    'two exports': () => repeat(2, get('/api/all-orders/?format=csv&status=assigned')),
    'page counting': () => repeat(4, order),
    searches: () => repeat(4, get(`/api/all-orders/?query=e&from_date=${since}`)),
  }
  try {
    const p99Of = async (work: () => Promise<unknown>) =>
      quantile(0.99, (await reader.during(work))[listPath])
    await sleep(1000)
    const idle = await p99Of(() => sleep(6000))
    const rows: Row[] = []
    for (const [name, work] of Object.entries(works)) {
      const p99 = await p99Of(work)
      rows.push({
        work: `a list beside ${name}`,
        measured: `p99 ${milliseconds(p99)}`,
        beside: `${(p99 / idle).toFixed(1)} of idle`,
        target: '≤ 3',
        isKept: p99 / idle <= 3,
      })
    }
    // Processes that count pages end some seconds after their last file.
    await sleep(8000)
    const memory = memoryOfServer(shop.server.pid)
    return [
      ...rows,
      {
        work: 'memory of the server and its children',
        measured: mib(memory),
        target: '< 400 MiB',
        isKept: memory < 400 * 2 ** 20,
      },
    ]
  } finally {
    reader.stop()
  }
}

async function repeat(clients: number, work: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + 6000
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (Date.now() < end) await work()
    }),
  )
}
