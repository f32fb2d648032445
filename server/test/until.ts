import { setTimeout as sleep } from 'node:timers/promises'

/** Waits for what is to come, outside a test or where expect.poll cannot say it; throws when it does not. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { timeout = 30_000, interval = 20 }: { timeout?: number; interval?: number } = {},
): Promise<void> {
  for (const deadline = Date.now() + timeout; !(await isSo()); await sleep(interval)) {
    if (Date.now() > deadline) throw new Error(`It did not come to this in ${timeout} ms: ${what}`)
  }
}
