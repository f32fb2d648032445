import { useKeyDown } from '../useKeyDown.ts'

type Props = {
  /** Somebody no longer wants it. */
  onClose: () => void
  onKey?: (key: string) => void
}

/** While a dialog or menu is loaded that somebody asked for: keys are for that one, and not for the page. */
export function HeldKeys({ onClose, onKey }: Props) {
  useKeyDown((event) => {
    if (event.key === 'Tab' || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    else onKey?.(event.key)
  }, 'first')
  return null
}
