import { formatTime, plural } from '../../base/format/format.ts'
import type { Act } from './actQueue.ts'

/** In the app bar: how much waits, and since when; with a refused one it asks for a decision. */
export function actsLabel(acts: readonly Act[]): string {
  const refused = acts.filter(({ state }) => state === 'refused').length
  const [first] = acts
  if (!first) return ''
  return refused > 0
    ? `${plural(refused, 'act')} refused`
    : `${acts.length} to send since ${formatTime(first.happened_at)}`
}
