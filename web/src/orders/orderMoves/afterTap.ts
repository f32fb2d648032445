import { doubleTapMs } from '../../base/form/doubleTap.ts'

/**
 * Whether a move was made that a tap in a dialog began. If so, not before the second tap of a double tap would have come:
 * it must not hit what lies under the dialog.
 */
export async function afterTap(move: Promise<boolean>): Promise<boolean> {
  const pause = new Promise((resolve) => setTimeout(resolve, doubleTapMs))
  const isDone = await move
  if (isDone) await pause
  return isDone
}
