import { setTimeout as sleep } from 'node:timers/promises'

/** Waits until a condition holds, where expect.poll cannot be used; throws after the timeout, which only ends what hangs. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { timeout = 300_000, interval = 20 }: { timeout?: number; interval?: number } = {},
): Promise<void> {
  for (const deadline = Date.now() + timeout; !(await isSo()); await sleep(interval)) {
    if (Date.now() > deadline) throw new Error(`Not within ${timeout} ms: ${what}`)
  }
}
