import { tell } from './eventBus.ts'
import { readEvents } from './eventStream.ts'
import { type LiveEvent, setLive } from './live.ts'

/** What the tab that reads the stream tells the others. */
type Message = { event: LiveEvent | null } | { open: boolean } | { ask: true }

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

  let hasOpened = false
  const open = (is: boolean) => {
    setLive(is)
    // What was loaded before the first event could come may have changed since.
    if (is && !hasOpened) tell(undefined)
    hasOpened ||= is
  }
  const show = (is: boolean) => {
    isOpen = is
    open(is)
    send({ open: is })
  }
  const read = async () => {
    isReader = true
    await readEvents(
      {
        onOpen: () => show(true),
        onBreak: () => show(false),
        onEvent(event) {
          tell(event)
          send({ event: event ?? null })
        },
      },
      signal,
    )
  }
  if (channel) {
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if ('open' in data) open(data.open)
      else if ('event' in data) tell(data.event ?? undefined)
      else if (isReader) send({ open: isOpen })
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
