import { setTimeout as sleep } from 'node:timers/promises'
import type { Quantities } from '../servers.ts'

// A process that requests some paths repeatedly, so that the process that sends load does not delay it.

const [url = '', token = '', ...paths] = process.argv.slice(2)
let times: Quantities = {}

process.on('message', () => {
  process.send?.(times)
  times = {}
})

async function request(path: string): Promise<never> {
  for (;;) {
    const since = performance.now()
    const reply = await fetch(url + path, { headers: { authorization: `Token ${token}` } }).catch(
      () => undefined,
    )
    await reply?.arrayBuffer()
    // A failure counts as slower than any response.
    ;(times[path] ??= []).push(reply?.ok ? performance.now() - since : Number.POSITIVE_INFINITY)
    await sleep(10)
  }
}

await Promise.all(paths.map(request))
