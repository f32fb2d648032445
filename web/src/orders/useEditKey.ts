import { useEffect, useEffectEvent } from 'react'
import { isBusy } from '../base/page/keys.ts'

/** `e` opens the dialog that edits the record of the page. */
export function useEditKey(may: boolean, edit: () => void) {
  const onEdit = useEffectEvent(edit)
  useEffect(() => {
    if (!may) return undefined
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return
      event.preventDefault()
      onEdit()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [may])
}
