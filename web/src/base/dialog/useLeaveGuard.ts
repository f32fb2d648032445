import { useContext, useEffect, useEffectEvent, useRef } from 'react'
import { type To, UNSAFE_NavigationContext, useLocation } from 'react-router'
import { interceptBack } from './backNavigation.ts'
import { useConfirm } from './ConfirmDialog.tsx'
import { dangerous } from './useAct.tsx'

/** The browser asks before the tab is closed or loaded again, while there is unsaved input. Returns the stop. */
export function askBeforeUnload(isUnsaved: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

const question = dangerous('Leave without saving?', 'What you typed here will be lost.', 'Leave', 'Stay')

type Options = {
  /** The form is next to a list: another search or page of that list does not leave it. */
  beside?: boolean
  /** Called when the person leaves and gives up what they typed. */
  onLeave?: () => void
}

/**
 * Asks for confirmation before unsaved input is lost: by a link, by Back, by closing the tab. Returns a function that
 * allows leaving without it. The router's own blocker needs its data router, which is 24 KiB more before the sign-in
 * screen shows.
 */
export function useLeaveGuard(unsaved: boolean, { beside = false, onLeave }: Options = {}): () => void {
  const { navigator } = useContext(UNSAFE_NavigationContext)
  const confirm = useConfirm()
  const { pathname } = useLocation()
  const released = useRef(false)
  const ask = useEffectEvent(async (leave: () => void) => {
    if (!(await confirm(question))) return
    released.current = true
    onLeave?.()
    leave()
  })

  const stays = useEffectEvent((to: To) => beside && pathOf(to) === pathname)

  useEffect(() => {
    if (!unsaved) return undefined
    const push = navigator.push.bind(navigator)
    const replace = navigator.replace.bind(navigator)
    // A panel can be open by the query alone, so the query counts; the fragment does not.
    const addressNow = () => window.location.pathname + (beside ? '' : window.location.search)
    const address = addressNow()
    const place = placeOf(window.history.state)
    let returning = false

    const guarded =
      (go: typeof navigator.push): typeof navigator.push =>
      (...to) =>
        released.current || stays(to[0]) ? go(...to) : void ask(() => go(...to))
    Object.assign(navigator, { push: guarded(push), replace: guarded(replace) })

    // Back has happened already: it is reversed before the router sees it, and repeated after a confirmation.
    function onPopState(event: PopStateEvent) {
      if (released.current || (!returning && addressNow() === address)) return
      event.stopImmediatePropagation()
      if (returning) {
        returning = false
        return
      }
      const steps = placeOf(event.state) - place || -1
      returning = true
      window.history.go(-steps)
      void ask(() => window.history.go(steps))
    }

    const stopIntercepting = interceptBack(onPopState)
    const stopAsking = askBeforeUnload(() => !released.current)
    return () => {
      Object.assign(navigator, { push, replace })
      stopIntercepting()
      stopAsking()
    }
  }, [unsaved, navigator, beside])

  return () => {
    released.current = true
  }
}

const pathOf = (to: To) => (typeof to === 'string' ? to.split(/[?#]/)[0] : to.pathname)

/** The index that the router stores in each history entry. */
const placeOf = (state: unknown): number =>
  typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number'
    ? state.idx
    : Number.NaN
