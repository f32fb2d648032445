import { formatTime, plural } from '../../base/format/format.ts'
import type { Act } from './actQueue.ts'

/** In the app bar: how much waits, and where there is room, since when; with a refused one it asks for a decision. */
export function actsLabel(acts: readonly Act[], isShort = false): string {
  const refused = acts.filter(({ state }) => state === 'refused').length
  const [first] = acts
  if (!first) return ''
  if (refused > 0) return `${plural(refused, 'act')} refused`
  return isShort ? `${acts.length} to send` : `${acts.length} to send since ${formatTime(first.happened_at)}`
}
