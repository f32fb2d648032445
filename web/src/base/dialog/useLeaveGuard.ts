import { useEffect, useEffectEvent, useRef } from 'react'
import { noteUnsaved } from '../page/unsavedInput.ts'
import type { Place } from '../router/history.ts'
import { useHistory } from '../router/router.tsx'
import { useConfirm } from './ConfirmDialog.tsx'
import { dangerous } from './useAct.tsx'

/** The browser asks before the tab is closed or loaded again while there is unsaved input, and a session that ends keeps it. Returns the stop. */
function askBeforeUnload(isUnsaved: () => boolean): () => void {
  const ask = (event: BeforeUnloadEvent) => {
    if (isUnsaved()) event.preventDefault()
  }
  window.addEventListener('beforeunload', ask)
  const forget = noteUnsaved(isUnsaved)
  return () => {
    forget()
    window.removeEventListener('beforeunload', ask)
  }
}

const question = dangerous('Leave without saving?', 'What you typed here will be lost.', 'Leave', 'Stay')

type Options = {
  /** The form is next to a list: another search or page of that list does not leave it. */
  beside?: boolean
  /** It is being sent: the answer may lead to another screen, but closing the tab could end it. */
  sending?: boolean
  /** Called when the person leaves and gives up what they typed. */
  onLeave?: () => void
}

/**
 * Asks for confirmation before unsaved input is lost: by a link, by Back, by closing the tab. Returns a function that
 * allows leaving without it.
 */
export function useLeaveGuard(
  unsaved: boolean,
  { beside = false, sending = false, onLeave }: Options = {},
): () => void {
  const history = useHistory()
  const confirm = useConfirm()
  const released = useRef(false)
  const ask = useEffectEvent(async (leave: () => void) => {
    if (!(await confirm(question))) return
    released.current = true
    onLeave?.()
    leave()
  })

  const isAtStake = unsaved || sending
  useEffect(() => (isAtStake ? askBeforeUnload(() => !released.current) : undefined), [isAtStake])
  useEffect(() => {
    if (!unsaved || sending) return undefined
    // A panel can be open by the query alone, so the query counts; the fragment does not.
    const addressOf = ({ pathname, search }: Place) => pathname + (beside ? '' : search)
    const address = addressOf(history.visit.place)
    return history.guard((next, go) => {
      if (released.current || addressOf(next) === address) return false
      void ask(go)
      return true
    })
  }, [unsaved, sending, history, beside])

  return () => {
    released.current = true
  }
}
