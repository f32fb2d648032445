import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from './live.ts'

type Handlers = Parameters<typeof import('./eventStream.ts').readEvents>[0]
type Modules = {
  noteRead: typeof import('../api/early.ts').noteRead
  startStream: typeof import('./sharedStream.ts').startStream
}

/** The streams that were begun: what they tell, and from where. */
let streams: { handlers: Handlers; start: number | undefined }[] = []
let heard: (LiveEvent | undefined)[] = []
let loaded: Modules
/** What is called when this tab gets the lock; undefined: it has it at once. */
let lock: (() => void) | undefined

vi.mock('./eventStream.ts', () => ({
  readEvents: (handlers: Handlers, _signal: AbortSignal, start?: number) => {
    streams.push({ handlers, start })
    return new Promise(() => {})
  },
}))

beforeEach(async () => {
  vi.resetModules()
  streams = []
  heard = []
  const { noteRead } = await import('../api/early.ts')
  const { startStream } = await import('./sharedStream.ts')
  const { onLiveEvent } = await import('./eventBus.ts')
  onLiveEvent((event) => heard.push(event))
  loaded = { noteRead, startStream }
})
afterEach(() => void vi.unstubAllGlobals())

const change = (place: number): LiveEvent => ({
  name: 'lead.changed',
  place,
  id: 'a',
  version: 2,
  at: '2026-01-03T10:00:00Z',
  by: null,
})

test('the stream begins where the first answer was read, and nothing is read again', () => {
  loaded.noteRead('/api/leads', '12')
  loaded.noteRead('/api/profile', '9')
  loaded.startStream('me')
  expect(streams[0]?.start).toBe(9)
  streams[0]?.handlers.onOpen(9)
  loaded.noteRead('/api/leads', '14')
  expect(heard).toEqual([])
  streams[0]?.handlers.onEvent(change(15))
  expect(heard).toEqual([change(15)])
})

test('what was read before the stream begins is read again, once', () => {
  loaded.startStream('me')
  expect(streams[0]?.start).toBeUndefined()
  streams[0]?.handlers.onOpen(20)
  expect(heard).toEqual([undefined])
  // Its answer was under way when the stream began.
  loaded.noteRead('/api/leads', '18')
  loaded.noteRead('/api/leads', '19')
  expect(heard).toEqual([undefined, undefined])
})

test('a tab that reads the stream after another one goes on where it was', () => {
  const channels: { onMessage: (data: unknown) => void }[] = []
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage() {}
      close() {}
      addEventListener(_name: string, listener: (message: { data: unknown }) => void) {
        channels.push({ onMessage: (data) => listener({ data }) })
      }
    },
  )
  vi.stubGlobal('navigator', {
    locks: {
      request: (_name: string, _options: object, work: () => Promise<void>) =>
        new Promise<void>((resolve) => {
          lock = () => void work().then(resolve)
        }),
    },
  })
  loaded.noteRead('/api/leads', '30')
  loaded.startStream('me')
  channels[0]?.onMessage({ open: true, place: 30 })
  expect(heard).toEqual([])
  channels[0]?.onMessage({ event: change(31) })
  expect(heard).toEqual([change(31)])
  expect(streams).toEqual([])
  lock?.()
  expect(streams[0]?.start).toBe(31)
  streams[0]?.handlers.onOpen(31)
  expect(heard).toEqual([change(31)])
})
