import type { OrderStatus } from '@our-print/contract/orderMoves.ts'
import { type Clock, type Day, hour, wallClock, workClock } from './calendar.ts'
import type { Chance } from './chance.ts'
import { cancellations, failedAttempts } from './content/remarks.ts'

/** One line of an order's history, and whose the order is after it. */
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

/** How far orders of so many days or more have come: the older, the surer delivered; a few are late. */
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

/** What came in during the second half of yesterday or today has not come far. */
const fresh = shares({ confirmed: 80, assigned: 20 })

function outcomeOf(chance: Chance, { age, share }: Arrival): OrderStatus {
  const isFresh = age <= 1 && share > 0.5
  const likely = isFresh ? fresh : outcomes.find((row) => age >= row.age)?.of
  return chance.weighted(likely ?? fresh).status
}

function shares(weights: Partial<Record<OrderStatus, number>>) {
  return Object.entries(weights).map(([status, weight]) => ({ weight, status: status as OrderStatus }))
}

/** What happened to an order from its arrival until now, each step one that the table of moves allows. */
export function tellStory(chance: Chance, arrival: Arrival, { admin, staff }: People, now: number): Step[] {
  const status = outcomeOf(chance, arrival)
  const steps: Step[] = [
    { at: arrival.at, by: admin, from: null, to: 'confirmed', note: null, assignee: null },
  ]
  // What came in today is told by the wall clock, since today may not have opened yet.
  const clock = arrival.age === 0 ? wallClock : workClock(arrival.day)
  let courier = chance.pick(staff)

  function go(
    to: OrderStatus,
    by: string | null,
    [least, most]: [number, number],
    note: string | null = null,
  ) {
    const { at, to: from, assignee } = steps.at(-1) as Step
    const moment = clock.momentOf(clock.read(at) + chance.between(least, most) * hour)
    steps.push({ at: moment, by, from, to, note, assignee: to === 'cancelled' ? assignee : courier })
  }
  function fail() {
    go('out-for-delivery', courier, [0.5, 8])
    go('assigned', courier, [0.5, 3], chance.pick(failedAttempts))
  }

  const isCancelled = status === 'cancelled'
  const reached = isCancelled ? chance.pick(['confirmed', 'confirmed', 'assigned'] as const) : status
  if (reached !== 'confirmed') {
    go('assigned', admin, [0.2, 4])
    if (chance.happens(0.07)) {
      courier = chance.pick(staff.filter((other) => other !== courier))
      go('assigned', admin, [0.2, 3])
    }
    if (chance.happens(0.07)) fail()
  }
  if (reached === 'out-for-delivery' || reached === 'delivered') go('out-for-delivery', courier, [0.5, 10])
  if (reached === 'delivered') go('delivered', courier, [0.3, 3])
  if (isCancelled) go('cancelled', admin, [0.5, 14], chance.pick(cancellations))
  return untilNow(steps, clock, now)
}

/** Draws a story that would end in the future together, so that its last step is past. */
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
    // One line of history must not share its millisecond with the next: their ids keep them in order.
    previous = Math.max(previous + 1, moment)
    return { ...step, at: previous }
  })
}
