import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { doubleTapMs } from '../form/doubleTap.ts'

/**
 * For a card of a list: taps on it are ignored for a moment after it has moved, because they were meant for the card
 * that was there before.
 */
export function useTapGuard() {
  const card = useRef<HTMLLIElement>(null)
  const at = useRef<{ left: number; top: number } | undefined>(undefined)
  const movedAt = useRef(Number.NEGATIVE_INFINITY)
  // After every change of the list: then all its cards are drawn again.
  useLayoutEffect(() => {
    const list = card.current?.parentElement
    if (!card.current || !list) return
    const [mine, all] = [card.current.getBoundingClientRect(), list.getBoundingClientRect()]
    // In the list: what moved the whole list may have happened long before this.
    const place = { left: mine.left - all.left, top: mine.top - all.top }
    const { left: wasLeft, top: wasTop } = at.current ?? place
    if (Math.abs(place.left - wasLeft) + Math.abs(place.top - wasTop) > 4) movedAt.current = performance.now()
    at.current = place
  })
  function onClickCapture(event: MouseEvent) {
    // The keyboard acts on what has the focus, wherever that is.
    if (event.detail === 0 || performance.now() - movedAt.current > doubleTapMs) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { ref: card, onClickCapture }
}
