import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFolderStorage } from '../src/files/folderStorage.ts'
import { useDatabase } from './database.ts'
import { expectEverythingAddsUp } from './everythingAddsUp.ts'
import { type Balancer, findProgram, startBalancer } from './loadBalancers.ts'
import { startMixedWork } from './mixedWork/mixedWork.ts'
import { buildScene } from './mixedWork/scene.ts'
import { freePort } from './serverProcess.ts'
import { type SeveralServers, signIn, startServers } from './severalServers.ts'
import { until } from './until.ts'

// The configurations of docs/, run by the real programs in front of real servers.

for (const name of ['nginx', 'haproxy'] as const satisfies Balancer[]) {
  const program = findProgram(name)
  // Needs the program: `apt-get install nginx haproxy`. Reported as skipped where the machine has it not.
  describe.skipIf(!program)(`docs: ${name} in front of two processes`, () => {
    describe('what it passes on', () => {
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
        // Nobody listens at the other.
        balancer = await startBalancer(name, program ?? '', [await freePort(), port])
      })
      afterAll(async () => {
        await balancer?.close()
        upstream.closeAllConnections()
        upstream.close()
      })

      test('the address of the client is appended, and where no connection comes about another process is asked', async () => {
        for (let n = 0; n < 6; n++) {
          const reply = await fetch(`${balancer.url}/who`, {
            method: 'POST',
            body: 'x',
            headers: { 'x-forwarded-for': '6.6.6.6' },
          })
          expect(reply.status).toBe(200)
          const headers = (await reply.json()) as Record<string, string>
          expect(headers['x-forwarded-for']?.replaceAll(' ', '')).toBe('6.6.6.6,127.0.0.1')
        }
      })

      test('an upload passes through as it comes', async () => {
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

      test('what may have been done is not asked twice', async () => {
        cutsOff = true
        seen.requests = 0
        // HAProxy cuts off a client that has kept its connection, and answers others.
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
      }, 120_000)
      afterAll(async () => {
        await balancer?.close()
        await shop?.close()
      })

      test('a process that is killed at its work costs broken answers at most', async () => {
        const [one] = shop.servers
        await until('the shop answers', async () => (await fetch(`${balancer.url}/readyz`)).status === 200)
        const token = await signIn(balancer.url)
        const scene = await buildScene(database.db, { codes: 4_000 })
        const work = startMixedWork({ url: balancer.url, token, scene, seed: 21, people: 6 })
        await work.more(40)
        await one?.kill()
        await work.more(40)
        await one?.reopen()
        await work.more(10)
        await work.stop()
        const storage = await openFolderStorage(shop.files)
        expect(work.ledger.strange).toEqual([])
        const found = await work.ledger.compare(database.db, { isWhole: true, storage })
        // A balancer asks the other process again where a connection dies, and that scan may have been counted already.
        const doubled = found.doubled.filter((what) => !what.startsWith('scans of'))
        expect({ ...found, doubled }).toEqual({ lost: [], doubled: [] })
        expect(work.counts.cut).toBeLessThanOrEqual(6 * 2)
        await expectEverythingAddsUp(database.db, storage)
      }, 240_000)
    })
  })
}
