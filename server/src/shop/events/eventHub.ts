import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { seesKind } from '@our-print/contract/people/mayCall.ts'
import type { EventData, StreamEvent } from '@our-print/contract/shop/events.ts'
import type { Pool } from '../../base/database/db.ts'
import { overloaded, tooManyRequests } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { findActors } from '../../people/session/session.queries.ts'
import type { ShopEvent } from './events.queries.ts'
import * as queries from './events.queries.ts'

type EventLimits = {
  /** Milliseconds between two looks for new events, while somebody reads. */
  pollMs: number
  /** Milliseconds until the next look while the database does not answer. */
  retryMs: number
  heartbeatMs: number
  streams: number
  streamsPerToken: number
  /** Bytes that may wait for a slow reader. */
  unsentBytes: number
  /** Events that a reader may catch up on; with more, reading everything again is less work. */
  missedEvents: number
}

const eventLimits = {
  pollMs: 100,
  retryMs: 1000,
  streams: 2000,
  streamsPerToken: 20,
  unsentBytes: 256 * 1024,
  missedEvents: 10_000,
}

const perRead = 1000
/** Streams that are written to before other work has its turn. */
const perTurn = 50

type Stream = {
  response: ServerResponse
  actor: Actor
  token: string
  /** It has what all streams have; before, it reads what it missed. */
  isCurrent: boolean
  /** It has everything up to this id, and perhaps more once it is current. */
  start: number
}
type Reader = { actor: Actor; tokenHash: Buffer; lastId: number | undefined }

/**
 * Sends events to the open streams of this process. While there is one, the process looks for new events ten times a
 * second: a poll costs less than a notification at each commit would, and survives a lost connection without more code.
 */
export function createEventHub(
  pool: Pool,
  log: { warn(fields: object, message: string): void },
  changed: Partial<EventLimits> & { heartbeatMs: number },
) {
  const limits: EventLimits = { ...eventLimits, ...changed }
  const streams = new Set<Stream>()
  const perToken = new Map<string, number>()
  let reserved = 0
  /** All current streams have what came up to this id. */
  let position = 0
  let polling: Promise<void> | undefined
  const closing = new AbortController()
  let wake = () => {}

  /** Opens a stream on a response whose headers are not sent yet; refuses with 429 or 503. */
  async function open(
    response: ServerResponse,
    { actor, tokenHash, lastId }: Reader,
    headers: Record<string, string>,
  ): Promise<void> {
    const stream = { response, actor, token: tokenHash.toString('base64'), isCurrent: false, start: 0 }
    // Whose token was looked up after they had gone: nothing would ever give their place back.
    if (response.destroyed) return
    reserve(stream)
    // What happened before is published first: a new stream tells only of what comes after it.
    const newest = await queries.publish(pool)
    const dropped = await queries.getDropped(pool)
    // Destroyed while the database was asked.
    if (response.destroyed) return
    if (closing.signal.aborted) throw overloaded()
    if (streams.size === 0) position = newest
    streams.add(stream)
    response.once('close', () => streams.delete(stream))
    // Ends with its connection, without the two short pieces around each text that chunks need.
    response.removeHeader('transfer-encoding')
    response.writeHead(200, headers)
    const from = lastId ?? newest
    // An id from the future is one of before a restored backup.
    const isLost = from < dropped || from > Math.max(newest, position) || newest - from > limits.missedEvents
    stream.start = isLost ? newest : from
    response.write(streamEvent(isLost ? 'resync' : 'ready', stream.start))
    catchUp(stream).catch(() => response.destroy())
    polling ??= poll()
  }

  function reserve({ response, token }: Stream): void {
    const own = perToken.get(token) ?? 0
    if (own >= limits.streamsPerToken)
      throw tooManyRequests(
        `At most ${limits.streamsPerToken} streams of events can be open in one session. Close one first.`,
        15,
      )
    if (closing.signal.aborted || reserved >= limits.streams) throw overloaded()
    perToken.set(token, own + 1)
    reserved++
    response.once('close', () => {
      reserved--
      const left = (perToken.get(token) ?? 1) - 1
      if (left === 0) perToken.delete(token)
      else perToken.set(token, left)
    })
  }

  /** Sends what came after its start, until the stream has what all others have. */
  async function catchUp(stream: Stream): Promise<void> {
    const { response, actor } = stream
    let at = stream.start
    while (at < position) {
      const events = await queries.readAfter(pool, at, perRead)
      at = events.at(-1)?.id ?? position
      if (!response.write(textFor(actor, events)))
        await Promise.race([once(response, 'drain'), once(response, 'close')])
      if (response.destroyed) return
    }
    // It may have read beyond the position, and must not hear of that again.
    stream.start = at
    // Without a pause since the last look at the position, or an event between the two would be lost.
    stream.isCurrent = true
  }

  async function poll(): Promise<void> {
    let nextHeartbeat = performance.now() + limits.heartbeatMs
    let isLate = false
    while (streams.size > 0 && !closing.signal.aborted) {
      try {
        await sendUpTo(await queries.publish(pool))
        if (performance.now() >= nextHeartbeat) {
          nextHeartbeat = performance.now() + limits.heartbeatMs
          for (const stream of streams) write(stream, heartbeat)
          await endDeadTokens()
        }
        isLate = false
      } catch (error) {
        if (!isLate) log.warn({ err: error, job: 'send events' }, 'Events are late')
        isLate = true
      }
      await pause(isLate ? limits.retryMs : limits.pollMs)
    }
    polling = undefined
  }

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  async function sendUpTo(newest: number): Promise<void> {
    while (position < newest) {
      const before = position
      const events = await queries.readAfter(pool, before, perRead)
      // Who may do something else now hears nothing more by what they could do before.
      if (events.some(({ entity }) => entity === 'ability_set' || entity === 'staff')) await endDeadTokens()
      const current = [...streams].filter(({ isCurrent }) => isCurrent)
      position = events.at(-1)?.id ?? newest
      // Made once for all who may know of the same, and once for a staff user.
      const texts = new Map<string, Buffer>()
      for (const [index, stream] of current.entries()) {
        // Other requests are not kept waiting by a thousand streams.
        if (index % perTurn === perTurn - 1) await setImmediate()
        const { actor, start } = stream
        const key = `${readerOf(actor)} ${Math.max(start, before)}`
        const unread = () => events.filter(({ id }) => id > start)
        const text = texts.get(key) ?? Buffer.from(textFor(actor, unread()))
        texts.set(key, text)
        if (text.length > 0) write(stream, text)
      }
    }
  }

  function write({ response }: Stream, text: string | Buffer): void {
    if (response.destroyed || response.writableEnded) return
    response.write(text)
    // What waits would grow without bound: a reader that comes back reads on from its last id.
    if (response.writableLength > limits.unsentBytes) response.destroy()
  }

  /** Ends streams whose token is not valid any more, or whose person may do other things now: a new one shows only these. */
  async function endDeadTokens(): Promise<void> {
    const tokens = [...new Set([...streams].map(({ token }) => token))]
    const valid = new Map<string, Actor>()
    for (let start = 0; start < tokens.length; start += perRead) {
      const hashes = tokens.slice(start, start + perRead).map((token) => Buffer.from(token, 'base64'))
      for (const found of await findActors(pool, hashes))
        valid.set(found.token_hash.toString('base64'), found)
    }
    for (const stream of streams) {
      const now = valid.get(stream.token)
      if (!now || readerOf(now) !== readerOf(stream.actor)) end(stream)
    }
  }

  function end({ response }: Stream): void {
    // A reader that does not read would keep an ended response open.
    if (response.writableLength > 0) response.destroy()
    else response.end()
  }

  return {
    open,
    /** Ends all streams; their readers open new ones, at another process or after the restart. */
    async close(): Promise<void> {
      closing.abort()
      for (const stream of streams) end(stream)
      wake()
      await polling
    },
  }
}

/** Readers who hear of the same. */
const readerOf = ({ id, is_superuser, abilities = [] }: Actor) =>
  is_superuser ? '' : `${id} ${abilities.join()}`

/** What other systems can ask for by itself is a change to open pages. */
const finerNames = new Set(['order.assigned', 'order.delivered', 'order.cancelled'])

/** The name under which a reader hears of an event; undefined if it is not for them. */
function nameFor(reader: Actor, event: ShopEvent): string | undefined {
  const { staff_user, previous_user } = event
  const { id } = reader
  const name = finerNames.has(event.name) ? 'order.changed' : event.name
  if (seesKind(reader, event.entity) || staff_user === id) return name
  // A page that was opened just before hears by it that its person may do other things now.
  if (
    event.entity === 'ability_set'
      ? reader.abilities?.length
      : event.entity === 'staff' && event.record === id
  )
    return name
  return previous_user === id ? 'order.left' : undefined
}

/** Events as text of a stream (the HTML standard, "Server-sent events"), without those that are not for the reader. */
const textFor = (reader: Actor, events: ShopEvent[]): string =>
  events
    .map((event) => {
      const name = nameFor(reader, event)
      if (!name) return ''
      const { record, version, at, made_by } = event
      const data: EventData = { id: record, version, at, by: made_by }
      return `event: ${name}\nid: ${event.id}\ndata: ${JSON.stringify(data)}\n\n`
    })
    .join('')

/** An event of the stream itself, from which a reader goes on at this id. */
const streamEvent = (name: StreamEvent, id: number): string => `event: ${name}\nid: ${id}\ndata: {}\n\n`

const heartbeat = ': still here\n\n'
