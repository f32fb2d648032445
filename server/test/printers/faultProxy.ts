import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const operations = {
  'Create-Job': 0x05,
  'Send-Document': 0x06,
  'Cancel-Job': 0x08,
  'Get-Printer-Attributes': 0x0b,
} as const

/** Where a request is held: before the printer gets it, with half of its bytes, or before its answer goes back. */
export type FaultPoint = { operation: keyof typeof operations; when: 'before' | 'half' | 'after' }

/**
 * Stands between a server and a printer, and holds the first request of a kind at a point, so that a test can stop or kill
 * the server there. All later requests pass.
 */
export async function openFaultProxy(printerUri: string, point?: FaultPoint) {
  const target = new URL(printerUri.replace(/^ipp:/, 'http:'))
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let next = point

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A printer answers only to its own address; both ports have five digits.
    const own = (await buffer(request)).toString('latin1').replace(`127.0.0.1:${port}`, target.host)
    const body = Buffer.from(own, 'latin1')
    const held = next && body.readUInt16BE(2) === operations[next.operation] ? next : undefined
    if (held) next = undefined
    const hold = async (when: FaultPoint['when']) => {
      if (held?.when !== when) return
      reached.resolve()
      await released.promise
    }
    await hold('before')
    if (response.destroyed) return
    const upstream = http.request(target, {
      method: 'POST',
      headers: { ...request.headers, host: target.host },
    })
    response.once('close', () => upstream.destroy())
    const answered = new Promise<IncomingMessage>((resolve, reject) => {
      upstream.once('response', resolve).once('error', reject)
    })
    answered.catch(() => {})
    const half = Math.floor(body.length / 2)
    upstream.write(body.subarray(0, half))
    await hold('half')
    upstream.end(body.subarray(half))
    const answer = await answered
    const bytes = await buffer(answer)
    await hold('after')
    response.writeHead(answer.statusCode ?? 500, { 'content-type': 'application/ipp' }).end(bytes)
  }

  const server = http.createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    uri: `ipp://127.0.0.1:${port}${target.pathname}`,
    /** Resolves when a request is held. */
    reached: reached.promise,
    /** Lets the held request go on. */
    release: released.resolve,
    async close() {
      released.resolve()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
