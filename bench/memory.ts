import { join } from 'node:path'
import { measure } from './compare.ts'
import type { Row } from './page.ts'
import { memoryOf } from './processor.ts'
import { listRequests, moves, orderRequests } from './requests.ts'
import { startProduct } from './servers.ts'
import type { Bench } from './shop.ts'

/** MiB of the server process under load, at most. */
const most = 160

/** The memory of a server that has just started, under lists, single orders and moves of 16 clients, and afterwards. */
export async function measureMemory(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const server = await startProduct(bench.checkout, shop.url, join(bench.folder, 'memory'))
  const mib = () => memoryOf(server.pid) / 2 ** 20
  try {
    const idle = mib()
    let highest = idle
    const watch = setInterval(() => {
      highest = Math.max(highest, mib())
    }, 200)
    for (let round = 0; round < 5; round++)
      for (const requests of [listRequests(shop), orderRequests(shop), moves(shop)])
        await measure(bench, { server, requests }, 16)
    clearInterval(watch)
    return [
      { work: 'after the start', measured: `${Math.round(idle)} MiB` },
      {
        work: 'under load, at most',
        measured: `${Math.round(highest)} MiB`,
        target: `≤ ${most} MiB`,
        isKept: highest <= most,
      },
    ]
  } finally {
    await server.stop()
  }
}
