import { setTimeout as sleep } from 'node:timers/promises'
import { type SearchKind } from '@our-print/contract/entityKinds.ts'
import type { SearchHit } from '@our-print/contract/shop/search.ts'
import { expect, test, vi } from 'vitest'
import { openLookup, useApi } from '../../../test/api.ts'
import {
  buildClient,
  buildCoupon,
  buildLead,
  buildOrder,
  buildQrCode,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { buildApp } from '../../app/app.ts'
import { runEach } from './runEach.ts'

const api = useApi()
const admin = api.as('admin')

const get = (query: string) => admin.get(`/api/search?query=${encodeURIComponent(query)}`)
async function find(query: string, kind?: SearchKind): Promise<SearchHit[]> {
  const reply = await get(query)
  expect([query, reply.statusCode, reply.json().late]).toEqual([query, 200, []])
  const { results } = reply.json<{ results: SearchHit[] }>()
  return results.filter((hit) => !kind || hit.kind === kind)
}
const titles = async (query: string, kind?: SearchKind) => (await find(query, kind)).map(({ title }) => title)

test('a customer is found by a tag, and by what another one had who was merged into them', async () => {
  const kept = await buildUser(api.db, { first_name: 'Tagore', mobile: '+919811155501' })
  const merged = await buildUser(api.db, { first_name: 'Tagged', mobile: '+919811155502' })
  await admin.patch(`/api/users/${kept.id}/`, { tags: ['Night School'] })
  expect(await titles('night school', 'customer')).toEqual([expect.stringContaining('Tagore')])
  await admin.post(`/api/users/${kept.id}/merge/`, { other: merged.id })
  expect(await titles('98111 55502', 'customer')).toEqual([expect.stringContaining('Tagore')])
})

test('each kind is found and has what its screen needs', async () => {
  const user = await buildUser(api.db, { first_name: 'Zubin', last_name: 'Quark', mobile: '+919811100001' })
  const staff = await buildStaff(api.db, {
    full_name: 'Zelda Quark',
    email: 'zelda@print.test',
    is_active: false,
  })
  const order = await buildOrder(api.db, { user: user.id, title: 'Quark report' })
  const client = await buildClient(api.db, { name: 'Quark Traders' })
  const group = await buildVouchers(api.db, {
    client: client.id,
    voucher_codes: ['QUARK-77'],
    voucher_detail: 'Tea',
    expires: -1,
  })
  const coupon = await buildCoupon(api.db, { code: 'QUARK10' })
  const qr = await buildQrCode(api.db, { company: 'Quark Mart', code: 700 })
  const lead = await buildLead(api.db, { name: 'Anna Quark', subject: 'A price', mobile: '+919811100002' })

  const found = await find('quark')
  expect(found.map(({ kind, id }) => [kind, id])).toEqual([
    ['order', order.id],
    ['customer', user.id],
    ['company', client.id],
    ['staff', staff.id],
    ['voucher', group.vouchers[0]?.id],
    ['coupon', coupon.id],
    ['qr_code', qr.id],
    ['lead', lead.id],
  ])
  const [one, , , person, voucher, , code, enquiry] = found
  expect(one).toMatchObject({
    title: 'Quark report',
    subtitle: 'Zubin Quark',
    mobile: user.mobile,
    status: 'confirmed',
  })
  expect(person).toMatchObject({ email: 'zelda@print.test', subtitle: 'Staff user · Inactive' })
  expect(voucher).toMatchObject({ voucherInfoId: group.id, subtitle: 'Tea · Quark Traders · Expired' })
  expect(code).toMatchObject({ title: 'QR code 700', code: 700, subtitle: 'Quark Mart' })
  expect(enquiry).toMatchObject({ title: 'Anna Quark', subtitle: 'A price', status: 'new' })
})

test('an order is found by its number, the last digits and every spelling of a phone, and the name', async () => {
  const user = await buildUser(api.db, { first_name: 'Omkar', last_name: 'Vaidya', mobile: '+919765498713' })
  const other = await buildUser(api.db, { mobile: '+919871300042' })
  const order = await buildOrder(api.db, { user: user.id, title: 'Book' })
  await buildOrder(api.db, { user: other.id, title: 'Other' })
  const [{ number }] = await api.db<[{ number: number }]>`select number from orders where id = ${order.id}`
  for (const query of [
    '97654 98713',
    '09765498713',
    '+91 (97654) 98713',
    'omkar',
    'Vaidya',
    'VAIDYA',
    'omkar v',
  ]) {
    expect([query, (await find(query, 'order')).map(({ id }) => id)]).toEqual([query, [order.id]])
  }
  // The last digits first, then those in the middle of another number.
  expect(await find('8713', 'order')).toMatchObject([
    { id: order.id, match: 'prefix' },
    { title: 'Other', match: 'contains' },
  ])
  for (const query of [String(number), `#${number}`]) {
    expect((await find(query, 'order'))[0]).toMatchObject({ id: order.id, match: 'exact', number })
  }
})

test('exact comes before the start of a word, that before the rest, and then the newest', async () => {
  for (const first_name of ['Banila', 'Nila', 'Nilam', 'Vanila', 'Nilay', 'Nilu Nila'])
    await buildUser(api.db, { first_name, last_name: '' })
  expect(await titles('nila', 'customer')).toEqual(['Nila', 'Nilu Nila', 'Nilay', 'Nilam', 'Vanila'])
  expect((await find('NILA', 'customer')).map(({ match }) => match)).toEqual([
    'exact',
    'prefix',
    'prefix',
    'prefix',
    'contains',
  ])
  for (const code of ['NIL5', 'NIL55', 'XNIL5']) await buildCoupon(api.db, { code })
  expect(await titles('nil5', 'coupon')).toEqual(['NIL5', 'NIL55', 'XNIL5'])
})

test('a customer is found by email, mobile and referral code, and an inactive one too', async () => {
  const user = await buildUser(api.db, {
    email: 'tara.sen@example.in',
    mobile: '+919755512345',
    is_active: false,
  })
  const [{ referral_code }] = await api.db<[{ referral_code: string }]>`
    select referral_code from users where id = ${user.id}`
  for (const query of ['Tara.Sen@example.in', '9755512345', referral_code.toLowerCase()]) {
    expect([query, await find(query, 'customer')]).toMatchObject([query, [{ id: user.id, match: 'exact' }]])
  }
  expect((await find('tara.sen', 'customer'))[0]).toMatchObject({
    subtitle: 'tara.sen@example.in · Inactive',
  })
})

test('a voucher code is found by how it begins, in any case; a sold one by any part', async () => {
  const one = await buildVouchers(api.db, { voucher_codes: ['Straße-1', 'STRASSE-12'], cost: 0 })
  await buildVouchers(api.db, { voucher_codes: ['STRASSE-1'] })
  const buyer = await buildUser(api.db)
  expect(await titles('strasse-1', 'voucher')).toEqual(['STRASSE-1', 'Straße-1', 'STRASSE-12'])
  expect(await titles('asse-1', 'voucher')).toEqual([])
  const sold = await admin.post('/api/save-purchased-voucher/', {
    user_id: buyer.id,
    voucher_info_id: one.id,
  })
  expect(sold.statusCode).toBe(201)
  expect(await find('ASSE-1', 'voucher')).toMatchObject([
    { match: 'contains', subtitle: expect.stringMatching(/Sold$/) },
  ])
})

test('deleted QR codes are not found, and at most five of a kind', async () => {
  const made = []
  for (let code = 4400; code < 4407; code++) made.push(await buildQrCode(api.db, { code, company: 'Fern' }))
  await admin.delete(`/api/qr-codes/?qr_id=${made[0]?.id}`)
  expect(await titles('fern', 'qr_code')).toEqual(
    [4406, 4405, 4404, 4403, 4402].map((code) => `QR code ${code}`),
  )
  expect(await titles('4400', 'qr_code')).toEqual([])
})

test('signs are letters, and short and hostile queries are refused or find nothing', async () => {
  await buildUser(api.db, { first_name: 'Per%cent', last_name: 'Under_score' })
  for (const query of ['%%', '__', '%_', "' or 1=1 --", '\\\\', 'a\nb', '\u202eab', '٣٤', '٣']) {
    expect([query, await titles(query, 'customer')]).toEqual([query, []])
  }
  expect(await titles('r%c', 'customer')).toEqual(['Per%cent Under_score'])
  expect(await titles('R_S', 'customer')).toEqual(['Per%cent Under_score'])
  for (const query of ['', ' ', 'a', ' a ', '\u200b\u200b', 'a\u200b', '%', 'x'.repeat(201)])
    expect([query, (await get(query)).statusCode]).toEqual([query, 400])
  expect((await get('7')).statusCode).toBe(200)
  expect((await get('x'.repeat(200))).statusCode).toBe(200)
  expect((await admin.get('/api/search?query=%00a')).statusCode).toBe(400)
  expect((await admin.get('/api/search?query=ab&limit=3')).statusCode).toBe(400)
  expect((await admin.get('/api/search?query=ab&query=cd')).statusCode).toBe(400)
  expect((await admin.get('/api/search')).statusCode).toBe(400)
})

test('a staff user may not search', async () => {
  expect((await api.as('staff').get('/api/search?query=quark')).statusCode).toBe(403)
})

test('a kind that is slow or fails is named, and does not hold up the others', async () => {
  const user = await buildUser(api.db, { first_name: 'Kavya', last_name: 'Slow' })
  await buildLead(api.db, { name: 'Kavya Slow' })
  const lookup = openLookup(api.url, 5_000)
  const app = await buildApp({ ...api.resources, lookup })
  const search = async () => {
    const reply = await api.withToken(api.token('admin'), app).get('/api/search?query=kavya')
    return { status: reply.statusCode, body: reply.json() }
  }
  try {
    await search()
    await api.db.begin(async (tx) => {
      await tx`lock table leads in access exclusive mode`
      // More at once than there are connections: the slow kind occupies only one of them.
      for (const { status, body } of await Promise.all(Array.from({ length: 6 }, search))) {
        expect(status).toBe(200)
        expect(body.late).toEqual(['lead'])
        expect(body.results).toMatchObject([{ kind: 'customer', id: user.id }])
      }
    })
    const { body } = await search()
    expect(body.late).toEqual([])
    expect(body.results).toHaveLength(2)
  } finally {
    await app.close()
    await lookup.pool.end({ timeout: 1 })
  }
})

test('where every kind fails, the search fails', async () => {
  const kinds = ['order', 'lead'] as const
  await expect(runEach(kinds, 30)(() => new Promise(() => {}))).rejects.toMatchObject({ status: 503 })
  await expect(runEach(kinds, 1000)(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
})

test('of one kind, only one statement runs at a time, and none that would start too late', async () => {
  const started: string[] = []
  const run = runEach(['order', 'lead'], 60)
  const work = (name: string) => (kind: string) => {
    started.push(`${name} ${kind}`)
    return kind === 'order'
      ? Promise.resolve(kind)
      : new Promise<string>((done) => void setTimeout(done, 100, kind))
  }
  vi.useFakeTimers()
  try {
    const both = Promise.all([run(work('one')), run(work('other'))])
    await vi.advanceTimersByTimeAsync(60)
    const [one, other] = await both
    expect(one).toMatchObject({ done: ['order'], failed: [{ kind: 'lead' }] })
    expect(other).toMatchObject({ done: ['order'], failed: [{ kind: 'lead' }] })
    // The first one's lead is done only now.
    await vi.advanceTimersByTimeAsync(40)
    expect(started).toEqual(['one order', 'one lead', 'other order'])
  } finally {
    vi.useRealTimers()
  }
})

test('a machine that stood still for longer than the limit is an answer, and no end of the process', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0)
  try {
    const stood = runEach(['order', 'lead'], 30)(() => Promise.resolve('found'))
    await expect(stood).rejects.toMatchObject({ status: 503 })
  } finally {
    now.mockRestore()
  }
  // A rejection that nobody takes would come now, and end the process.
  await sleep(60)
})

test('words are found in any sequence, each of them; one or two letters begin a word', async () => {
  const tara = await buildUser(api.db, { first_name: 'Tarannum', last_name: 'Zaidi', email: 'qx@print.test' })
  await buildUser(api.db, { first_name: 'Tarannum', last_name: 'Bose' })
  for (const query of ['zaidi tarannum', 'tarannum ZA', 'tarannum z', 'aidi annum', 'tarannum zaidi qx'])
    expect([query, (await find(query, 'customer')).map(({ id }) => id)]).toEqual([query, [tara.id]])
  for (const query of [
    'tarannum ai',
    'tarannum xx',
    'tarannum z(',
    'tarannum [z',
    'tarannum z\\',
    'tarannum （z',
    'z)',
  ])
    expect([query, await titles(query, 'customer')]).toEqual([query, []])
  // Signs alone are no words.
  expect(await titles('tarannum · zaidi', 'customer')).toEqual(['Tarannum Zaidi'])
  expect((await find('zaidi tar', 'customer'))[0]).toMatchObject({ match: 'prefix' })
  expect((await find('aidi tar', 'customer'))[0]).toMatchObject({ match: 'contains' })
  const order = await buildOrder(api.db, { title: 'Zebra crossing' })
  const [{ number }] = await api.db<[{ number: number }]>`select number from orders where id = ${order.id}`
  // As the palette shows it.
  expect((await find(`#${number} Zebra`, 'order')).map(({ id }) => id)).toEqual([order.id])
  expect(await titles('ze '.repeat(60), 'order')).toEqual(['Zebra crossing'])
  // So many words are looked for as they stand.
  const many = 'zebra crossing a b c d e f g h i j k l'
  expect(await titles(many, 'order')).toEqual([])
})
