type QuietHours = { quiet_from: number | null; quiet_to: number | null }

/** Minutes until the quiet hours end; 0 outside of them. The same hour twice means none. */
export function quietMinutes(
  { quiet_from: from, quiet_to: to }: QuietHours,
  now: Date,
  zone: string,
): number {
  if (from === null || to === null || from === to) return 0
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const minutes = part('hour') * 60 + part('minute')
  const since = (minutes - from * 60 + day) % day
  const length = ((to - from) * 60 + day) % day
  return since < length ? length - since : 0
}

const day = 24 * 60
