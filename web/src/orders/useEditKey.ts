import { isBusy } from '../base/page/keys.ts'
import { useKeyDown } from '../base/useKeyDown.ts'

/** `e` opens the dialog that edits the record of the page. */
export function useEditKey(may: boolean, edit: () => void) {
  useKeyDown((event) => {
    if (!may || event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event)) return
    event.preventDefault()
    edit()
  })
}
