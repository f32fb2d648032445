import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeWith } from './errorReply.ts'
import { Problem } from './problem.ts'

/** Time limits of a connection, in milliseconds. */
export type Deadlines = {
  /** For the headers of a request, from its first byte; for the first request, from the start of the connection. */
  headers: number
  /** Idle time between two requests. Longer than the 60 s of proxies, or they would send into a closed connection. */
  keepAlive: number
  /** How far a request body may fall behind `minBytesPerSecond`, all its pauses together. */
  body: number
  /** The same for a response that the client reads. */
  response: number
  /** Interval of the checks. */
  check: number
}

export const deadlines: Deadlines = {
  headers: 30_000,
  keepAlive: 72_000,
  body: 30_000,
  response: 60_000,
  check: 1000,
}

/** Bytes a second below which a connection falls behind: a 100 MB file at this rate takes 7 hours. */
const minBytesPerSecond = 4096

type Watched = {
  socket: Socket
  request?: IncomingMessage
  response?: ServerResponse
  /** Milliseconds behind `minBytesPerSecond`. */
  delayMs: number
  /** Bytes received and sent until the last check. */
  moved: number
  /** Since when no request is in progress; 0 while one is. */
  idleSince: number
}

const watched = new WeakMap<Socket, Watched>()

/** How many milliseconds a response is behind `minBytesPerSecond`. */
export const delayOf = ({ socket }: ServerResponse): number => (socket && watched.get(socket)?.delayMs) ?? 0

/**
 * Closes connections whose client sends a body or reads a response too slowly. Node limits headers and idle time, but a
 * body only in total, which fails large files on slow connections, and a response not at all. Only waiting for the
 * client counts, not our own work or our pauses in reading.
 */
export function watchConnections(server: Server, limits: Deadlines, maxConnections: number): void {
  const open = new Set<Watched>()
  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => {
    const connection = { socket, delayMs: 0, moved: 0, idleSince: performance.now() }
    watched.set(socket, connection)
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = watched.get(request.socket)
    if (connection) Object.assign(connection, { request, response, delayMs: 0 })
  })

  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // While this process was blocked, no client was late.
    const elapsed = Math.min(now - last, 2 * limits.check)
    last = now
    for (const connection of open) check(connection, now, elapsed)
    closeIdle(open, maxConnections)
  }, limits.check).unref()
  server.once('close', () => clearInterval(timer))

  function check(connection: Watched, now: number, elapsed: number): void {
    const { socket, request, response } = connection
    const sending = unsent(socket) > 0
    if (!sending && (!response || response.writableFinished || response.destroyed)) {
      connection.idleSince ||= now
      // Any byte restarts Node's own timeouts, even an empty line before a request.
      if (now - connection.idleSince > limits.keepAlive + limits.headers) socket.destroy()
      return
    }
    connection.idleSince = 0
    const receiving = request !== undefined && !request.complete && request.readableFlowing === true
    const moved = socket.bytesRead + sentBytes(socket)
    const expected = (1000 * (moved - connection.moved)) / minBytesPerSecond
    connection.moved = moved
    const waitsForClient = sending || receiving
    connection.delayMs = Math.max(0, connection.delayMs + (waitsForClient ? elapsed : 0) - expected)
    if (connection.delayMs <= (sending ? limits.response : limits.body)) return
    if (response?.headersSent === false) closeWith(socket, tooSlow)
    else socket.destroy()
  }
}

const tooSlow = new Problem(408, 'timeout', 'The request took too long to arrive')

/** Closes the longest idle connections before the maximum is reached, so that new ones can be accepted. */
function closeIdle(open: Set<Watched>, maxConnections: number): void {
  let surplus = open.size - Math.floor(maxConnections * 0.9)
  if (surplus <= 0) return
  const idle = [...open].filter(({ idleSince }) => idleSince > 0)
  for (const { socket } of idle.toSorted((a, b) => a.idleSince - b.idleSince)) {
    if (surplus-- <= 0) return
    socket.destroy()
  }
}

/** Byte counters of Node's socket handle, which also count a part of a large chunk. */
type Handle = { bytesWritten?: number; writeQueueSize?: number } | null | undefined
// Node's own timeouts use the same counters, and there is no public access to them.
const handleOf = (socket: Socket) => Reflect.get(socket, '_handle') as Handle
const sentBytes = (socket: Socket) => {
  const handle = handleOf(socket)
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0)
}
const unsent = (socket: Socket) => Math.max(socket.writableLength, handleOf(socket)?.writeQueueSize ?? 0)
