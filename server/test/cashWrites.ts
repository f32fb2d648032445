import type { HandOver } from '@our-print/contract/money/cash.ts'
import type { ClosedDay, ShopDay } from '@our-print/contract/money/days.ts'
import type { Answer, WriteClient } from './writeClient.ts'

// Hand-overs of a courier's cash, and days that are closed one after the other. Each write first does what it needs.

type Fixture = { courier: { id: string; token: string; order: string } }
type CashWrite = {
  touches: ('cash' | 'order')[]
  send: (client: WriteClient, fixture: Fixture) => Promise<Answer>
}

/** What a read answers; undefined where it was refused, or the server was away. */
async function read<T>(client: WriteClient, url: string): Promise<T | undefined> {
  const { statusCode, body } = await client.get(url)
  return statusCode === 200 ? (JSON.parse(body) as T) : undefined
}
const nothingToDo: Answer = { statusCode: 200, body: '', headers: {} }

/** A count in rupees. */
const cash = (rupees: number) => {
  const paise = Math.max(0, Math.round(rupees * 100))
  return { notes: { 1: Math.floor(paise / 100) }, rest: (paise % 100) / 100 }
}
let counts = 0
/** By what people count wrong, now and then. */
const mistake = () => [0, 0, 1, 0, -1.5][++counts % 5] ?? 0

const newest = async (client: WriteClient, { courier }: Fixture, status: HandOver['status']) => {
  const url = `/api/hand-overs/?holder=${courier.id}&status=${status}&limit=1`
  return (await read<{ results: HandOver[] }>(client, url))?.results[0]
}

const collect = (client: WriteClient, { courier }: Fixture) =>
  client
    .withToken(courier.token)
    .post('/api/payments/', { order: courier.order, method: 'cash', amount: 3.5 })

/** What a courier has in hand, in rupees. */
async function inHand(client: WriteClient, { courier }: Fixture): Promise<number> {
  const found = await read<{ own: { amount: number } }>(client.withToken(courier.token), '/api/cash/')
  return found?.own.amount ?? 0
}

async function declare(client: WriteClient, fixture: Fixture): Promise<Answer> {
  if ((await inHand(client, fixture)) === 0) await collect(client, fixture)
  const amount = (await inHand(client, fixture)) + mistake()
  return client.withToken(fixture.courier.token).post('/api/hand-overs/', cash(amount))
}

async function count(client: WriteClient, fixture: Fixture, wrong: number): Promise<Answer> {
  if (!(await newest(client, fixture, 'declared'))) await declare(client, fixture)
  const open = await newest(client, fixture, 'declared')
  if (!open) return nothingToDo
  const amount = (await inHand(client, fixture)) + wrong
  return client.post(`/api/hand-overs/${open.id}/count/`, cash(amount))
}

/** The day after the one that was closed last; of a shop that has closed none, one of two months ago. */
export async function nextDay(client: WriteClient): Promise<string | undefined> {
  const days = await read<{ results: ClosedDay[] }>(client, '/api/days/?limit=1')
  if (!days) return undefined
  const [last] = days.results
  const day = last ? Date.parse(last.day) + oneDay : Date.now() - 60 * oneDay
  return new Date(day).toISOString().slice(0, 10)
}
const oneDay = 24 * 3_600_000

/** Closes a day with what is expected of it then, or nearly. */
export async function closeDay(client: WriteClient, day: string): Promise<Answer> {
  const found = await read<ShopDay>(client, `/api/days/${day}/`)
  if (!found) return nothingToDo
  const { methods, till } = found.report
  const counted = methods
    .filter(({ method }) => method !== 'cash' && method !== 'account')
    .map(({ method, expected }) => ({ method, amount: expected + mistake() }))
  const note = 'As it was counted'
  return client.post(`/api/days/${day}/close/`, { till: cash(till.expected + mistake()), counted, note })
}

/** A day that is still going on is not closed by chance, because then nobody could pay any more. */
export const shopToday = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

export const cashWrites: Record<string, CashWrite> = {
  'collect cash at the door': { touches: ['cash'], send: collect },
  'declare the cash in hand': { touches: ['cash'], send: declare },
  'take a declaration back': {
    touches: ['cash'],
    send: async (client, fixture) => {
      const open = await newest(client, fixture, 'declared')
      if (!open) return nothingToDo
      return client.withToken(fixture.courier.token).post(`/api/hand-overs/${open.id}/cancel/`)
    },
  },
  'count a hand-over': { touches: ['cash'], send: (client, fixture) => count(client, fixture, mistake()) },
  'explain a difference of cash': {
    touches: ['cash'],
    send: async (client, fixture) => {
      if (!(await newest(client, fixture, 'difference'))) await count(client, fixture, 2)
      const open = await newest(client, fixture, 'difference')
      if (!open) return nothingToDo
      return client.post(`/api/hand-overs/${open.id}/explain/`, { reason: 'A note fell out' })
    },
  },
  'pay on the day that is closed next': {
    touches: ['cash', 'order'],
    send: async (client, { courier }) => {
      const day = await nextDay(client)
      const [method, amount] = counts % 2 === 0 ? ['upi', 6.25] : ['cash', 4.5]
      const happened_at = `${day ?? shopToday()}T06:30:00Z`
      return client.post('/api/payments/', { order: courier.order, method, amount, happened_at })
    },
  },
  'close a day': {
    touches: ['cash'],
    send: async (client) => {
      const day = await nextDay(client)
      return day && day < shopToday() ? closeDay(client, day) : nothingToDo
    },
  },
}
