import { measure, median } from './compare.ts'
import type { Row } from './page.ts'
import { orderRequests } from './requests.ts'
import type { Bench, Shop } from './shop.ts'

/** Milliseconds that the limit takes for one order, for one client, on the machine for which targets were set. */
const targetMachineMs = 0.25

const limits = new WeakMap<Shop, Promise<number>>()

/** Milliseconds that the limit takes for one order, for one client, on this machine. */
async function measureLimit(bench: Bench, shop: Shop): Promise<number> {
  const turns: number[] = []
  // The first turn warms caches and the JIT compiler up.
  for (let round = 0; round <= bench.pace.rounds; round++) {
    const { p50 } = await measure(bench, { server: shop.limit, requests: orderRequests(shop) }, 1)
    if (round > 0) turns.push(p50)
  }
  return median(turns)
}

/**
 * Whether a work takes at most so many milliseconds. A slower machine takes longer for all that it does, so what counts is how
 * many orders the limit answers meanwhile.
 */
export async function judgeTime(
  bench: Bench,
  shop: Shop,
  ms: number,
  most: number,
): Promise<Pick<Row, 'measured' | 'target' | 'isKept'>> {
  if (!limits.has(shop)) limits.set(shop, measureLimit(bench, shop))
  const orders = ms / ((await limits.get(shop)) ?? Number.NaN)
  return {
    measured: `${orders.toFixed(1)} (${ms.toFixed(2)} ms)`,
    target: `≤ ${most / targetMachineMs} (${most} ms)`,
    isKept: orders <= most / targetMachineMs,
  }
}
