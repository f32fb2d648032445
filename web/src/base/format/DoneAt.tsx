import { dayOf, formatDateTime, formatSoon, formatTime } from './format.ts'

type Times = { at: string; happened_at: string; said_at: string | null }

/** Less is the way through the network. */
const sentAtOnceMs = 60_000

/** When something was done: '3rd Jan 2026, 10:42 am', and where it arrived later, when: 'sent 11:05 am'. */
export function doneText({ at, happened_at, said_at }: Times): string {
  const isLater = Date.parse(at) - Date.parse(happened_at) >= sentAtOnceMs
  const arrived = dayOf(at) === dayOf(happened_at) ? formatTime(at) : formatDateTime(at)
  return [
    formatDateTime(happened_at),
    ...(isLater ? [`sent ${arrived}`] : []),
    ...(said_at === null ? [] : [`the device said ${formatSoon(said_at)}`]),
  ].join(', ')
}

export const DoneAt = ({ times }: { times: Times }) => (
  <time dateTime={times.happened_at}>{doneText(times)}</time>
)
