import { type SearchKind } from '@our-print/contract/entityKinds.ts'
import type { SearchHit } from '@our-print/contract/shop/search.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
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

const api = useApi()

/** What finds a record, and what of it must not. */
type Case = { finds: string[]; misses?: string[] }

const ids: Partial<Record<SearchKind, string>> = {}
const cases: Record<SearchKind, Case> = {
  order: {
    finds: [
      '#NUMBER',
      'NUMBER',
      'Peacock album',
      'ALBUM',
      'oberoi',
      'Quentin Oberoi',
      '9830477001',
      '098304 77001',
      '+91 98304 77001',
      '7001',
      'quentin@feather.test',
      'Lighthouse Road',
      '411001',
      'staple oberoi',
      '7001 Peacock',
      'áLbUm quentin',
      'order NUMBER',
    ],
  },
  customer: {
    finds: ['quentin', 'OBEROI', 'Quentin Oberoi', 'quentin@feather.test', '9830477001', '7001', 'REFERRAL'],
  },
  company: { finds: ['Feldspar', 'feldspar min', '9830477002', '7002'] },
  staff: { finds: ['Wilhelmina', 'wilhel', 'wilma@feldspar.test', '9830477003', '7003'] },
  voucher: { finds: ['OBSIDIAN-1', 'obsidian', 'ob'], misses: ['SIDIAN-1'] },
  coupon: { finds: ['GRANITE25', 'granite', 'Quarry sale', 'quar'] },
  qr_code: { finds: ['770077', 'Basalt Bazaar', 'bazaar', '7700'] },
  lead: {
    finds: [
      'Marguerite',
      'marg@basalt.test',
      '9830477004',
      '7004',
      'Marble signs',
      'engraved',
      'engraved in gold',
    ],
  },
}

beforeAll(async () => {
  const user = await buildUser(api.db, {
    first_name: 'Quentin',
    last_name: 'Oberoi',
    email: 'quentin@feather.test',
    mobile: '+919830477001',
  })
  ids.customer = user.id
  ids.order = (await buildOrder(api.db, { user: user.id, title: 'Peacock album' })).id
  await api.db`
    update orders set version = version + 1, notes = 'Staple each copy', address = '{"line1": "1 Lighthouse Road", "city": "Pune", "pincode": "411001"}'
      where id = ${ids.order}`
  ids.company = (await buildClient(api.db, { name: 'Feldspar Minerals', contact: '+919830477002' })).id
  ids.staff = (
    await buildStaff(api.db, {
      full_name: 'Wilhelmina Roy',
      email: 'wilma@feldspar.test',
      mobile: '+919830477003',
    })
  ).id
  ids.voucher = (
    await buildVouchers(api.db, { client: ids.company, voucher_codes: ['OBSIDIAN-1'] })
  ).vouchers[0]?.id
  ids.coupon = (await buildCoupon(api.db, { code: 'GRANITE25' })).id
  await api.db`update coupons set version = version + 1, name = 'Quarry sale' where id = ${ids.coupon}`
  ids.qr_code = (await buildQrCode(api.db, { code: 770_077, company: 'Basalt Bazaar' })).id
  ids.lead = (
    await buildLead(api.db, {
      name: 'Marguerite Dsa',
      email: 'marg@basalt.test',
      mobile: '+919830477004',
      subject: 'Marble signs',
      message: 'With our name engraved in gold.',
    })
  ).id
  // Newer records hide none of these: each is found by its index as well as among the newest.
  await api.db`
    insert into coupons (name, code, discount_percentage, one_time_only, isfornew, valid_from, valid_to)
    select 'Filler', 'FILL' || n, 1, false, false, shop_day(now()), shop_day(now()) from generate_series(1, 1100) n`
  await api.db`
    insert into users (first_name, last_name, mobile)
    select 'Filler', 'Person', '+9197' || lpad(n::text, 8, '0') from generate_series(10000000, 10001100) n`
  const [{ id: filler }] = await api.db<
    [{ id: string }]
  >`select id from users where first_name = 'Filler' limit 1`
  await api.db`
    insert into orders (title, status, order_type, user_id, pdf_page_count, copies, color, sides, paper_size, binding,
      pickup, amount)
    select 'Filler', 'confirmed', 'print', ${filler}, 1, 1, 'bw', 'single', 'A4', 'none', true, 100
    from generate_series(1, 1100)`
})

const find = async (query: string, kind: SearchKind): Promise<string[]> => {
  const reply = await api.as('admin').get(`/api/search?query=${encodeURIComponent(query)}`)
  expect([query, reply.statusCode, reply.json().late]).toEqual([query, 200, []])
  const { results } = reply.json<{ results: SearchHit[] }>()
  return results.filter((hit) => hit.kind === kind).map(({ id }) => id)
}

test.each(Object.entries(cases) as [SearchKind, Case][])(
  '%s: by each of its fields, and by nothing else',
  async (kind, { finds, misses = [] }) => {
    const [{ number, referral }] = await api.db<[{ number: string; referral: string }]>`
    select o.number::text as number, u.referral_code as referral from orders o join users u on u.id = o.user_id
    where o.id = ${ids.order ?? ''}`
    const typed = (query: string) => query.replace('NUMBER', number).replace('REFERRAL', referral)
    for (const query of finds) expect([query, await find(typed(query), kind)]).toEqual([query, [ids[kind]]])
    for (const query of misses) expect([query, await find(query, kind)]).toEqual([query, []])
  },
)
