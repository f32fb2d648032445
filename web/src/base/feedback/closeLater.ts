/** How long a toast stays. */
export const toastMs = 5000

/** How often that is looked at. */
export const toastTickMs = 250

/** Closes a toast after 5 s, which stand still while it has the pointer or the focus. Returns the stop. */
export function closeLater(toast: Element, close: () => void): () => void {
  let left = toastMs
  const timer = setInterval(() => {
    if (toast.matches(':hover, :focus-within')) return
    left -= toastTickMs
    if (left <= 0) close()
  }, toastTickMs)
  return () => clearInterval(timer)
}
