import { useEffect, useEffectEvent, useRef } from 'react'
import type { Place } from '../router/history.ts'
import { useHistory } from '../router/router.tsx'
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
 * allows leaving without it.
 */
export function useLeaveGuard(unsaved: boolean, { beside = false, onLeave }: Options = {}): () => void {
  const history = useHistory()
  const confirm = useConfirm()
  const released = useRef(false)
  const ask = useEffectEvent(async (leave: () => void) => {
    if (!(await confirm(question))) return
    released.current = true
    onLeave?.()
    leave()
  })

  useEffect(() => {
    if (!unsaved) return undefined
    // A panel can be open by the query alone, so the query counts; the fragment does not.
    const addressOf = ({ pathname, search }: Place) => pathname + (beside ? '' : search)
    const address = addressOf(history.visit.place)
    const stopGuarding = history.guard((next, go) => {
      if (released.current || addressOf(next) === address) return false
      void ask(go)
      return true
    })
    const stopAsking = askBeforeUnload(() => !released.current)
    return () => {
      stopGuarding()
      stopAsking()
    }
  }, [unsaved, history, beside])

  return () => {
    released.current = true
  }
}
