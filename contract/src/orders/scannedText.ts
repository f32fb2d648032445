/** What a scanned or typed text names; `ticket` is the code that only the paper of a job ticket shows. */
export type Scanned = { order: string; ticket?: string } | { number: number } | { place: string }

/** The path in the code of a job ticket. */
export const ticketPath = (order: string, ticket: string | null | undefined) =>
  ticket ? `/print/${order}?t=${ticket}` : `/print/${order}`

/** A shelf place as it is kept: `B3`. */
export const shelfPlacePattern = /^[A-Z0-9][A-Z0-9-]{0,9}$/

/** The text in the QR code of a shelf place. Capitals, digits and a colon need the fewest dots. */
export const shelfText = (place: string) => `SHELF:${place}`

// A desk scanner types like a keyboard. With another keyboard layout it types other characters in place of - : and /, so
// any character may stand between the parts of an id, if it is always the same one.
const uuid =
  /(?<![0-9a-f])([0-9a-f]{8})(.?)([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{4})\2([0-9a-f]{12})(?![0-9a-f])/i
const ticketCode = /^.t.([0-9a-f]{32})(?![0-9a-f])/i
const shelf = /^shelf[^a-z0-9]?([a-z0-9][a-z0-9-]{0,9})$/i
/** People write a number with or without a number sign. */
const orderNumber = /^(?:#|no\.?)?\s*(\d{1,9})$/i

/** What a text names: the order of a job ticket by its id or number, or a shelf place; undefined for anything else. */
export function readScanned(text: string): Scanned | undefined {
  const trimmed = text.trim()
  const id = uuid.exec(trimmed)
  if (id) {
    const order = [id[1], id[3], id[4], id[5], id[6]].join('-').toLowerCase()
    const ticket = ticketCode.exec(trimmed.slice(id.index + id[0].length))?.[1]?.toLowerCase()
    return ticket ? { order, ticket } : { order }
  }
  const place = shelf.exec(trimmed)?.[1]
  if (place) return { place: place.toUpperCase() }
  const number = orderNumber.exec(trimmed)?.[1]
  return number ? { number: Number(number) } : undefined
}
