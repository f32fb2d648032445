import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser } from '../../../test/build.ts'
import { findBrokenInvariants } from '../../../test/invariants.ts'

const api = useApi()
const admin = api.as('admin')

type Statement = {
  opening: number
  closing: number
  received: number
  sold: number
  voided: number
  expired: number
}

/** What a history may do next; numbers choose which code or group. */
const step = fc.oneof(
  fc.record({ do: fc.constant('receive' as const), codes: fc.integer({ min: 1, max: 6 }) }),
  fc.record({
    do: fc.constantFrom(
      'sell' as const,
      'void' as const,
      'delete' as const,
      'restore' as const,
      'expire' as const,
      'revive' as const,
    ),
    which: fc.nat(),
  }),
  // Time passes: all that was moves into the past.
  fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
)

/** All that was of a company moves into the past, the last days of what has expired with it. */
async function wait(client: string, days: number) {
  const by = api.db`${days} * interval '1 day'`
  await api.db`update voucher_moves set at = at - ${by} where client_id = ${client}`
  await api.db`update purchased_vouchers set version = version + 1, purchased_at = purchased_at - ${by}, voided_at = voided_at - ${by} where client_id = ${client}`
  await api.db`update voucher_infos set version = version + 1, expiry_date = (expiry_date - ${by})::date where client_id = ${client} and expiry_date < shop_day(now())`
}

test('opening + received − sold − voided − expired = closing, in each month of any history', async () => {
  const { id: user } = await buildUser(api.db)
  let made = 0
  const months = await api.db<{ month: string }[]>`
    select to_char(shop_day(now()) - n * interval '1 month', 'YYYY-MM') as month from generate_series(12, 0, -1) n`
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const { id: client } = await buildClient(api.db)
      const pick = async (rows: Promise<{ id: string }[]>, which: number) => {
        const found = await rows
        return found[which % found.length]?.id
      }
      for (const one of steps) {
        if (one.do === 'receive') {
          const vouchers = Array.from({ length: one.codes }, () => ({ voucher_code: `P${made++}` }))
          await admin.post('/api/save-voucher/', {
            client,
            voucher_detail: 'x',
            cost: 0,
            expiry_date: '2090-01-01',
            vouchers,
          })
        } else if (one.do === 'wait') {
          await wait(client, one.days)
        } else if (one.do === 'sell') {
          const group = await pick(
            api.db`select id from live_voucher_infos where client_id = ${client} order by id`,
            one.which,
          )
          if (group)
            await admin.post('/api/save-purchased-voucher/', { user_id: user, voucher_info_id: group })
        } else if (one.do === 'void') {
          const sale = await pick(
            api.db`select id from purchased_vouchers where client_id = ${client} order by id`,
            one.which,
          )
          if (sale) await admin.post('/api/void-purchased-voucher/', { id: sale, reason: 'x' })
        } else if (one.do === 'delete') {
          const code = await pick(
            api.db`select id from vouchers where client_id = ${client} order by id`,
            one.which,
          )
          if (code) await admin.delete(`/api/delete-vouchers/?voucher_ids=${code}`)
        } else if (one.do === 'restore') {
          const code = await pick(
            api.db`select id from deleted_vouchers where client_id = ${client} order by id`,
            one.which,
          )
          if (code) await admin.post(`/api/bin/${code}/restore/`)
        } else {
          const isOver = one.do === 'revive'
          const code = await pick(
            api.db`select v.id from vouchers v join voucher_infos i on i.id = v.voucher_info_id
              where v.client_id = ${client} and not v.is_assigned and (i.expiry_date < shop_day(now())) = ${isOver} order by v.id`,
            one.which,
          )
          if (!code) continue
          if (isOver) await admin.put('/api/save-voucher/', { id: code, expiry_date: '2090-01-01' })
          // Its last day was yesterday: what was today is then in the past, too.
          else {
            await wait(client, 2)
            await api.db`update voucher_infos set version = version + 1, expiry_date = shop_day(now()) - 1
              where id = (select voucher_info_id from vouchers where id = ${code})`
          }
        }
      }
      const statements = await Promise.all(
        months.map(async ({ month }) =>
          (await admin.get(`/api/clients/${client}/voucher-statement/?month=${month}`)).json<Statement>(),
        ),
      )
      let before: number | undefined
      for (const { opening, received, sold, voided, expired, closing } of statements) {
        expect(opening + received - sold - voided - expired).toBe(closing)
        if (before !== undefined) expect(opening).toBe(before)
        before = closing
      }
      expect(await findBrokenInvariants(api.db)).toEqual({})
    }),
    { numRuns: 60 },
  )
})
