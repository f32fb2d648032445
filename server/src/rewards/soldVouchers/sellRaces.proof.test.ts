import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser, buildVouchers } from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'

const api = useApi()
const admin = api.as('admin')

const buy = (user_id: string, voucher_info_id: string) =>
  admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id })
const coins = async (user: string) => (await admin.get(`/api/get-user-coin-info/?user_id=${user}`)).json()

async function buildUserWithCoins(delta: number) {
  const user = await buildUser(api.db)
  await admin.post(`/api/users/${user.id}/coins/`, { delta, reason: 'Gift' })
  return user
}

const statusesOf = (replies: { statusCode: number }[]) => {
  const counts: Record<number, number> = {}
  for (const { statusCode } of replies) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

test('of 10,000 concurrent sales of 1,000 codes exactly 1,000 succeed, and the coins are exact', async () => {
  const codes = Array.from({ length: 1000 }, (_, index) => `RACE-${index}`)
  const group = await buildVouchers(api.db, { voucher_codes: codes, cost: 3_00 })
  const buyers = await Promise.all(Array.from({ length: 50 }, () => buildUserWithCoins(1000)))
  const replies = await Promise.all(
    Array.from({ length: 10_000 }, (_, index) => buy(buyers[index % 50]?.id ?? '', group.id)),
  )
  expect(statusesOf(replies)).toEqual({ 201: 1000, 409: 9000 })
  const won = replies.filter(({ statusCode }) => statusCode === 201).map((reply) => reply.json())
  expect(new Set(won.map(({ voucher_code }) => voucher_code)).size).toBe(1000)
  expect(
    new Set(replies.filter(({ statusCode }) => statusCode === 409).map((reply) => reply.json().code)),
  ).toEqual(new Set(['none_left']))
  const spent = await Promise.all(buyers.map(async ({ id }) => (await coins(id)).spent as number))
  expect(spent.reduce((sum, one) => sum + one)).toBe(3000)
  const [ledger] = await api.db`
    select count(*)::int as lines, count(distinct purchased_voucher)::int as purchases, sum(delta)::int as delta
    from coin_entries where reason = 'Voucher purchased' and purchased_voucher in (
      select id from purchased_vouchers where voucher_info_id = ${group.id})`
  expect(ledger).toEqual({ lines: 1000, purchases: 1000, delta: -3000_00 })
  await expectFiguresMatchRows(api.db)
}, 120_000)
