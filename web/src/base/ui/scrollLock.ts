let locks = 0

/** Keeps the page from scrolling behind what is open. Returns the end of it. */
export function lockScroll(): () => void {
  locks += 1
  if (locks === 1) {
    const { style, clientWidth } = document.documentElement
    // The place of the bar stays, or everything would move by its width.
    if (window.innerWidth > clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
  }
  return () => {
    locks -= 1
    if (locks > 0) return
    document.documentElement.style.overflow = ''
    document.documentElement.style.scrollbarGutter = ''
  }
}
