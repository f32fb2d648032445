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
  raw.once('end', () => clearTimeout(patience)).once('close', () => clearTimeout(patience))
}

/** So many bytes of all refused bodies together are read every so many milliseconds: 50 MiB a second. */
const share = 512 * 1024
const pause = 10

/** Who waits for a share, in turn. */
const waiting = new Set<IncomingMessage>()
const allowed = new WeakMap<IncomingMessage, number>()
let timer: NodeJS.Timeout | undefined

/**
 * Reads on without keeping anything, up to a bound. Not as fast as it comes: of many at once Node reads megabytes each
 * before it looks at anything else, and health would answer after seconds.
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
    if (size <= mostDiscarded) waitForShare(raw)
  })
  raw.once('close', () => waiting.delete(raw))
  raw.pause()
  waitForShare(raw)
}

function waitForShare(raw: IncomingMessage): void {
  waiting.add(raw)
  timer ??= setInterval(shareOut, pause).unref()
}

function shareOut(): void {
  // Each reads at least a chunk of 64 KiB, so no more than this find something.
  const turn = [...waiting].slice(0, 8)
  for (const raw of turn) {
    waiting.delete(raw)
    allowed.set(raw, share / turn.length)
    raw.resume()
  }
  if (waiting.size > 0 || turn.length > 0) return
  clearInterval(timer)
  timer = undefined
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
  if (raw.complete) return reply.send(answer)
  if (!announcesMuch(raw)) {
    // Node would do it, too, when the answer is out, but all at once.
    if (hasBody(raw)) readToEnd(request)
    return reply.send(answer)
  }
  const body = JSON.stringify(answer)
  void reply
    .header('connection', 'close')
    .header('content-length', String(Buffer.byteLength(body)))
    .type('application/json; charset=utf-8')
  readToEnd(request)
  return reply.send(Readable.from(linger(raw, body)))
}

const hasBody = ({ headers }: IncomingMessage) => Number(headers['content-length'] ?? 0) > 0

const announcesMuch = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > mostDiscarded

/** The whole answer goes out at once; its stream ends, and the connection with it, a little later. */
async function* linger(raw: IncomingMessage, body: string): AsyncGenerator<string> {
  yield body
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  raw.once('end', resolve).once('close', resolve)
  await Promise.race([ended, sleep(lingering, undefined, { ref: false })])
}
