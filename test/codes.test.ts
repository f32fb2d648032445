import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { buildClient, buildCoupon, buildUser, buildVouchers } from '../server/test/build.ts'
import { orderForm } from '../server/test/orderForm.ts'

// Codes are compared by one rule (code_key) wherever a code is created or searched.

const api = useApi()
const admin = api.as('admin')
const spellings = [
  'party-10',
  'ＰＡＲＴＹ-１０',
  'PAR\u200bTY-10',
  ' PARTY-\u00ad10 ',
  '\u2067Party-10\u2069',
  'PARTY\ufe0f-10',
]
const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
  .png()
  .toBuffer()
const createOrder = (order: object) =>
  admin.upload('/api/all-orders/', orderForm({ title: 'Book', pickup: true, ...order }, { 'a.png': png }))

test('a coupon is found by every spelling of its code and created once', async () => {
  const coupon = await buildCoupon(api.db, { code: 'PARTY-10' })
  for (const code of spellings) {
    const { id } = await buildUser(api.db)
    const validation = await admin.post('/coupon_app/api/coupons/validate/', {
      code,
      user_id: id,
      amount: 100,
    })
    expect([code, validation.json().valid]).toEqual([code, true])
    const order = await createOrder({ user: id, coupon_code: code })
    expect([code, order.statusCode, order.json().coupon_code]).toEqual([code, 201, 'PARTY-10'])
  }
  const [used] = await api.db`select usage_count from coupons where id = ${coupon.id}`
  expect(used).toEqual({ usage_count: spellings.length })
  const form = {
    name: 'Twin',
    discount_percentage: 5,
    valid_from: '2026-01-01',
    valid_to: '2099-01-01',
    one_time_only: false,
    isfornew: false,
  }
  for (const code of ['party-10', 'ＰＡＲＴＹ-１０', 'PARTY\ufe0f-10']) {
    const reply = await admin.post('/coupon_app/api/coupons/', { ...form, code })
    expect([code, reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([code, 409, 'code'])
  }
  const other = await admin.post('/coupon_app/api/coupons/', { ...form, code: 'Ｐarty-11' })
  expect([other.statusCode, other.json().code]).toEqual([201, 'Ｐarty-11'])
})

test('a voucher code is the same in every spelling when created, renamed, imported and searched', async () => {
  const { client, vouchers } = await buildVouchers(api.db, { voucher_codes: ['PARTY-10', 'other'] })
  const facts = { client, voucher_detail: 'Tea', cost: 1, expiry_date: '2099-12-31' }
  for (const voucher_code of spellings) {
    const reply = await admin.post('/api/save-voucher/', { ...facts, vouchers: [{ voucher_code }] })
    expect([voucher_code, reply.statusCode]).toEqual([voucher_code, 409])
    const list = await admin.get(
      `/api/get-voucher/?client_id=${client}&query=${encodeURIComponent(voucher_code)}`,
    )
    expect([voucher_code, list.json().count]).toEqual([voucher_code, 1])
  }
  const twice = await admin.post('/api/save-voucher/', {
    ...facts,
    vouchers: [{ voucher_code: 'new-1' }, { voucher_code: 'ＮＥＷ-1' }],
  })
  expect(twice.json()).toMatchObject({
    message: 'The code ＮＥＷ-1 is there twice',
    errors: [{ context: { key: 'vouchers.1.voucher_code' } }],
  })
  const rename = await admin.put('/api/save-voucher/', { id: vouchers[1]?.id, voucher_code: 'Party-10' })
  expect(rename.statusCode).toBe(409)

  const form = new FormData()
  form.append(
    'file',
    new Blob(['voucher_code\nparty-10\nＰＡＲＴＹ-１０\nfresh\nFRESH\nＦresh\nOther\nlast\n']),
    'codes.csv',
  )
  const upload = await admin.upload(`/api/upload_vouchers/?client_id=${client}&expiry_date=2099-12-31`, form)
  expect(upload.json<VoucherImport>()).toMatchObject({
    imported: 2,
    skipped: [
      { line: 2, voucher_code: 'party-10', reason: 'The company has this code already' },
      { line: 3, voucher_code: 'ＰＡＲＴＹ-１０' },
      { line: 5, voucher_code: 'FRESH', reason: 'The file has this code twice' },
      { line: 6, voucher_code: 'Ｆresh', reason: 'The file has this code twice' },
      { line: 7, voucher_code: 'Other', reason: 'The company has this code already' },
    ],
  })
  const codes = await api.db`select voucher_code from vouchers where client_id = ${client} order by code_key`
  expect(codes.map(({ voucher_code }) => voucher_code as string)).toEqual([
    'fresh',
    'last',
    'other',
    'PARTY-10',
  ])

  const elsewhere = (await buildClient(api.db)).id
  const same = await admin.post('/api/save-voucher/', {
    ...facts,
    client: elsewhere,
    vouchers: [{ voucher_code: 'party-10' }],
  })
  expect(same.statusCode).toBe(201)
  const unseen = await admin.post('/api/save-voucher/', {
    ...facts,
    vouchers: [{ voucher_code: '\u200b\u200d' }],
  })
  expect(unseen.statusCode).toBe(400)
})

test('a sold voucher is found by every spelling of its code', async () => {
  const group = await buildVouchers(api.db, { voucher_codes: ['İzmir-1'] })
  const { id } = await buildUser(api.db)
  const sold = await admin.post('/api/save-purchased-voucher/', { user_id: id, voucher_info_id: group.id })
  expect(sold.statusCode).toBe(201)
  for (const query of ['izmir-1', 'IZMIR', 'İZM', 'ｉｚｍｉｒ']) {
    const list = await admin.get(`/api/get-purchased-voucher/?query=${encodeURIComponent(query)}`)
    expect([query, list.json().count]).toEqual([query, 1])
  }
})

test('a referral code is found by every spelling', async () => {
  const owner = await buildUser(api.db)
  const [{ code }] = await api.db<
    [{ code: string }]
  >`select referral_code as code from users where id = ${owner.id}`
  const wide = code.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  for (const referral_code of [
    code.toLowerCase(),
    wide,
    `${code.slice(0, 3)}\u200b${code.slice(3)}`,
    ` ${code} `,
  ]) {
    const { id: user } = await buildUser(api.db)
    const reply = await createOrder({ user, referral_code })
    expect([referral_code, reply.statusCode]).toEqual([referral_code, 201])
  }
  const codes = await api.db`select distinct referral_code from referrals where referrer = ${owner.id}`
  expect(codes).toEqual([{ referral_code: code }])
})
