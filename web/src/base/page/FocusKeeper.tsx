import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useWay } from '../router/router.tsx'
import { topLayer } from '../ui/openLayers.ts'

/** Keeps the focus on something: on every screen below, and from one screen to the next. */
export function FocusKeeper() {
  const { pathname } = useLocation()
  // A page that the browser itself has loaded starts at its top, as every page does.
  const shown = useRef(useWay() === 'pop' ? pathname : undefined)
  useEffect(() => keepFocus(), [])
  // With the new screen: an effect after it could come later than the frame in which the lost focus is handed on.
  useLayoutEffect(() => {
    if (shown.current !== pathname) focusHeading()
    shown.current = pathname
  }, [pathname])
  return null
}

// Where the focus goes when its control is removed or disabled, or when another screen is shown. A browser drops it to
// the page then: a person without a mouse would start at the top again, and a screen reader falls silent.

/** A control that had the focus, and its position in each of its ancestors, the nearest first. */
type Place = { element: HTMLElement; path: { parent: Element; at: number }[]; address: string }

/** A button that is disabled while it works gets the focus back, unless the person has moved on. */
type Waiting = { element: HTMLElement; holder: HTMLElement }

const remembered = 20
const controls = 'a[href], button, input, select, textarea, [tabindex]:not([tabindex^="-"])'
const fields = 'input:not([type=checkbox], [type=radio]), select, textarea'

let trail: Place[] = []
let waiting: Waiting | undefined
/** The focused control, if it was disabled: it may be enabled again before the next frame. */
let interrupted: Element | undefined
let wantsHeading = false
/** The frame in which is looked next. */
let scheduled: number | undefined
let byTouch = false

/** Another screen is shown: the focus goes to its heading, unless the screen itself puts it somewhere. */
export function focusHeading(): void {
  wantsHeading = true
  schedule()
}

/** Watches the page until the returned function is called. */
export function keepFocus(): () => void {
  const observer = new MutationObserver((changes) => {
    const last = trail.at(-1)?.element
    if (last && isDisabled(last) && changes.some(({ target }) => target === last)) interrupted = last
    schedule()
  })
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('focusin', ({ target }) => remember(target as HTMLElement), { signal })
  document.addEventListener('focusout', schedule, { signal })
  const capture = { signal, capture: true }
  document.addEventListener('pointerdown', ({ pointerType }) => setByTouch(pointerType === 'touch'), capture)
  document.addEventListener('keydown', () => setByTouch(false), capture)
  return () => {
    observer.disconnect()
    listening.abort()
    trail = []
    waiting = undefined
    wantsHeading = false
    if (scheduled !== undefined) cancelAnimationFrame(scheduled)
    scheduled = undefined
  }
}

const setByTouch = (touch: boolean) => {
  byTouch = touch
  interrupted = undefined
}

/** After the frame's other work: a dialog that closes returns the focus by itself. */
function schedule(): void {
  scheduled ??= requestAnimationFrame(() => {
    scheduled = undefined
    check()
  })
}

function remember(element: HTMLElement): void {
  // Headings, landmarks and dialogs only hold the focus for a moment.
  if (element.tabIndex < 0) return
  const path: Place['path'] = []
  for (let child: Element = element; child.parentElement; child = child.parentElement) {
    path.push({ parent: child.parentElement, at: [...child.parentElement.children].indexOf(child) })
  }
  trail = [...trail, { element, path, address: window.location.pathname }].slice(-remembered)
}

function check(): void {
  const active = document.activeElement as HTMLElement | null
  const isLost = !active || active === document.body || isDisabled(active)
  const dialog = topLayer()
  if (wantsHeading) {
    // The drawer of a phone, or the menu that was chosen from, is still open.
    if (dialog) return
    if (!isLost && isOfThisScreen(active)) wantsHeading = false
    else return goToHeading(isLost)
  }
  if (waiting) {
    const { element, holder } = waiting
    if (!isLost && active !== holder && active !== element) waiting = undefined
    else if (isUsable(element)) {
      waiting = undefined
      element.focus({ preventScroll: true })
      return
    } else if (isBusy(element)) {
      if (isLost) focusSilently(holder)
      return
    } else {
      waiting = undefined
      return handOn(dialog)
    }
  }
  if (!isLost) return
  const last = trail.at(-1)
  const isBack = interrupted !== undefined && interrupted === last?.element
  interrupted = undefined
  if (last && isUsable(last.element)) {
    if (isBack) last.element.focus({ preventScroll: true })
    // The person clicked beside everything.
    else trail = []
  } else if (last) handOn(dialog)
}

/** Whether the focus was put there since the address changed: a field of the new screen took it. */
function isOfThisScreen(active: HTMLElement): boolean {
  const last = trail.at(-1)
  return (
    active.closest('main') !== null && last?.element === active && last.address === window.location.pathname
  )
}

function goToHeading(isLost: boolean): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (heading) {
    wantsHeading = false
    focusSilently(heading)
  } else if (isLost) focusSilently(holderOf(undefined))
}

/** Gives the focus to the control that follows the lost one, or to one that had it earlier, or to the heading. */
function handOn(dialog: HTMLElement | undefined): void {
  const isAllowed = (element: HTMLElement) => !dialog || dialog.contains(element)
  for (let place = trail.pop(); place; place = trail.pop()) {
    const { element } = place
    if (isUsable(element) && isAllowed(element)) return element.focus()
    if (isBusy(element)) {
      trail.push(place)
      waiting = { element, holder: holderOf(dialog) }
      return focusSilently(waiting.holder)
    }
    // What was sent is done: there is no next control but the start of the screen.
    if (isSubmit(element) && element.isConnected) break
    const next = nextTo(place)
    if (next && isAllowed(next)) return next.focus()
  }
  // An open dialog takes the focus by itself.
  if (!dialog) focusSilently(holderOf(undefined))
}

/** The control at the place of the lost one, else after or before it, within its form, dialog or screen. */
function nextTo({ element, path }: Place): HTMLElement | undefined {
  for (const { parent, at } of path) {
    if (!parent.isConnected) continue
    if (!parent.closest('main, dialog')) return undefined
    const children = [...parent.children]
    for (const child of children.slice(at)) {
      const found = controlsIn(child)
      if (found.length > 0) return found.find((one) => isAlike(one, element)) ?? found[0]
    }
    for (const child of children.slice(0, at).toReversed()) {
      const found = controlsIn(child)
      if (found.length > 0) return found.findLast((one) => isAlike(one, element)) ?? found.at(-1)
    }
    if (parent.matches('main, form, dialog')) return undefined
  }
  return undefined
}

const controlsIn = (element: Element) =>
  [element, ...element.querySelectorAll(controls)].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement &&
      one.matches(controls) &&
      one.tabIndex >= 0 &&
      isUsable(one) &&
      // On a phone the focus in a field would open the keyboard.
      !(byTouch && one.matches(fields)),
  )

/** 'Remove a.pdf' and 'Remove b.pdf': the same button of the next row. */
const isAlike = (one: HTMLElement, other: HTMLElement) => verbOf(one) !== '' && verbOf(one) === verbOf(other)
const verbOf = (element: HTMLElement) =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().split(/\s/)[0] ?? ''

const isDisabled = (element: Element) => element.matches(':disabled')
const isSubmit = (element: HTMLElement) => element.matches('[type=submit]')
const isBusy = (element: HTMLElement) =>
  element.isConnected && isDisabled(element) && (isSubmit(element) || element.matches('[aria-busy=true]'))
const isUsable = (element: HTMLElement) =>
  element.isConnected &&
  !isDisabled(element) &&
  element.closest('[aria-hidden=true], [inert]') === null &&
  (element.checkVisibility?.({ visibilityProperty: true }) ?? true)

const holderOf = (dialog: HTMLElement | undefined): HTMLElement =>
  (dialog
    ? dialog.querySelector<HTMLElement>('[tabindex="-1"]')
    : (document.querySelector<HTMLElement>('main h1, h1') ?? document.querySelector('main'))) ?? document.body

/** Not scrolled to: nothing on the screen moves. */
function focusSilently(element: HTMLElement): void {
  if (element.tabIndex < 0) element.setAttribute('tabindex', '-1')
  element.focus({ preventScroll: true })
}
