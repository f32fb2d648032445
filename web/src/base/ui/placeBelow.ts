import { type RefObject, useLayoutEffect } from 'react'

/** Browsers that put a popup beside its field by style alone. */
const byStyle = () => globalThis.CSS?.supports?.('anchor-scope', '--field') ?? false

function placeBelow(popup: HTMLElement): void {
  const field = popup.parentElement?.getBoundingClientRect()
  if (!field) return
  popup.style.setProperty('--field-width', `${field.width}px`)
  const { width, height } = popup.getBoundingClientRect()
  const isBelow = field.bottom + height <= innerHeight || field.top < height
  const top = isBelow ? Math.min(field.bottom, innerHeight - height) : field.top - height - 8
  popup.style.inset = 'auto'
  popup.style.left = `${Math.max(0, Math.min(field.left, innerWidth - width))}px`
  popup.style.top = `${Math.max(0, top)}px`
}

/**
 * Puts a popup below the element that holds it, or above where only there is room. Firefox before 147 and Safari before
 * 26 need its place in numbers.
 */
export function usePlaceBelow(popup: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (byStyle()) return undefined
    const place = () => popup.current && placeBelow(popup.current)
    place()
    const listening = new AbortController()
    for (const name of ['resize', 'scroll']) {
      window.addEventListener(name, place, { capture: true, signal: listening.signal })
    }
    return () => listening.abort()
  })
}
