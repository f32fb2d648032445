import { firstPlace, hearFrom } from '../api/early.ts'
import { tell } from './eventBus.ts'
import { readEvents } from './eventStream.ts'
import { type LiveEvent, setLive } from './live.ts'

/** What the tab that reads the stream tells the others. */
type Message = { event: LiveEvent | null } | { open: boolean; place: number } | { ask: true }

/**
 * Reads the events of the signed-in person, once for all tabs of this browser: the tab that holds the lock reads and
 * tells the others; when it closes, another one gets the lock. Without locks (a page over plain http) each tab reads.
 */
export function startStream(person: string): () => void {
  const closing = new AbortController()
  const { signal } = closing
  const name = `our-print-events:${person}`
  const canShare = 'locks' in navigator && 'BroadcastChannel' in window
  const channel = canShare ? new BroadcastChannel(name) : undefined
  const send: (message: Message) => void = channel ? channel.postMessage.bind(channel) : () => {}
  let isOpen = false
  let isReader = false
  /** The newest event that this tab has heard of, or after which it hears of all. */
  let heard: number | undefined

  const open = (is: boolean, place: number) => {
    setLive(is)
    if (!is) return
    const isFirst = heard === undefined
    heard = Math.max(heard ?? 0, place)
    if (!isFirst) return
    const readAgain = () => tell(undefined)
    hearFrom(place, readAgain)
    // What was read before that place may have changed since.
    if (place > (firstPlace() ?? Number.NEGATIVE_INFINITY)) readAgain()
  }
  const hear = (event: LiveEvent | undefined) => {
    if (event) heard = event.place
    tell(event)
  }
  const show = (is: boolean, place = heard ?? 0) => {
    isOpen = is
    open(is, place)
    send({ open: is, place })
  }
  const read = async () => {
    isReader = true
    await readEvents(
      {
        onOpen: (place) => show(true, place),
        onBreak: () => show(false),
        onEvent(event) {
          hear(event)
          send({ event: event ?? null })
        },
      },
      signal,
      heard ?? firstPlace(),
    )
  }
  if (channel) {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('open' in data) open(data.open, data.place)
      else if ('event' in data) hear(data.event ?? undefined)
      else if (isReader) send({ open: isOpen, place: heard ?? 0 })
    })
    send({ ask: true })
    navigator.locks.request(name, { signal }, read).catch(() => undefined)
  } else void read()

  return () => {
    closing.abort()
    channel?.close()
    setLive(false)
  }
}
