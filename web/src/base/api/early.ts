// At which place in the stream of events each answer was read: it contains all changes up to there.

const places = new Map<string, number>()
const most = 1_000

let first: number | undefined
let heardFrom = Number.NEGATIVE_INFINITY
let onEarlier = () => {}

/** Notes the X-Event-Id of an answer. */
export function noteRead(address: string, eventId: string | null): void {
  if (!eventId) return
  const place = Number(eventId)
  first = Math.min(first ?? place, place)
  if (places.size >= most) places.clear()
  places.set(address, place)
  if (place >= heardFrom) return
  // Once: in a restored shop every place is an earlier one.
  heardFrom = Number.NEGATIVE_INFINITY
  onEarlier()
}

/** The newest event that the last answer of this address contains; undefined where that is not known. */
export const placeOf = (address: string): number | undefined => places.get(address)

/** The earliest place at which this page has read anything: the stream is heard from there. */
export const firstPlace = (): number | undefined => first

/** Says from which event on the page hears of changes, and what to do when an answer was read before it after all. */
export function hearFrom(place: number, listener: () => void): void {
  heardFrom = place
  onEarlier = listener
}

export type TextResponse = {
  status: number
  text: string
  retryAfter: string | null
  eventId: string | null
  date: string | null
}

type Early = {
  response: Promise<TextResponse | undefined>
  received?: { response: TextResponse; at: number }
}

declare global {
  interface Window {
    /** What index.html requested while the app was loading, by address. */
    earlyResponses?: Map<string, Early>
  }
}

/** An early response that was not used for so long is requested again. */
const freshMs = 10_000

/** Requests an address before the app is there to read the response. */
export function requestEarly(address: string, headers: Record<string, string>): void {
  const early: Early = {
    response: readText(address, { headers }).then(
      (response) => {
        early.received = { response, at: Date.now() }
        return response
      },
      () => undefined,
    ),
  }
  window.earlyResponses ??= new Map()
  window.earlyResponses.set(address, early)
}

const isFresh = ({ received }: Early) => received !== undefined && Date.now() - received.at < freshMs

/** The early response of this address, as soon as it is there; each is given once. */
export function takeEarly(address: string): Promise<TextResponse | undefined> | undefined {
  // A service worker has no page that could have asked before it.
  if (typeof window === 'undefined') return undefined
  const early = window.earlyResponses?.get(address)
  window.earlyResponses?.delete(address)
  return early?.response.then((response) => (isFresh(early) ? response : undefined))
}

/** The body of a successful early response that is there already: then nothing is rendered without it. */
export function takeReceived(address: string): unknown {
  const early = window.earlyResponses?.get(address)
  if (!early || !isFresh(early) || early.received?.response.status !== 200) return undefined
  const { eventId, text } = early.received.response
  window.earlyResponses?.delete(address)
  noteRead(address, eventId)
  return JSON.parse(text)
}

export async function readText(address: string, init: RequestInit): Promise<TextResponse> {
  const response = await fetch(address, init)
  return {
    status: response.status,
    text: await response.text(),
    retryAfter: response.headers.get('Retry-After'),
    eventId: response.headers.get('X-Event-Id'),
    date: response.headers.get('Date'),
  }
}
