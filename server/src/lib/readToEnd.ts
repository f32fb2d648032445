import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** So much of a refused body is read, so that its sender comes to its end, sees the answer, and goes on. */
const mostDiscarded = 16 * 1024 * 1024
/** Whoever announced more has so long to see the answer before the connection is closed. */
const lingering = 2000

const discarding = new WeakSet<IncomingMessage>()

/** Whoever is refused in the middle still sends: unread, their connection would stand still and the answer not arrive. */
export function readToEnd({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed || discarding.has(raw)) return
  raw.unpipe()
  discard(raw)
  const patience = setTimeout(() => raw.destroy(), 60_000).unref()
  raw.once('close', () => clearTimeout(patience))
}

/** Reads on without keeping anything, up to a bound, and closes the connection beyond. */
function discard(raw: IncomingMessage): void {
  discarding.add(raw)
  let size = 0
  raw.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > mostDiscarded) raw.pause()
  })
  raw.resume()
}

/**
 * Sends a refusal. Where more of the body is to come than is worth reading, the connection is closed: not at once, as
 * a reset would overtake the answer, but when its sender has had the time to see it.
 */
export function sendBeforeBodyEnds(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: object,
): FastifyReply {
  const { raw } = request
  if (raw.complete || !announcesMuch(raw)) return reply.send(answer)
  const body = JSON.stringify(answer)
  void reply
    .header('connection', 'close')
    .header('content-length', String(Buffer.byteLength(body)))
    .type('application/json; charset=utf-8')
  readToEnd(request)
  return reply.send(Readable.from(linger(raw, body)))
}

const announcesMuch = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > mostDiscarded

/** The whole answer goes out at once; its stream ends, and the connection with it, a little later. */
async function* linger(raw: IncomingMessage, body: string): AsyncGenerator<string> {
  yield body
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  raw.once('end', resolve).once('close', resolve)
  await Promise.race([ended, sleep(lingering, undefined, { ref: false })])
}
