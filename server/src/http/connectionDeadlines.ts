import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeWith } from './errorReply.ts'
import { Problem } from './problem.ts'

/** What a connection may take, in milliseconds. */
export type Deadlines = {
  /** Until the headers of a request are here, from its first byte, or from the connection's start for the first one. */
  headers: number
  /** Silence between two requests. Longer than proxies keep theirs (60 s), or they would send into a closed one. */
  keepAlive: number
  /** How far a body that comes in may fall behind the slowest rate, all its pauses together. */
  body: number
  /** The same for an answer that is taken. */
  answer: number
  /** How often it is looked at. */
  check: number
}

export const deadlines: Deadlines = {
  headers: 30_000,
  keepAlive: 72_000,
  body: 30_000,
  answer: 60_000,
  check: 1000,
}

/** Bytes a second below which a connection falls behind: a 100 MB file at this rate takes 7 hours. */
const slowestRate = 4096

type Watched = {
  socket: Socket
  request?: IncomingMessage
  response?: ServerResponse
  /** Milliseconds behind the slowest rate. */
  lateness: number
  /** Bytes in and out when it was last looked at. */
  moved: number
  /** Since when no request is under way. */
  idleSince: number
}

const watched = new WeakMap<Socket, Watched>()

/** How many milliseconds the reader of an answer has fallen behind the slowest rate that is fair. */
export const latenessOf = ({ socket }: ServerResponse): number =>
  (socket && watched.get(socket)?.lateness) ?? 0

/**
 * Closes connections that take a body or an answer slower than anyone needs to. Node has deadlines for headers and for
 * silence, but for a body only a total one, which a large file on a slow line cannot keep, and none for an answer.
 * Only what the other side makes us wait for counts: not our own work, nor a pause that we make in reading.
 */
export function watchConnections(server: Server, limits: Deadlines, maxConnections: number): void {
  const open = new Set<Watched>()
  server.maxConnections = maxConnections
  server.on('connection', (socket: Socket) => {
    const connection = { socket, lateness: 0, moved: 0, idleSince: performance.now() }
    watched.set(socket, connection)
    open.add(connection)
    socket.once('close', () => open.delete(connection))
  })
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = watched.get(request.socket)
    if (connection) Object.assign(connection, { request, response, lateness: 0 })
  })

  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // When we ourselves stood still, nobody else was late.
    const passed = Math.min(now - last, 2 * limits.check)
    last = now
    for (const connection of open) check(connection, now, passed)
    closeIdle(open, maxConnections)
  }, limits.check).unref()
  server.once('close', () => clearInterval(timer))

  function check(connection: Watched, now: number, passed: number): void {
    const { socket, request, response } = connection
    const sending = unsent(socket) > 0
    if (!sending && (!response || response.writableFinished || response.destroyed)) {
      connection.idleSince ||= now
      // Node's own deadlines begin anew with any byte, such as an empty line before a request.
      if (now - connection.idleSince > limits.keepAlive + limits.headers) socket.destroy()
      return
    }
    connection.idleSince = 0
    const receiving = request !== undefined && !request.complete && request.readableFlowing === true
    const moved = socket.bytesRead + sentBytes(socket)
    const expected = (1000 * (moved - connection.moved)) / slowestRate
    connection.moved = moved
    const isTheirs = sending || receiving
    connection.lateness = Math.max(0, connection.lateness + (isTheirs ? passed : 0) - expected)
    if (connection.lateness <= (sending ? limits.answer : limits.body)) return
    if (response?.headersSent === false) closeWith(socket, tooSlow)
    else socket.destroy()
  }
}

const tooSlow = new Problem(408, 'timeout', 'The request took too long to arrive')

/** Before new connections find no place, those that have been silent longest make room. */
function closeIdle(open: Set<Watched>, maxConnections: number): void {
  let surplus = open.size - Math.floor(maxConnections * 0.9)
  if (surplus <= 0) return
  const idle = [...open].filter(({ idleSince }) => idleSince > 0)
  for (const { socket } of idle.toSorted((a, b) => a.idleSince - b.idleSince)) {
    if (surplus-- <= 0) return
    socket.destroy()
  }
}

/** What the system has taken of a socket's bytes; a large chunk counts as it goes, not when all of it is gone. */
type Handle = { bytesWritten?: number; writeQueueSize?: number } | null | undefined
// Node's own timeouts look at the same counters, and give no other way to them.
const handleOf = (socket: Socket) => Reflect.get(socket, '_handle') as Handle
const sentBytes = (socket: Socket) => {
  const handle = handleOf(socket)
  return (handle?.bytesWritten ?? 0) - (handle?.writeQueueSize ?? 0)
}
const unsent = (socket: Socket) => Math.max(socket.writableLength, handleOf(socket)?.writeQueueSize ?? 0)
