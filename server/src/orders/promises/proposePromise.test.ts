import { expect, test } from 'vitest'
import { type Ending, type Measured, proposePromise } from './proposePromise.ts'
import { type WorkingTime, workingTime } from './workingTime.ts'

const minute = 60_000
const open = { opens: '09:00', closes: '20:00' }
const closed = { opens: '', closes: '' }
const shop = {
  opening_hours: { sun: closed, mon: open, tue: open, wed: open, thu: open, fri: open, sat: open },
  holidays: [{ day: '2026-11-18', name: 'Closed' }],
}
const time = workingTime(shop, 'Asia/Kolkata')
const now = Date.parse('2026-11-02T10:00:00+05:30')
const none: Measured = { waiting: 0, printers: [], endings: [] }
const pace = { jobs: 50, sides: 6_000, minutes: 100 }

const minutesOf = (measured: Measured, sides = 600) => {
  const { promised, median, measured: orders } = proposePromise(now, sides, measured, time)
  return [(median - now) / minute, time.between(now, promised), orders]
}

test('usual values are taken until enough was measured', () => {
  expect(minutesOf(none)).toEqual([150, 510, 0])
  expect(minutesOf({ ...none, printers: [{ jobs: 4, sides: 1, minutes: 1_000 }] })).toEqual([150, 510, 0])
})

test('sides that wait, the pace of all printers, and how long the hand-over lately took', () => {
  const endings = Array.from({ length: 20 }, (_, at) => ({ printed: now, done: now + (at + 1) * minute }))
  expect(minutesOf({ waiting: 600, printers: [pace, pace], endings })).toEqual([20, 28, 20])
})

test('over a month of 200 orders a day the proposals hold in 85 to 95 of 100 orders', () => {
  for (const seed of [1, 2]) {
    const { kept, judged } = simulate(seed)
    expect(judged).toBeGreaterThan(4_000)
    expect(kept / judged).toBeGreaterThan(0.85)
    expect(kept / judged).toBeLessThan(0.95)
  }
})

/** A month of a shop: two printers that also break down, a shelf, and two rounds a day for what is delivered. */
function simulate(seed: number) {
  const random = seeded(seed)
  const start = Date.parse('2026-11-01T00:00:00+05:30')
  // What each printer really does, which the model does not know.
  const machines = [
    { sidesPerMinute: 55, free: start, jobs: [] as { sides: number; minutes: number; end: number }[] },
    { sidesPerMinute: 32, free: start, jobs: [] as { sides: number; minutes: number; end: number }[] },
  ]
  const endings = { pickup: [] as Ending[], delivery: [] as Ending[] }
  const printing: { end: number; sides: number }[] = []
  let kept = 0
  let judged = 0
  for (const at of arrivals(random, start)) {
    const sides = Math.ceil(10 + 180 * -Math.log(1 - random()))
    const kind = random() < 0.6 ? 'pickup' : 'delivery'
    const known = lately(endings[kind], ({ done }) => done <= at, 100)
    const measured: Measured = {
      waiting: printing.slice(-600).reduce((sum, job) => sum + (job.end > at ? job.sides : 0), 0),
      printers: machines.map(({ jobs }) => paceOf(lately(jobs, ({ end }) => end <= at, 200))),
      endings: known,
    }
    const { promised, measured: orders } = proposePromise(at, sides, measured, time)

    const [machine] = machines.toSorted((a, b) => a.free - b.free)
    if (!machine) throw new Error('A shop has printers')
    const minutes = sides / machine.sidesPerMinute + (random() < 0.005 ? 40 * random() : 0)
    const end = time.add(Math.max(at, machine.free), minutes)
    machine.free = end
    machine.jobs.push({ sides, minutes, end })
    printing.push({ end, sides })
    const done = kind === 'pickup' ? time.add(end, 5 + 25 * -Math.log(1 - random())) : delivered(end, random)
    endings[kind].push({ printed: end, done })
    if (orders === 0) continue
    judged++
    if (done <= promised) kept++
  }
  return { kept, judged }
}

/** The last ones of which that is so; nothing waits behind 400 others. */
const lately = <T>(all: readonly T[], is: (one: T) => boolean, most: number) =>
  all
    .slice(-400 - most)
    .filter(is)
    .slice(-most)

/** 200 moments on each open day, in order. */
function arrivals(random: () => number, start: number): number[] {
  const days = Array.from({ length: 30 }, (_, day) => start + day * 1_440 * minute)
  const opened = days.filter((day) => time.between(day, day + 1_440 * minute) > 0)
  return opened
    .flatMap((day) => Array.from({ length: 200 }, () => time.add(day, 640 * random())))
    .toSorted((a, b) => a - b)
}

/** With the next round, at 12:00 or 17:00, and on it between one minute and two hours. */
function delivered(printed: number, random: () => number): number {
  const leaves = nextRound(printed, time)
  return time.add(leaves, 1 + 119 * random())
}

function nextRound(after: number, { add }: WorkingTime): number {
  const day = new Date(after + 330 * minute).toISOString().slice(0, 10)
  const rounds = ['12:00', '17:00'].map((clock) => Date.parse(`${day}T${clock}:00+05:30`))
  const next = rounds.find((round) => round >= after)
  // Tomorrow's first: three hours after the shop opens.
  return next ?? add(add(Date.parse(`${day}T20:00:00+05:30`), 0), 180)
}

const paceOf = (jobs: readonly { sides: number; minutes: number }[]) => ({
  jobs: jobs.length,
  sides: jobs.reduce((sum, job) => sum + job.sides, 0),
  minutes: jobs.reduce((sum, job) => sum + job.minutes, 0),
})

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
