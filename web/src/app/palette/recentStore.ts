import { type SearchKind } from '@our-print/contract/entityKinds.ts'
import { signedInId } from '../../people/session/session.ts'

/** No more of a record than what it takes to show and to open it. */
export type Recent = { kind: SearchKind; key: string; title: string; to: string }

const mostRecent = 6
const place = () => `recent ${signedInId()}`

/** The records that this person opened last on this device. Signing out clears the browser's storage. */
export function readStored(): Recent[] {
  try {
    const list: unknown = JSON.parse(localStorage.getItem(place()) ?? '[]')
    return Array.isArray(list) ? list.filter(isRecent) : []
  } catch {
    return []
  }
}

/** Stores a record as the last one that was opened. */
export function store(recent: Recent): void {
  if (!signedInId()) return
  const others = readStored().filter(({ key }) => key !== recent.key)
  try {
    localStorage.setItem(place(), JSON.stringify([recent, ...others].slice(0, mostRecent)))
  } catch {
    // The storage is full or not allowed: nothing is remembered.
  }
}

const visits = { order: 'Order', user: 'Customer' } as const

/** Stores the order or customer of an address that is left, by the title that the page had. */
export function storeVisit(pathname: string, pageTitle: string): void {
  const [, screen, id] = /^\/(order|user)\/([\da-f-]{36})$/.exec(pathname) ?? []
  if (!screen || !id) return
  const kind = screen === 'order' ? 'order' : 'customer'
  const key = `${kind} ${id}`
  const known = readStored().find((one) => one.key === key)
  const title = known?.title ?? pageTitle.replace(/ · Our Print$/, '')
  // That is the title until the record is loaded, and where there is none.
  if (title !== visits[screen as keyof typeof visits]) store({ kind, key, title, to: pathname })
}

const isRecent = (one: unknown): one is Recent =>
  typeof one === 'object' &&
  one !== null &&
  ['kind', 'key', 'title', 'to'].every((name) => typeof (one as Record<string, unknown>)[name] === 'string')
