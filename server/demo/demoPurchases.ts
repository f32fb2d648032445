import type { Row } from './bulkLoad.queries.ts'
import { type Day, hour, opening } from './calendar.ts'
import { Chance } from './chance.ts'
import type { DemoGroup } from './demoVouchers.ts'

export type CoinLine = { user_id: string; at: string; delta: number }
type Sale = { user: string; at: number; age: number; group: DemoGroup }

/** What comes in and goes out of each customer's purse, to know what they could afford at any moment. */
class Purses {
  readonly #lines = new Map<string, { at: number; delta: number }[]>()

  constructor(lines: readonly CoinLine[]) {
    for (const { user_id, at, delta } of lines) this.add(user_id, Date.parse(at), delta)
  }

  get owners(): string[] {
    return [...this.#lines.keys()]
  }

  add(user: string, at: number, delta: number): void {
    this.#lines.set(user, [...(this.#lines.get(user) ?? []), { at, delta }])
  }

  /** The least that this purse holds from this moment on: more cannot be spent then, and nothing before its first coin. */
  free(user: string, moment: number): number {
    const lines = (this.#lines.get(user) ?? []).toSorted((a, b) => a.at - b.at)
    let holds = 0
    let least = (lines[0]?.at ?? moment) < moment ? Infinity : -1
    for (const { at, delta } of lines) {
      if (at >= moment) least = Math.min(least, holds)
      holds += delta
    }
    return Math.min(least, holds)
  }
}

const triesEach = 12

/** Sells about so many codes to customers who could pay for them at the time; one purchase is voided. */
export function sellVouchers(
  groups: readonly DemoGroup[],
  lines: readonly CoinLine[],
  { count, days, admin }: { count: number; days: readonly Day[]; admin: string | null },
) {
  const chance = new Chance('purchases')
  const purses = new Purses(lines)
  const buyers = purses.owners
  const left = new Map(groups.map((group) => [group, group.codes.length]))
  const isShort = (group: DemoGroup) => (left.get(group) ?? 0) > (group.offer.leave ?? Infinity)
  const sales: Sale[] = []
  for (let tries = 0; tries < count * triesEach && sales.length < count && buyers.length > 0; tries++) {
    const picked = chance.pick(groups)
    const other = (left.get(picked) ?? 0) > 0 ? picked : (groups[0] ?? picked)
    const group = (tries % 2 === 0 && groups.find(isShort)) || other
    const sale = trySale(chance, group, chance.pick(buyers), days)
    if (!sale || (left.get(group) ?? 0) <= (group.offer.leave ?? 0)) continue
    if (purses.free(sale.user, sale.at) < group.row.cost) continue
    purses.add(sale.user, sale.at, -group.row.cost)
    left.set(group, (left.get(group) ?? 0) - 1)
    sales.push(sale)
  }
  return writeDown(chance, sales, days, admin)
}

/** Some day after the group was made, up to yesterday, on which its codes still held. */
function trySale(chance: Chance, group: DemoGroup, user: string, days: readonly Day[]): Sale | undefined {
  const [oldest, newest] = [group.offer.made - 1, Math.max(1, -group.offer.ends)]
  if (oldest < newest) return undefined
  const age = chance.whole(newest, oldest)
  return { user, at: moment(chance, days, age), age, group }
}

const moment = (chance: Chance, days: readonly Day[], age: number) =>
  Math.floor((days.at(-1 - age) as Day).starts + opening + chance.between(0, 10) * hour)

/** Hands out each group's codes in the order of its sales. */
function writeDown(chance: Chance, sales: Sale[], days: readonly Day[], by: string | null) {
  const given = new Map<DemoGroup, number>()
  const ordered = sales.toSorted((a, b) => a.at - b.at)
  const voided = ordered.find(
    ({ group, age }, index) => index >= ordered.length / 4 && age > 2 && group.row.cost > 0,
  )
  const purchases: Row[] = []
  const coins: Row[] = []
  for (const sale of ordered) {
    const { user, at, age, group } = sale
    const place = given.get(group) ?? 0
    given.set(group, place + 1)
    const code = group.codes[place]
    if (!code) continue
    const id = chance.id(at)
    const voidedAt = sale === voided ? moment(chance, days, age - 1) : undefined
    Object.assign(code, { is_assigned: true, is_active: !voidedAt, version: voidedAt ? 3 : 2 })
    const { voucher_detail, cost, expiry_date, image_id, client_id } = group.row
    purchases.push({
      id,
      user_id: user,
      voucher_id: code.id,
      voucher_info_id: group.row.id,
      client_id,
      voucher_code: code.voucher_code,
      voucher_detail,
      cost,
      expiry_date,
      image_id,
      purchased_at: time(at),
      by,
      voided_at: voidedAt ? time(voidedAt) : null,
      voided_by: voidedAt ? by : null,
      void_reason: voidedAt ? 'The code was not accepted at the counter.' : null,
      version: voidedAt ? 2 : 1,
    })
    const line = (when: number, delta: number, reason: string) => ({
      id: chance.id(when),
      at: time(when),
      user_id: user,
      delta,
      reason,
      purchased_voucher: id,
      by,
    })
    if (cost > 0) coins.push(line(at, -cost, 'Voucher purchased'))
    if (cost > 0 && voidedAt) coins.push(line(voidedAt, cost, 'Voucher taken back'))
  }
  return { purchases, coins }
}

const time = (moment: number) => new Date(moment).toISOString()
