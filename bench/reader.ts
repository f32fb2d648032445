import { setTimeout as sleep } from 'node:timers/promises'
import type { Quantities } from './servers.ts'

// A process that asks for some paths again and again, so that it measures the server and not the one who loads it.

const [url = '', token = '', ...paths] = process.argv.slice(2)
let times: Quantities = {}

process.on('message', () => {
  process.send?.(times)
  times = {}
})

async function ask(path: string): Promise<never> {
  for (;;) {
    const since = performance.now()
    const reply = await fetch(url + path, { headers: { authorization: `Token ${token}` } }).catch(
      () => undefined,
    )
    await reply?.arrayBuffer()
    // A failure is slower than any answer.
    ;(times[path] ??= []).push(reply?.ok ? performance.now() - since : Number.POSITIVE_INFINITY)
    await sleep(10)
  }
}

await Promise.all(paths.map(ask))
