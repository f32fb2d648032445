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
