import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A refused body is read up to this size, so that the client finishes it, sees the response and can go on. */
const maxDiscardedBytes = 16 * 1024 * 1024
/** Milliseconds that the client of a larger body has to see the response, before the connection is closed. */
const closeDelayMs = 2000

const discarding = new WeakSet<IncomingMessage>()

/** Reads the rest of a refused body: a client that is still sending would not see the response, and would hang. */
export function discardBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed || discarding.has(raw)) return
  raw.unpipe()
  discard(raw)
  const timeout = setTimeout(() => raw.destroy(), 60_000).unref()
  raw.once('end', () => clearTimeout(timeout)).once('close', () => clearTimeout(timeout))
}

/** Bytes that are read of all refused bodies together in each interval: 50 MiB a second. */
const bytesPerInterval = 512 * 1024
const intervalMs = 10

/** Requests that wait for a share, first come, first served. */
const waiting = new Set<IncomingMessage>()
const allowed = new WeakMap<IncomingMessage, number>()
let timer: NodeJS.Timeout | undefined

/**
 * Reads and discards the body, up to `maxDiscardedBytes` and at a limited rate: with many bodies at once, Node would read
 * megabytes of each before anything else, and health checks would take seconds.
 */
function discard(raw: IncomingMessage): void {
  discarding.add(raw)
  let size = 0
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    const left = (allowed.get(raw) ?? 0) - chunk.length
    allowed.set(raw, left)
    if (left > 0) return
    raw.pause()
    if (size <= maxDiscardedBytes) waitForQuota(raw)
  })
  raw.once('close', () => waiting.delete(raw))
  raw.pause()
  waitForQuota(raw)
}

function waitForQuota(raw: IncomingMessage): void {
  waiting.add(raw)
  timer ??= setInterval(distribute, intervalMs).unref()
}

function distribute(): void {
  // Each reads at least one chunk of 64 KiB, so a share is enough for 8.
  const batch = [...waiting].slice(0, 8)
  for (const raw of batch) {
    waiting.delete(raw)
    allowed.set(raw, bytesPerInterval / batch.length)
    raw.resume()
  }
  if (waiting.size > 0 || batch.length > 0) return
  clearInterval(timer)
  timer = undefined
}

/**
 * Sends an error response. If too much of the body is left to read, or the client asked for it, the connection is closed, but
 * only after the client had time to read the response: closing immediately would reset the connection before that.
 */
export function refuseBeforeBodyEnds(
  request: FastifyRequest,
  reply: FastifyReply,
  response: object,
): FastifyReply {
  const { raw } = request
  if (raw.complete || raw.readableEnded) return reply.send(response)
  if (!announcesMuch(raw) && staysOpen(raw, reply)) {
    // Node would also do it after the response, but without the limited rate.
    if (hasBody(raw)) discardBody(request)
    return reply.send(response)
  }
  const body = JSON.stringify(response)
  void reply
    .header('connection', 'close')
    .header('content-length', String(Buffer.byteLength(body)))
    .type('application/json; charset=utf-8')
  discardBody(request)
  return reply.send(Readable.from(delayClose(raw, body)))
}

const hasBody = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) > 0

const announcesMuch = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDiscardedBytes

/** Node closes any other connection with the response, and what is unread by then resets it: the client loses the response. */
function staysOpen({ headers, httpVersion }: IncomingMessage, reply: FastifyReply): boolean {
  const wanted = reply.getHeader('connection') ?? headers.connection ?? ''
  return httpVersion === '1.0' ? /keep-alive/i.test(String(wanted)) : !/close/i.test(String(wanted))
}

/** Sends the whole response; its stream, and with it the connection, ends only after a delay. */
async function* delayClose(raw: IncomingMessage, body: string): AsyncGenerator<string> {
  yield body
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  raw.once('end', resolve).once('close', resolve)
  await Promise.race([ended, sleep(closeDelayMs, undefined, { ref: false })])
}
