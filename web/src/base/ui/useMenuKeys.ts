import { type KeyboardEvent, useRef } from 'react'

/** Letters that follow each other this quickly are the beginning of one name. */
const typeAheadMs = 500

/** The keys of a menu, as WAI-ARIA describes them. All of them end here: a list behind it has keys of its own. */
export function useMenuKeys(onClose: () => void) {
  const typed = useRef({ text: '', at: 0 })

  return (event: KeyboardEvent<HTMLElement>) => {
    event.stopPropagation()
    const { key, ctrlKey, metaKey, altKey, timeStamp } = event
    if (ctrlKey || metaKey || altKey) return
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const focus = (item: HTMLElement | undefined) => {
      event.preventDefault()
      item?.focus()
    }

    if (key === 'Escape' || key === 'Tab') {
      event.preventDefault()
      onClose()
    } else if (key === 'ArrowDown') focus(items[(at + 1) % items.length])
    else if (key === 'ArrowUp') focus(items.at(at < 1 ? -1 : at - 1))
    else if (key === 'Home') focus(items[0])
    else if (key === 'End') focus(items.at(-1))
    else if (key === ' ' && items[at]?.matches('a')) {
      // A button does this by itself.
      event.preventDefault()
      items[at].click()
    } else if (key.length === 1 && key !== ' ') {
      const goesOn = timeStamp - typed.current.at < typeAheadMs
      const text = (goesOn ? typed.current.text : '') + key.toLowerCase()
      typed.current = { text, at: timeStamp }
      // The same letter again goes to the next name, two letters stay where both begin.
      const from = text.length > 1 ? Math.max(at, 0) : at + 1
      const rest = [...items.slice(from), ...items.slice(0, from)]
      focus(rest.find((item) => item.textContent?.trim().toLowerCase().startsWith(text)))
    }
  }
}
