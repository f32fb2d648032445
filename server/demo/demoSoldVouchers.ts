import type { Row } from './bulkLoad.queries.ts'
import { type Day, hour, opening } from './calendar.ts'
import type { DemoGroup } from './demoVouchers.ts'
import { Random } from './random.ts'

export type CoinLine = { user_id: string; at: string; delta: number }
type Sale = { user: string; at: number; age: number; group: DemoGroup }

/** The coin entries of each customer, to know the balance at any time. */
class CoinBalances {
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

  /** The lowest balance from this time on, which is the most that can be spent then; -1 before the first entry. */
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

/** Sells about this many vouchers to customers with enough coins at the time; one of them is voided. */
export function sellVouchers(
  groups: readonly DemoGroup[],
  lines: readonly CoinLine[],
  { count, days, admin }: { count: number; days: readonly Day[]; admin: string | null },
) {
  const random = new Random('purchases')
  const balances = new CoinBalances(lines)
  const buyers = balances.owners
  const left = new Map(groups.map((group) => [group, group.codes.length]))
  const isShort = (group: DemoGroup) => (left.get(group) ?? 0) > (group.offer.leave ?? Infinity)
  const sales: Sale[] = []
  for (let tries = 0; tries < count * triesEach && sales.length < count && buyers.length > 0; tries++) {
    const picked = random.pick(groups)
    const other = (left.get(picked) ?? 0) > 0 ? picked : (groups[0] ?? picked)
    const group = (tries % 2 === 0 && groups.find(isShort)) || other
    const sale = trySale(random, group, random.pick(buyers), days)
    if (!sale || (left.get(group) ?? 0) <= (group.offer.leave ?? 0)) continue
    if (balances.free(sale.user, sale.at) < group.row.cost) continue
    balances.add(sale.user, sale.at, -group.row.cost)
    left.set(group, (left.get(group) ?? 0) - 1)
    sales.push(sale)
  }
  return makeRows(random, sales, days, admin)
}

/** A sale on a random day between the group's creation and yesterday, before its expiry date. */
function trySale(random: Random, group: DemoGroup, user: string, days: readonly Day[]): Sale | undefined {
  const [oldest, newest] = [group.offer.made - 1, Math.max(1, -group.offer.ends)]
  if (oldest < newest) return undefined
  const age = random.whole(newest, oldest)
  return { user, at: timeOnDay(random, days, age), age, group }
}

const timeOnDay = (random: Random, days: readonly Day[], age: number) =>
  Math.floor((days.at(-1 - age) as Day).starts + opening + random.uniform(0, 10) * hour)

/** Sells each group's vouchers in the order of the sales. */
function makeRows(random: Random, sales: Sale[], days: readonly Day[], by: string | null) {
  const given = new Map<DemoGroup, number>()
  const ordered = sales.toSorted((a, b) => a.at - b.at)
  const voided = ordered.find(
    ({ group, age }, index) => index >= ordered.length / 4 && age > 2 && group.row.cost > 0,
  )
  const soldVouchers: Row[] = []
  const coins: Row[] = []
  for (const sale of ordered) {
    const { user, at, age, group } = sale
    const place = given.get(group) ?? 0
    given.set(group, place + 1)
    const code = group.codes[place]
    if (!code) continue
    const id = random.id(at)
    const voidedAt = sale === voided ? timeOnDay(random, days, age - 1) : undefined
    Object.assign(code, { is_assigned: true, is_active: !voidedAt, version: voidedAt ? 3 : 2 })
    const { voucher_detail, cost, expiry_date, image_id, client_id } = group.row
    soldVouchers.push({
      id,
      user_id: user,
      voucher_id: code.id,
      voucher_info_id: group.row.id,
      client_id,
      voucher_code: code.voucher_code,
      voucher_detail,
      cost,
      agreed_price: group.agreed_price,
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
      id: random.id(when),
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
  return { soldVouchers, coins }
}

const time = (moment: number) => new Date(moment).toISOString()
