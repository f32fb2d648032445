import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@our-print/postgres/ports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFolderStorage } from '../../src/base/files/folderStorage.ts'
import { useDatabase } from '../database.ts'
import { expectInvariantsHold } from '../invariants.ts'
import { startSimulation } from '../simulation/simulation.ts'
import { until } from '../until.ts'
import { type Balancer, findProgram, startBalancer } from './loadBalancers.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'

// Runs nginx and HAProxy with the configurations in docs/ in front of real servers.

test.each(['nginx.conf', 'haproxy.cfg'])('docs/%s lets browsers come back by https only', (file) => {
  const text = readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8')
  expect(text).toMatch(/^\s*[^#\n]*Strict-Transport-Security "max-age=31536000"/m)
})

for (const name of ['nginx', 'haproxy'] as const satisfies Balancer[]) {
  const program = findProgram(name)
  // Skipped where the program is not installed (`apt-get install nginx haproxy`).
  describe.skipIf(!program)(`docs: ${name} in front of two processes`, () => {
    describe('with a test server behind it', () => {
      const seen = { requests: 0 }
      let cutsOff = false
      let upstream: Server
      let balancer: Awaited<ReturnType<typeof startBalancer>>

      const answer = (incoming: IncomingMessage, reply: ServerResponse) => {
        if (incoming.url === '/readyz') return reply.end()
        seen.requests++
        if (cutsOff) return incoming.socket.destroy()
        if (incoming.url === '/upload') return incoming.once('data', () => reply.end('has begun'))
        return reply.end(JSON.stringify(incoming.headers))
      }
      beforeAll(async () => {
        upstream = createServer(answer).listen(0, '127.0.0.1')
        await once(upstream, 'listening')
        const { port } = upstream.address() as AddressInfo
        // Nothing listens on the first port.
        balancer = await startBalancer(name, program ?? '', [await freePort(), port])
      })
      afterAll(async () => {
        await balancer?.close()
        upstream.closeAllConnections()
        upstream.close()
      })

      test('it appends the client address and tries the other process when it cannot connect', async () => {
        for (let n = 0; n < 6; n++) {
          const reply = await fetch(`${balancer.url}/who`, {
            method: 'POST',
            body: 'x',
            headers: { 'x-forwarded-for': '6.6.6.6' },
          })
          expect(reply.status).toBe(200)
          expect(reply.headers.get('strict-transport-security')).toBe('max-age=31536000')
          const headers = (await reply.json()) as Record<string, string>
          expect(headers['x-forwarded-for']?.replaceAll(' ', '')).toBe('6.6.6.6,127.0.0.1')
        }
      })

      test('it passes an upload on without buffering it', async () => {
        const sent = request(`${balancer.url}/upload`, {
          method: 'POST',
          headers: { 'content-length': 200_000_000 },
        })
        sent.on('error', () => {})
        const replied = once(sent, 'response') as Promise<[IncomingMessage]>
        sent.write(Buffer.alloc(64 * 1024))
        const [reply] = await replied
        expect(reply.statusCode).toBe(200)
        sent.destroy()
      })

      test('it does not repeat a request that may have been processed', async () => {
        cutsOff = true
        seen.requests = 0
        // HAProxy closes a reused connection instead of answering 502.
        const status = await fetch(`${balancer.url}/order`, { method: 'POST', body: 'x' }).then(
          (reply) => reply.status,
          () => 'cut off',
        )
        expect([502, 'cut off']).toContain(status)
        expect(seen.requests).toBe(1)
        cutsOff = false
      })
    })

    describe('with the shop behind it', () => {
      const database = useDatabase({ migrated: false })

      let shop: SeveralServers
      let balancer: Awaited<ReturnType<typeof startBalancer>>

      beforeAll(async () => {
        shop = await startServers(2, database.url)
        const [one, other] = shop.servers
        balancer = await startBalancer(name, program ?? '', [one?.port ?? 0, other?.port ?? 0])
      })
      afterAll(async () => {
        await balancer?.close()
        await shop?.close()
      })

      test('killing a process breaks running requests only', async () => {
        const [one] = shop.servers
        await until('the shop answers', async () => (await fetch(`${balancer.url}/readyz`)).status === 200)
        const token = await signIn(balancer.url)
        const simulation = startSimulation({ url: balancer.url, token, seed: 21, people: 6 })
        await simulation.resume(database.db)
        await simulation.runMore(40)
        await one?.kill()
        await simulation.runMore(40)
        await one?.reopen()
        await simulation.runMore(10)
        await simulation.stop()
        const storage = await openFolderStorage(shop.files)
        expect(simulation.log.unexpected).toEqual([])
        const found = await simulation.log.compare(database.db, { isWhole: true })
        // The balancer retries a GET on the other process, so a scan may be counted twice.
        const duplicated = found.duplicated.filter((what) => !what.startsWith('scans of'))
        expect({ ...found, duplicated }).toEqual({ lost: [], duplicated: [] })
        expect(simulation.counts.cut).toBeLessThanOrEqual(6 * 2)
        await expectInvariantsHold(database.db, storage)
      })
    })
  })
}
