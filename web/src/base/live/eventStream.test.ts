import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readEvents } from './eventStream.ts'
import type { LiveEvent } from './live.ts'

type Sent = { lastId: string | null; token: string | null }

let sent: Sent[] = []
let heard: (LiveEvent | undefined)[] = []
let states: string[] = []
let ending = new AbortController()
/** What the server answers, one after the other; then it is silent. */
let answers: ((signal: AbortSignal) => Response)[] = []

const id = '01900000-0000-7000-8000-000000000001'
const message = (name: string, at: number, data: object = {}) =>
  `event: ${name}\nid: ${at}\ndata: ${JSON.stringify(data)}\n\n`
const lead = { id, version: 2, at: '2026-01-03T10:00:00Z', by: null }

/** A stream in these pieces, which then ends, or stays open until the reader gives it up. */
function streamOf(pieces: string[], open?: AbortSignal): Response {
  const encoder = new TextEncoder()
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(encoder.encode(piece))
      if (!open) controller.close()
      open?.addEventListener('abort', () => controller.error(new DOMException('aborted', 'AbortError')))
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  heard = []
  states = []
  ending = new AbortController()
  localStorage.setItem('token', 'Token test')
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    sent.push({ lastId: headers.get('last-event-id'), token: headers.get('authorization') })
    const answer = answers.shift()
    if (answer && init.signal) return answer(init.signal)
    return new Promise<Response>((_resolve, reject) => {
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  })
})
afterEach(() => {
  ending.abort()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const start = () =>
  readEvents(
    {
      onOpen: () => states.push('open'),
      onBreak: () => states.push('broken'),
      onEvent: (event) => heard.push(event),
    },
    ending.signal,
  )

test('events come in any pieces, with the token in the header', async () => {
  const text = `${message('ready', 7)}: still here\n\n${message('lead.changed', 8, lead)}`
  answers = [(signal) => streamOf([text.slice(0, 30), text.slice(30, 71), text.slice(71)], signal)]
  void start()
  await expect.poll(() => heard).toEqual([{ name: 'lead.changed', place: 8, ...lead }])
  expect(states).toEqual(['open'])
  expect(sent).toEqual([{ lastId: null, token: 'Token test' }])
})

test('after a break it goes on after the last event, and tells of events that were missed', async () => {
  answers = [
    () => streamOf([message('ready', 7), message('lead.changed', 8, lead)]),
    () => streamOf([message('resync', 20)]),
  ]
  void start()
  await vi.advanceTimersByTimeAsync(1_100)
  expect(states.slice(0, 3)).toEqual(['open', 'broken', 'open'])
  expect(heard.at(-1)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(sent.map(({ lastId }) => lastId)).toEqual([null, '8', '20'])
})

test('the pauses grow while the server refuses', async () => {
  answers = Array.from({ length: 4 }, () => () => new Response('{}', { status: 503 }))
  void start()
  const counts: number[] = []
  for (const ms of [900, 1_200, 4_000, 8_000]) {
    await vi.advanceTimersByTimeAsync(ms)
    counts.push(sent.length)
  }
  expect(counts[0]).toBe(1)
  expect(counts.at(-1)).toBeGreaterThan(2)
  expect(counts.at(-1)).toBeLessThan(6)
})

test('a silent connection is given up after 40 s', async () => {
  answers = [(signal) => streamOf([message('ready', 7)], signal)]
  void start()
  await vi.advanceTimersByTimeAsync(39_000)
  expect(sent).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_000)
  expect(states).toContain('broken')
})

test('it ends with the session', async () => {
  answers = [() => new Response('{"message":"Please sign in"}', { status: 401 })]
  const done = start()
  localStorage.removeItem('token')
  await done
  expect(sent).toHaveLength(1)
})
