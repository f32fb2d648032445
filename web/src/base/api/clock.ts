/** Answers say whole seconds, and take their time. */
const tolerableMs = 5_000

/** How far the clock of this device is behind the server's, in milliseconds. Kept: a page may be opened without network. */
const kept = 'clock'
const behindMs = () => Number(localStorage.getItem(kept)) || 0

/** Notes the Date of an answer that was just received. */
export function noteClock(date: string | null): void {
  // A service worker has none, and notes no times.
  if (typeof localStorage === 'undefined') return
  const differs = Date.parse(date ?? '') - Date.now()
  if (!Number.isFinite(differs) || Math.abs(differs - behindMs()) <= tolerableMs) return
  if (Math.abs(differs) > tolerableMs) localStorage.setItem(kept, String(differs))
  else localStorage.removeItem(kept)
}

/** The time now by the server's clock, as the API writes it, as far as this device can tell. */
export const timeNow = (): string => new Date(Date.now() + behindMs()).toISOString()
