/** A place in the app: its address in parts, `search` with its '?' and `hash` with its '#', or empty. */
export type Place = { pathname: string; search: string; hash: string }

/** Where to go. What is left out is empty, but the path is that of the current screen: '?page=2'. */
export type To = string | Partial<Place>

/** A place, and how it was reached; `pop` is by the browser: as the first page, by Back or Forward. */
export type Visit = { place: Place; way: 'push' | 'replace' | 'pop' }

/**
 * Asked before the app goes to another place. True stops it; `go` then goes there after all, and asks again.
 */
export type Guard = (next: Place, go: () => void) => boolean

export type History = ReturnType<typeof createHistory>

/** The address that `to` means on the screen at `pathname`. */
export function resolve(to: To, pathname: string): Place {
  if (typeof to !== 'string') return { pathname, search: '', hash: '', ...to }
  // The path of an address has neither mark.
  const [, path, search = '', hash = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? []
  return { pathname: path || pathname, search: search === '?' ? '' : search, hash }
}

export const addressOf = ({ pathname, search, hash }: Place) => pathname + search + hash

/** The history of the browser's tab, which tells of every move within the app, and can be guarded. */
export function createHistory() {
  const listeners = new Set<(visit: Visit) => void>()
  const guards: Guard[] = []
  let visit: Visit = { place: placeNow(), way: 'pop' }
  /** The number of the current entry among those of the app. */
  let at = numberOf(window.history.state) ?? 0
  /** A move by the browser that is being taken back. */
  let isReturning = false

  function arrive(way: Visit['way']) {
    visit = { place: placeNow(), way }
    for (const listener of listeners) listener(visit)
  }

  // The last guard first: a dialog's form lies over that of the page.
  const isStopped = (next: Place, go: () => void) => guards.toReversed().some((guard) => guard(next, go))

  function go(place: Place, { replace = false } = {}) {
    if (isStopped(place, () => go(place, { replace }))) return
    if (replace) window.history.replaceState({ at }, '', addressOf(place))
    else {
      at += 1
      window.history.pushState({ at }, '', addressOf(place))
    }
    arrive(replace ? 'replace' : 'push')
  }

  /** Back and Forward have happened already when the browser tells of them, so they are reversed where a guard stops them. */
  function onPopState({ state }: PopStateEvent) {
    if (isReturning) {
      isReturning = false
      return
    }
    const found = numberOf(state)
    // A link to a place within the page makes an entry by itself.
    if (found === undefined) window.history.replaceState({ at: at + 1 }, '')
    const now = found ?? at + 1
    const steps = now - at || -1
    if (isStopped(placeNow(), () => window.history.go(steps))) {
      isReturning = true
      window.history.go(-steps)
      return
    }
    at = now
    arrive('pop')
  }

  /** Leaves the app, unless a guard stops that. */
  function leave(out: () => void) {
    if (!isStopped({ pathname: '', search: '', hash: '' }, () => leave(out))) out()
  }

  return {
    get visit() {
      return visit
    },
    go,
    leave,
    /** Goes back within the app; where this is its first screen in the tab, to this place. */
    back: (home: string) => (at > 0 ? window.history.back() : go(resolve(home, ''))),
    /** Moves among the entries of the tab. */
    step: (steps: number) => window.history.go(steps),
    /** Calls the listener after every move, until the returned function is called. */
    listen(listener: (visit: Visit) => void): () => void {
      if (listeners.size === 0) {
        if (numberOf(window.history.state) === undefined) window.history.replaceState({ at }, '')
        window.addEventListener('popstate', onPopState)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', onPopState)
      }
    },
    /** Asks this guard before every move, until the returned function is called. */
    guard(guard: Guard): () => void {
      guards.push(guard)
      return () => void guards.splice(guards.indexOf(guard), 1)
    },
  }
}

function placeNow(): Place {
  const { pathname, search, hash } = window.location
  return { pathname, search, hash }
}

const numberOf = (state: unknown): number | undefined =>
  typeof state === 'object' && state !== null && 'at' in state && typeof state.at === 'number'
    ? state.at
    : undefined
