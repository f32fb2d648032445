import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import { type Clock, type Day, hour, wallClock, workClock } from './calendar.ts'
import { cancellations, failedAttempts } from './content/remarks.ts'
import type { Random } from './random.ts'

/** One history entry, with the assignee after it. */
export type Step = {
  at: number
  by: string | null
  from: OrderStatus | null
  to: OrderStatus
  note: string | null
  assignee: string | null
}

type Arrival = { at: number; share: number; day: Day; age: number }
type People = { admin: string | null; staff: string[] }

/** The status of orders by age in days: old ones are delivered, apart from a few late ones. */
const outcomes: { age: number; of: { weight: number; status: OrderStatus }[] }[] = [
  { age: 15, of: shares({ delivered: 95, cancelled: 5 }) },
  { age: 7, of: shares({ delivered: 72, confirmed: 5, assigned: 12, 'out-for-delivery': 6, cancelled: 5 }) },
  {
    age: 3,
    of: shares({ delivered: 50, confirmed: 10, assigned: 21, 'out-for-delivery': 15, cancelled: 4 }),
  },
  {
    age: 2,
    of: shares({ delivered: 27, confirmed: 20, assigned: 30, 'out-for-delivery': 20, cancelled: 3 }),
  },
  { age: 1, of: shares({ delivered: 7, confirmed: 45, assigned: 30, 'out-for-delivery': 15, cancelled: 3 }) },
  { age: 0, of: shares({ confirmed: 70, assigned: 20, 'out-for-delivery': 10 }) },
]

/** Orders of today and of the second half of yesterday. */
const fresh = shares({ confirmed: 80, assigned: 20 })

function outcomeOf(random: Random, { age, share }: Arrival): OrderStatus {
  const isFresh = age <= 1 && share > 0.5
  const likely = isFresh ? fresh : outcomes.find((row) => age >= row.age)?.of
  return random.weighted(likely ?? fresh).status
}

function shares(weights: Partial<Record<OrderStatus, number>>) {
  return Object.entries(weights).map(([status, weight]) => ({ weight, status: status as OrderStatus }))
}

/** The history of an order until now; every step is an allowed move. */
export function makeHistory(random: Random, arrival: Arrival, { admin, staff }: People, now: number): Step[] {
  const status = outcomeOf(random, arrival)
  const steps: Step[] = [
    { at: arrival.at, by: admin, from: null, to: 'confirmed', note: null, assignee: null },
  ]
  // Today's orders use all hours, because the shop may not be open yet today.
  const clock = arrival.age === 0 ? wallClock : workClock(arrival.day)
  let staffUser = random.pick(staff)

  function go(
    to: OrderStatus,
    by: string | null,
    [least, most]: [number, number],
    note: string | null = null,
  ) {
    const { at, to: from, assignee } = steps.at(-1) as Step
    const moment = clock.momentOf(clock.read(at) + random.uniform(least, most) * hour)
    steps.push({ at: moment, by, from, to, note, assignee: to === 'cancelled' ? assignee : staffUser })
  }
  function fail() {
    go('out-for-delivery', staffUser, [0.5, 8])
    go('assigned', staffUser, [0.5, 3], random.pick(failedAttempts))
  }

  const isCancelled = status === 'cancelled'
  const reached = isCancelled ? random.pick(['confirmed', 'confirmed', 'assigned'] as const) : status
  if (reached !== 'confirmed') {
    go('assigned', admin, [0.2, 4])
    if (random.happens(0.07)) {
      staffUser = random.pick(staff.filter((other) => other !== staffUser))
      go('assigned', admin, [0.2, 3])
    }
    if (random.happens(0.07)) fail()
  }
  if (reached === 'out-for-delivery' || reached === 'delivered') go('out-for-delivery', staffUser, [0.5, 10])
  if (reached === 'delivered') go('delivered', staffUser, [0.3, 3])
  if (isCancelled) go('cancelled', admin, [0.5, 14], random.pick(cancellations))
  return untilNow(steps, clock, now)
}

/** Compresses a history that would end in the future, so that its last step is in the past. */
function untilNow(steps: Step[], clock: Clock, now: number): Step[] {
  const [start, end] = [steps.at(0), steps.at(-1)].map((step) => clock.read(step?.at ?? now)) as [
    number,
    number,
  ]
  const room = (clock.read(now) - start) * 0.95
  if (end - start <= room) return steps
  let previous = -Infinity
  return steps.map((step) => {
    const moment = clock.momentOf(start + ((clock.read(step.at) - start) * room) / (end - start))
    // Each entry needs its own millisecond, because ids decide the order.
    previous = Math.max(previous + 1, moment)
    return { ...step, at: previous }
  })
}
