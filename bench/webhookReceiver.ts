import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

// Receives webhooks in a process of its own: /good takes all, /moody refuses half of them, /probe notes when each came.

export type Report = { good: number; moody: number; tries: number; probes: Record<string, number> }

const ids = { '/good': new Set<string>(), '/moody': new Set<string>() }
const probes: Record<string, number> = {}
let tries = 0

const server = createServer((request, response) => {
  const path = request.url ?? ''
  const id = String(request.headers['webhook-id'])
  let body = ''
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString()
  })
  request.on('end', () => {
    tries += 1
    if (path === '/probe') probes[(JSON.parse(body) as { data: { id: string } }).data.id] = Date.now()
    const isTaken = path !== '/moody' || Math.random() < 0.5
    if (isTaken && path in ids) ids[path as keyof typeof ids].add(id)
    response.writeHead(isTaken ? 204 : 503).end()
  })
})

server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', () => {
  const report: Report = { good: ids['/good'].size, moody: ids['/moody'].size, tries, probes }
  process.send?.(report)
})
