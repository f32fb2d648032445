const doubleTapMs = 400

/**
 * The result of what a tap in a dialog began, not before the second tap of a double tap would have come: it must not hit
 * what lies under the dialog.
 */
export async function afterTap<T>(work: Promise<T>): Promise<T> {
  const pause = new Promise((resolve) => setTimeout(resolve, doubleTapMs))
  const [result] = await Promise.all([work, pause])
  return result
}
