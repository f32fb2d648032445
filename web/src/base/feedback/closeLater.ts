/** How long a toast stays. */
const toastMs = 5000

export const tickMs = 250

/** Closes a toast after 5 s, which stand still while it has the pointer or the focus. Returns the stop. */
export function closeLater(toast: Element, close: () => void): () => void {
  let left = toastMs
  const timer = setInterval(() => {
    if (toast.matches(':hover, :focus-within')) return
    left -= tickMs
    if (left <= 0) close()
  }, tickMs)
  return () => clearInterval(timer)
}
