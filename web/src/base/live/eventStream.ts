import type { EventData, streamEndpoint } from '@our-print/contract/shop/events.ts'
import { authorization, parseResponse } from '../api/call.ts'
import type { LiveEvent } from './live.ts'

const url: (typeof streamEndpoint)['url'] = '/api/events'

/** Without a word for so long the connection is dead: the server's heart beats every 15 s. */
const silenceMs = 40_000
const longestPauseMs = 30_000

type Handlers = {
  /** The stream has what came after this place. */
  onOpen: (place: number) => void
  /** Undefined: events were missed. */
  onEvent: (event: LiveEvent | undefined) => void
  onBreak: () => void
}

/**
 * Reads the stream of events from a place on, or from now on, until the signal ends it. After a break it goes on where it
 * was, after growing pauses.
 */
export async function readEvents(
  { onOpen, onEvent, onBreak }: Handlers,
  signal: AbortSignal,
  start?: number,
): Promise<void> {
  let lastId = start === undefined ? '' : String(start)
  let failures = 0
  while (!signal.aborted) {
    const wasOpen = await readOnce().catch(() => false)
    if (signal.aborted) return
    onBreak()
    // A session that has ended is the app's business, which shows the sign-in.
    if (!authorization()['Authorization']) return
    failures = wasOpen ? 0 : failures + 1
    await pause(Math.min(longestPauseMs, 1000 * 2 ** failures) * (0.5 + Math.random() / 2), signal)
  }

  /** Resolves when the stream ends: true if it was open. */
  async function readOnce(): Promise<boolean> {
    const silent = new AbortController()
    const stop = () => silent.abort()
    let timer = setTimeout(stop, silenceMs)
    signal.addEventListener('abort', stop)
    try {
      const headers = { ...authorization(), ...(lastId && { 'Last-Event-ID': lastId }) }
      const response = await fetch(url, { headers, signal: silent.signal, cache: 'no-store' })
      if (response.status === 400) lastId = ''
      if (!response.ok || !response.body) {
        parseResponse(response.status, await response.text(), response.headers.get('Retry-After'))
        return false
      }
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return true
        clearTimeout(timer)
        timer = setTimeout(stop, silenceMs)
        const messages = (text + value).split('\n\n')
        text = messages.pop() ?? ''
        messages.forEach(take)
      }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    }
  }

  function take(message: string): void {
    const fields = new Map(
      message
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    )
    const [name, id, data] = ['event', 'id', 'data'].map((field) => fields.get(field))
    if (!name || !data) return
    lastId = id ?? lastId
    const place = Number(lastId)
    if (name === 'ready' || name === 'resync') onOpen(place)
    if (name === 'resync') onEvent(undefined)
    else if (name !== 'ready') onEvent({ name, place, ...(JSON.parse(data) as EventData) })
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      window.removeEventListener('online', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    window.addEventListener('online', end)
  })
}
