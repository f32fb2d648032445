import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import {
  buildClient,
  buildCoupon,
  buildLead,
  buildPlan,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { emptyBin } from './emptyBin.ts'

const api = useApi()
const admin = api.as('admin')
const rounds = Array.from({ length: 8 }, (_, round) => round)

const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#17803d' } })
    .png()
    .toBuffer()
const restore = (...ids: string[]) => admin.post('/api/bin/restore/', { ids })
const removeCompany = (id: string) => admin.delete(`/api/clients/?client_id=${id}`)
const statusOf = ({ statusCode }: { statusCode: number }) => statusCode
const body = (client: string) => ({ client, voucher_detail: 'A', cost: 0, expiry_date: '2099-01-01' })

test('a company is deleted or sells, and what it got meanwhile is deleted with it', async () => {
  const user_id = (await buildUser(api.db)).id
  for (const round of rounds) {
    const { id: group, client } = await buildVouchers(api.db, { voucher_codes: ['A', 'B', 'C'] })
    const sale = () => admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group })
    const early = round % 2 ? [sale()] : []
    const [removed, created, ...sales] = await Promise.all([
      removeCompany(client),
      admin.post('/api/save-voucher/', { ...body(client), vouchers: [{ voucher_code: 'D' }] }),
      sale(),
      sale(),
      ...early,
    ])
    const sold = sales.filter((reply) => reply.statusCode === 201).length
    expect([204, 409]).toContain(removed.statusCode)
    if (removed.statusCode === 204) {
      expect(sold).toBe(0)
      expect(await api.db`select from live_voucher_infos where client_id = ${client}`).toHaveLength(0)
      expect(await api.db`select from live_vouchers where client_id = ${client}`).toHaveLength(0)
      expect(statusOf(await restore(client))).toBe(200)
      const [{ codes }] = await api.db<[{ codes: number }]>`
        select count(*)::int as codes from live_vouchers where client_id = ${client}`
      expect(codes).toBe(created.statusCode === 201 ? 4 : 3)
    }
    await expectFiguresMatchRows(api.db)
  }
  await expectInvariantsHold(api.db)
})

test('a sale that waits for the deletion finds no voucher', async () => {
  const user_id = (await buildUser(api.db)).id
  const { id: group, client } = await buildVouchers(api.db, { voucher_codes: ['A'] })
  const [marked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // A deletion that has marked the rows and is not committed yet.
  const deletion = api.db.begin(async (tx) => {
    await tx`select from voucher_infos where client_id = ${client} for update`
    await tx`select from clients where id = ${client} for update`
    await tx`update voucher_infos set deleted_at = now() where client_id = ${client}`
    await tx`update clients set deleted_at = now() where id = ${client}`
    marked.resolve()
    await end.promise
  })
  await marked.promise
  const sale = admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group })
  const creation = admin.post('/api/save-voucher/', { ...body(client), vouchers: [{ voucher_code: 'D' }] })
  await expect
    .poll(async () => {
      const [row] = await api.db<[{ waiting: number }]>`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      return row.waiting
    })
    .toBe(2)
  end.resolve()
  await deletion
  expect([statusOf(await sale), statusOf(await creation)]).toEqual([404, 422])
})

test('a coupon is used or deleted, and a use that is given back counts also in the bin', async () => {
  const { id: user } = await buildUser(api.db)
  const { id, code } = await buildCoupon(api.db)
  const order = async (name: string) => {
    const form = new FormData()
    form.append('order', JSON.stringify({ user, title: name, pickup: true, coupon_code: code }))
    form.append('files', new Blob([new Uint8Array(await png())], { type: 'image/png' }), 'a.png')
    return admin.upload('/api/all-orders/', form)
  }
  const first = await order('First')
  expect(first.statusCode).toBe(201)
  const [removed, ...orders] = await Promise.all([
    admin.delete(`/coupon_app/api/coupons/${id}/`),
    order('One'),
    order('Two'),
  ])
  expect(removed.statusCode).toBe(204)
  const used = orders.filter((reply) => reply.statusCode === 201).length
  for (const reply of orders) expect([201, 422]).toContain(reply.statusCode)
  const uses = await admin.get(`/coupon_app/api/coupon-uses/?coupon_id=${id}`)
  expect(uses.json().count).toBe(0)
  const cancelled = await admin.patch(`/api/all-orders/${first.json().id}/`, {
    status: 'cancelled',
    note: 'No',
  })
  expect(cancelled.statusCode).toBe(200)
  expect(statusOf(await restore(id))).toBe(200)
  expect((await admin.get(`/coupon_app/api/coupons/${id}/`)).json().usage_count).toBe(used)
  expect((await admin.get(`/coupon_app/api/coupon-uses/?coupon_id=${id}`)).json().count).toBe(used + 1)
  await expectInvariantsHold(api.db)
})

test('a plan is sold or deleted', async () => {
  const { id: user } = await buildUser(api.db)
  for (const _ of rounds) {
    const { id: plan } = await buildPlan(api.db)
    const replies = await Promise.all([
      admin.delete(`/api/subscription-plans/${plan}/`),
      admin.post('/api/user-subscription-plans/', { user, plan }),
    ])
    expect([
      [204, 422],
      [409, 201],
    ]).toContainEqual(replies.map(statusOf))
  }
})

test('of two restores, or a restore and a deletion for good, one succeeds', async () => {
  for (const _ of rounds) {
    const [one, two] = [await buildLead(api.db), await buildLead(api.db)]
    for (const { id } of [one, two]) await admin.delete(`/api/contact_us/${id}/`)
    const restores = await Promise.all([restore(one.id, two.id), restore(two.id, one.id)])
    expect(restores.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, 404])
    await admin.delete(`/api/contact_us/${one.id}/`)
    const [restored, purged] = await Promise.all([restore(one.id), admin.delete(`/api/bin/${one.id}/`)])
    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([restored.statusCode, purged.statusCode])
    await emptyBin(api.db)
    expect((await admin.get(`/api/contact_us/${one.id}/`)).statusCode).toBe(restored.statusCode)
  }
})

test('of two deleted records with one code one can be restored', async () => {
  for (const round of rounds) {
    const code = `TWICE${round}`
    const ids = []
    for (let count = 0; count < 2; count++) {
      const { id } = await buildCoupon(api.db, { code })
      await admin.delete(`/coupon_app/api/coupons/${id}/`)
      ids.push(id)
    }
    const replies = await Promise.all(ids.map((id) => restore(id)))
    expect(replies.map(statusOf).toSorted((a, b) => a - b)).toEqual([200, 409])
  }
})

test('vouchers are deleted and restored while their company is', async () => {
  for (const _ of rounds) {
    const client = await buildClient(api.db)
    const group = await buildVouchers(api.db, { client: client.id, voucher_codes: ['A', 'B', 'C'] })
    const [a = '', b = '', c = ''] = group.vouchers.map(({ id }) => id)
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${a}`)
    const replies = await Promise.all([
      removeCompany(client.id),
      restore(a),
      admin.delete(`/api/delete-vouchers/?voucher_ids=${b}&voucher_ids=${c}`),
    ])
    expect(replies[0].statusCode).toBe(204)
    for (const { statusCode } of replies) expect([200, 204, 404, 409]).toContain(statusCode)
    await expectFiguresMatchRows(api.db)
    expect(statusOf(await restore(client.id))).toBe(200)
    for (const id of [a, b, c]) await restore(id)
    expect((await admin.get(`/api/get-voucher/?client_id=${client.id}`)).json().count).toBe(3)
    await expectFiguresMatchRows(api.db)
  }
})
