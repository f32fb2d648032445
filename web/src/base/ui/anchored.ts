import { clsx } from 'clsx'
import styles from './anchored.module.css'

export type Placement = {
  /** Which of its edges is at that of the anchor. */
  align?: 'start' | 'end'
  /** Above the anchor, for one at the bottom of the window; else below. */
  above?: boolean
}

/** The looks of what opens at an anchor, and its place where the browser knows how. */
export const anchoredLook = ({ align = 'end', above = false }: Placement) =>
  clsx(styles.anchored, styles[`${above ? 'above' : 'below'}${align === 'end' ? 'End' : 'Start'}`])

let names = 0

/** Keeps the popup at its anchor until the returned function is called: by CSS, else by their sizes. */
export function placeAt(popup: HTMLElement, anchor: HTMLElement, placement: Placement): () => void {
  if (typeof CSS === 'undefined' || !CSS.supports?.('position-area: bottom'))
    return placeBySizes(popup, anchor, placement)
  names += 1
  const name = `--anchor-${names}`
  anchor.style.setProperty('anchor-name', name)
  popup.style.setProperty('position-anchor', name)
  return () => anchor.style.removeProperty('anchor-name')
}

/** From the anchor, and from the edge of the window. */
const gap = 4

function placeBySizes(popup: HTMLElement, anchor: HTMLElement, { align = 'end', above = false }: Placement) {
  const place = () => {
    const at = anchor.getBoundingClientRect()
    const { offsetWidth: width, scrollHeight: height } = popup
    const room = { above: at.top - 2 * gap, below: window.innerHeight - at.bottom - 2 * gap }
    const wanted = above ? 'above' : 'below'
    const other = above ? 'below' : 'above'
    const side = height > room[wanted] && room[other] > room[wanted] ? other : wanted
    const shown = Math.min(height, room[side])
    const left = align === 'end' ? at.right - width : at.left
    popup.style.top = `${side === 'below' ? at.bottom + gap : at.top - gap - shown}px`
    popup.style.left = `${Math.max(gap, Math.min(left, window.innerWidth - width - gap))}px`
    popup.style.maxHeight = `${room[side]}px`
    popup.style.margin = '0'
  }
  place()
  // Whatever scrolls, the anchor may move.
  window.addEventListener('scroll', place, true)
  window.addEventListener('resize', place)
  return () => {
    window.removeEventListener('scroll', place, true)
    window.removeEventListener('resize', place)
  }
}
