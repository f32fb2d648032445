import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder } from '../../../test/build.ts'
import { setTimeZone } from './timeZone.ts'

const api = useApi()

/** Zones and years with a clock change at midnight: midnight happens twice or never, or a whole day is skipped. */
const knownCases = [
  ['Atlantic/Azores', '2026-10-25'],
  ['Africa/Cairo', '2026-04-24'],
  ['Africa/Cairo', '2026-10-30'],
  ['America/Havana', '2026-11-01'],
  ['America/Santiago', '2026-09-06'],
  ['Asia/Beirut', '2026-03-29'],
  ['America/Asuncion', '2023-10-01'],
  ['America/St_Johns', '2010-11-07'],
  ['America/Toronto', '1919-03-31'],
  ['Pacific/Apia', '2011-12-30'],
  ['Asia/Kolkata', '2026-10-25'],
] as const

/** Times around a day for which shop_day() and day_start() disagree. */
const strays = (day: string) => api.db<{ moment: string }[]>`
  select moment from generate_series(${day}::date - interval '2 days', ${day}::date + interval '3 days', '10 minutes') moment
  where not (moment >= day_start(shop_day(moment)) and moment < day_start(shop_day(moment) + 1))`

test.each(knownCases)('in %s each moment around %s lies within its day', async (zone, day) => {
  await setTimeZone(api.db, zone)
  expect(await strays(day)).toEqual([])
  // Days are consecutive, and only a day that the zone skipped has no times.
  const days = await api.db<{ day: string; hours: number }[]>`
    select d::date as day, (extract(epoch from day_start(d::date + 1) - day_start(d::date)) / 3600)::float as hours
    from generate_series(${day}::date - 2, ${day}::date + 2, '1 day') d`
  const odd = days.filter(({ hours }) => hours < 22 || hours > 26)
  expect(odd).toEqual(zone === 'Pacific/Apia' ? [{ day, hours: 0 }] : [])
})

test('in every time zone of the database each time is within its day', async () => {
  // For each zone two days of this and the next year: those with clock changes, at midnight first.
  const changes = await api.db<{ zone: string; day: string }[]>`
    select zone, day::text from (
      select z.name as zone, d::date as day, row_number() over (partition by z.name order by d) as nth
      from pg_timezone_names z, generate_series(timestamp '2026-01-01', timestamp '2027-12-31', '1 day') d
      where (d at time zone z.name) - (d at time zone 'UTC')
        <> ((d + interval '1 day') at time zone z.name) - ((d + interval '1 day') at time zone 'UTC')
        and z.name !~ '^(posix|right)/') changes
    where nth <= 2`
  expect(changes.length).toBeGreaterThan(100)
  const wrong: string[] = []
  for (const [zone, of] of Map.groupBy(changes, (change) => change.zone)) {
    await api.db`update shop_clock set time_zone = ${zone}`
    const [{ found }] = await api.db<[{ found: number }]>`
      select count(*)::int as found from unnest(${of.map(({ day }) => day)}::date[]) as day,
        generate_series(-1, 1) as off, generate_series(-180, 180, 30) as minutes,
        lateral (select (day + off)::timestamp at time zone ${zone} + make_interval(mins => minutes) as moment) m
      where not (moment >= day_start(shop_day(moment)) and moment < day_start(shop_day(moment) + 1))`
    if (found > 0) wrong.push(zone)
  }
  expect(wrong).toEqual([])
})

test('the count of a day and the list of that day agree where midnight happens twice', async () => {
  await setTimeZone(api.db, 'Atlantic/Azores')
  // On 25 October 2026 clocks go back from 01:00 to 00:00, so the day begins an hour before the later midnight.
  for (const created_at of [
    '2026-10-24T23:59:59Z',
    '2026-10-25T00:00:00Z',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
  ]) {
    await buildOrder(api.db, { created_at })
  }
  const of = (day: string) => `from_date=${day}&to_date=${day}`
  for (const [day, expected] of [
    ['2026-10-24', 1],
    ['2026-10-25', 3],
  ] as const) {
    const list = (await api.as('admin').get(`/api/all-orders/?${of(day)}`)).json()
    const searched = (await api.as('admin').get(`/api/all-orders/?query=a&${of(day)}`)).json()
    const dashboard = (await api.as('admin').get(`/api/dashboard?${of(day)}`)).json()
    expect([list.count, list.results.length, dashboard.orders.print.total]).toEqual([
      expected,
      expected,
      expected,
    ])
    expect(searched.count).toBe(searched.results.length)
  }
})
