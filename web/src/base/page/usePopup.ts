import { type MouseEvent, useState } from 'react'

/** What a button opens beside itself: where it is while that is open, and the attributes of the button. */
export function usePopup(kind: 'menu' | 'dialog') {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const button = {
    'aria-haspopup': kind,
    'aria-expanded': anchor !== null,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  }
  return { anchor, button, close: () => setAnchor(null) }
}
