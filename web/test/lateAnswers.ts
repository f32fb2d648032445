// The clock of a test must not hold the answers.
const realTimeout = globalThis.setTimeout
const pause = (ms: number) => new Promise((resolve) => realTimeout(resolve, ms))

/**
 * Each answer takes up to so many milliseconds, by chance: a test that passes only where answers come at once, or in the
 * sequence of their requests, is red by chance on a busy machine. `npm run test:all` sets it.
 */
const mostMs = Number(process.env['REPLY_MS'] ?? 0)

const expected = new Set<Promise<unknown>>()

/** The time that an answer takes. */
export async function untilItsTime(): Promise<void> {
  if (mostMs === 0) return
  const due = pause(Math.random() * mostMs)
  expected.add(due)
  await due
  expected.delete(due)
}

/**
 * Until no answer is expected any more, and what it begins has begun. After a test, while its page is there: what all screens
 * share (orders just finished, messages, what is unsaved) would tell it to the next test.
 */
export async function untilAllCame(): Promise<void> {
  do {
    await Promise.all(expected)
    await pause(0)
  } while (expected.size > 0)
}
