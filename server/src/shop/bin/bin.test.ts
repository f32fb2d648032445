import type { BinEntry } from '@our-print/contract/shop/bin.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import {
  buildClient,
  buildCoupon,
  buildLead,
  buildPlan,
  buildQrCode,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'
import { publish } from '../events/events.queries.ts'
import { emptyBin } from './emptyBin.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

const restore = (...ids: string[]) => admin.post('/api/bin/restore/', { ids })
const bin = async (search = ''): Promise<{ count: number; results: BinEntry[] }> =>
  (await admin.get(`/api/bin/?${search}`)).json()
const isInBin = async (id: string) => (await admin.get(`/api/bin/${id}/`)).statusCode === 200

/** A record to delete, and every address whose response shows it. */
type Case = {
  id: string
  name: string
  remove: string
  /** Each response contains the text, and is the same before the deletion and after the restore. */
  reads: Record<string, string>
}

const tables = [
  'clients',
  'voucher_infos',
  'vouchers',
  'deleted_vouchers',
  'voucher_imports',
  'voucher_import_skips',
  'coupons',
  'coupon_uses',
  'leads',
  'subscription_plans',
  'qr_codes',
]

/** All rows of all these tables, as text. */
async function rows(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const table of tables) {
    const texts = await api.db<{ text: string }[]>`
      select row_to_json(t)::text as text from ${api.db(table)} t order by 1`
    found[table] = texts.map(({ text }) => text)
  }
  return found
}

const cases: Record<BinEntry['kind'], () => Promise<Case>> = {
  async company() {
    const { id, name } = await buildClient(api.db, { name: 'Zaffran Sweets' })
    const group = await buildVouchers(api.db, { client: id, voucher_codes: ['ZAFFRAN1', 'ZAFFRAN2'] })
    const later = await buildVouchers(api.db, { client: id, voucher_codes: ['ZAFFRAN3'], expires: 90 })
    const lead = await buildLead(api.db, { status: 'won' })
    await api.db`update leads set version = version + 1, client_id = ${id} where id = ${lead.id}`
    const [done] = await api.db<[{ id: string }]>`
      insert into voucher_imports (client_id, file_name, expiry_date, imported, skipped_count)
      values (${id}, 'codes.csv', '2027-01-01', 2, 1) returning id`
    await api.db`
      insert into voucher_import_skips (import_id, line, voucher_code, reason) values (${done.id}, 3, 'X', 'Twice')`
    return {
      id,
      name,
      remove: `/api/clients/?client_id=${id}`,
      reads: {
        [`/api/clients/${id}/`]: name,
        '/api/clients/?query=zaffran': name,
        '/api/clients/?limit=100': name,
        '/api/clients/?format=csv': name,
        '/api/search?query=zaffran': name,
        '/api/search?query=zaffran2': 'ZAFFRAN2',
        [`/api/get-voucher/${group.vouchers[0]?.id}/`]: 'ZAFFRAN1',
        '/api/get-voucher/?limit=100': 'ZAFFRAN2',
        [`/api/get-voucher/?client_id=${id}`]: 'ZAFFRAN2',
        [`/api/get-voucher/?client_id=${id}&offset=1000`]: '"count":3',
        [`/api/get-voucher/?id=${group.id}`]: 'ZAFFRAN1',
        [`/api/get-voucher/?id=${group.id}&is_assigned=false`]: 'ZAFFRAN1',
        '/api/get-voucher/?query=zaffran': 'ZAFFRAN3',
        '/api/get-voucher/?format=csv': 'ZAFFRAN3',
        [`/api/voucher-groups/${group.id}/`]: name,
        [`/api/voucher-groups/?client_id=${id}`]: later.id,
        '/api/voucher-groups/?available=true&limit=100': later.id,
        '/api/voucher-groups/?query=zaffran': later.id,
        '/api/voucher-groups/?format=csv': later.id,
        [`/api/contact_us/${lead.id}/`]: id,
        [`/api/voucher-imports/${done.id}/skipped/`]: 'Twice',
        '/api/dashboard': name,
      },
    }
  },
  async voucher() {
    const client = await buildClient(api.db, { name: 'Kulfi Corner' })
    const group = await buildVouchers(api.db, { client: client.id, voucher_codes: ['KULFI1'] })
    const id = group.vouchers[0]?.id ?? ''
    return {
      id,
      name: 'KULFI1 · Kulfi Corner',
      remove: `/api/delete-vouchers/?voucher_ids=${id}`,
      reads: {
        [`/api/get-voucher/${id}/`]: 'KULFI1',
        '/api/get-voucher/?query=kulfi1': 'KULFI1',
        '/api/search?query=kulfi1': 'KULFI1',
        '/api/get-voucher/?limit=100': 'KULFI1',
        [`/api/get-voucher/?id=${group.id}`]: 'KULFI1',
        '/api/get-voucher/?format=csv': 'KULFI1',
        [`/api/voucher-groups/${group.id}/`]: group.id,
        [`/api/voucher-groups/?client_id=${client.id}`]: group.id,
        [`/api/clients/${client.id}/`]: '"groups":1,"codes":1,"available":1',
        '/api/dashboard': 'Kulfi Corner',
      },
    }
  },
  async qr_code() {
    const { id, code } = await buildQrCode(api.db, { company: 'Paan House' })
    await api.as(undefined).get(`/?qr_code=${code}`)
    return {
      id,
      name: `${code} · Paan House`,
      remove: `/api/qr-codes/?qr_id=${id}`,
      reads: {
        [`/api/qr-codes/${id}/`]: id,
        '/api/qr-codes/?query=paan': id,
        '/api/search?query=paan': id,
        [`/api/search?query=${code}`]: id,
        '/api/qr-codes/?is_active=true&limit=100': id,
        '/api/qr-codes/?format=csv': String(code),
        [`/api/qr-codes/${id}/scans/`]: '"total":1',
      },
    }
  },
  async coupon() {
    const { id, code } = await buildCoupon(api.db, { code: 'MONSOON' })
    return {
      id,
      name: 'MONSOON · Welcome',
      remove: `/coupon_app/api/coupons/${id}/`,
      reads: {
        [`/coupon_app/api/coupons/${id}/`]: code,
        '/coupon_app/api/coupons/': code,
        '/coupon_app/api/coupons/?format=csv': code,
        '/api/search?query=monsoon': code,
        '/api/dashboard': code,
      },
    }
  },
  async lead() {
    const { id, name, mobile } = await buildLead(api.db, { name: 'Leela Nambiar' })
    const double = await buildLead(api.db, { mobile })
    return {
      id,
      name,
      remove: `/api/contact_us/${id}/`,
      reads: {
        [`/api/contact_us/${id}/`]: name,
        '/api/contact_us/?limit=100': name,
        '/api/contact_us/?status=new&limit=100': name,
        '/api/contact_us/?query=nambiar': name,
        '/api/search?query=nambiar': name,
        [`/api/search?query=${encodeURIComponent(mobile ?? '')}`]: id,
        '/api/contact_us/?format=csv': name,
        [`/api/contact_us/${double.id}/`]: name,
      },
    }
  },
  async plan() {
    const { id, name } = await buildPlan(api.db, { name: 'Exam month' })
    return {
      id,
      name,
      remove: `/api/subscription-plans/${id}/`,
      reads: {
        [`/api/subscription-plans/${id}/`]: name,
        '/api/subscription-plans/?limit=100': name,
        '/api/subscription-plans/?query=exam': name,
        '/api/subscription-plans/?is_active=true&limit=100': name,
        '/api/subscription-plans/?format=csv': name,
      },
    }
  },
}

const bodies = async (reads: Case['reads']) => {
  const found: Record<string, string> = {}
  for (const url of Object.keys(reads)) found[url] = (await admin.get(url)).body
  return found
}
const showing = (found: Record<string, string>, reads: Case['reads']) =>
  Object.keys(reads).filter((url) => found[url]?.includes(reads[url] ?? ''))

describe.each(Object.entries(cases))('a deleted %s', (kind, build) => {
  test('is nowhere, in no count, and exactly as before after its restore', async () => {
    const { id, name, remove, reads } = await build()
    const [before, rowsBefore] = [await bodies(reads), await rows()]
    expect(showing(before, reads)).toEqual(Object.keys(reads))

    expect((await admin.delete(remove)).statusCode).toBe(204)
    expect(showing(await bodies(reads), reads)).toEqual([])
    expect((await admin.delete(remove)).statusCode).toBe(404)
    await expectFiguresMatchRows(api.db)
    const entry = (await bin()).results[0]
    expect(entry).toMatchObject({ id, kind, name, deleted_by: 'Asha Rao' })
    expect(Date.parse(entry?.expires_at ?? '') - Date.parse(entry?.deleted_at ?? '')).toBe(30 * 86_400_000)

    const restored = await admin.post(`/api/bin/${id}/restore/`)
    expect([restored.statusCode, restored.json()]).toEqual([200, entry])
    const after = await bodies(reads)
    // The dashboard says when it was read.
    delete after['/api/dashboard']
    expect(before).toMatchObject(after)
    expect(await rows()).toEqual(rowsBefore)
    expect(await isInBin(id)).toBe(false)
    await api.db`select fold_figures()`
    await expectFiguresMatchRows(api.db)
    expect((await admin.post(`/api/bin/${id}/restore/`)).statusCode).toBe(404)

    const audit = await api.db<{ action: string }[]>`
      select action from audit_entries where actor = ${api.people.admin.id} and action in ('delete', 'restore')
        and (entity_id = ${id} or (entity = 'vouchers'
          and entity_id = (select voucher_info_id from vouchers where id = ${id}))) order by id`
    expect(audit.map(({ action }) => action)).toEqual(['delete', 'restore'])
    expect((await admin.delete(remove)).statusCode).toBe(204)
  })

  test('is deleted for good by a person, and after 30 days', async () => {
    const { results } = await bin(`kind=${kind}`)
    const id = results[0]?.id ?? ''
    expect(results).toHaveLength(1)
    expect((await admin.delete(`/api/bin/${id}/`)).statusCode).toBe(204)
    expect((await admin.delete(`/api/bin/${id}/`)).statusCode).toBe(404)
    expect((await restore(id)).statusCode).toBe(404)
    expect((await bin(`kind=${kind}`)).count).toBe(0)
    const [purged] =
      await api.db`select actor from audit_entries where entity_id = ${id} and action = 'purge'`
    expect(purged?.actor).toBe(api.people.admin.id)
    await emptyBin(api.db, 1)
    const left = Object.values(await rows())
      .flat()
      .join('')
    // A QR code keeps its row, so that its number is never given again.
    expect(left.includes(id)).toBe(kind === 'qr_code')

    const second = await build()
    await admin.delete(second.remove)
    await api.db`update bin set deleted_at = now() - interval '30 days' where id = ${second.id}`
    expect((await bin(`kind=${kind}`)).count).toBe(0)
    expect((await restore(second.id)).statusCode).toBe(404)
    const before = await publish(api.db)
    await emptyBin(api.db)
    // It was gone before.
    await publish(api.db)
    expect(await api.db`select name from events where id > ${before} and record = ${second.id}`).toEqual([])
    expect(
      Object.values(await rows())
        .flat()
        .join('')
        .includes(second.id),
    ).toBe(kind === 'qr_code')
    await expectFiguresMatchRows(api.db)
  })
})

describe('several at once', () => {
  test('are restored all or none', async () => {
    const codes = [await buildQrCode(api.db), await buildQrCode(api.db)].map(({ id }) => id)
    const url = `/api/qr-codes/?${codes.map((id) => `qr_id=${id}`).join('&')}`
    expect((await admin.delete(url)).statusCode).toBe(204)
    expect((await restore(...codes, nobody)).statusCode).toBe(404)
    expect((await bin('kind=qr_code')).count).toBeGreaterThanOrEqual(2)
    expect((await restore(...codes)).json()).toEqual({ restored: 2 })
    for (const id of codes) expect((await admin.get(`/api/qr-codes/${id}/`)).statusCode).toBe(200)
  })

  test('vouchers come back to their groups, also to one that was deleted with its last voucher', async () => {
    const { id: group, vouchers } = await buildVouchers(api.db, { voucher_codes: ['A', 'B', 'C'] })
    const ids = vouchers.map(({ id }) => id)
    const before = (await admin.get(`/api/get-voucher/?id=${group}`)).body
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${ids[0]}`)
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${ids[1]}&voucher_ids=${ids[2]}`)
    expect((await admin.get(`/api/voucher-groups/${group}/`)).statusCode).toBe(404)
    expect((await restore(ids[1] ?? '')).statusCode).toBe(200)
    expect((await admin.get(`/api/voucher-groups/${group}/`)).json()).toMatchObject({ codes: 1 })
    expect((await restore(ids[0] ?? '', ids[2] ?? '')).statusCode).toBe(200)
    expect((await admin.get(`/api/get-voucher/?id=${group}`)).body).toBe(before)
    await expectFiguresMatchRows(api.db)
  })

  test('a company and a voucher that was deleted before it', async () => {
    const client = await buildClient(api.db, { name: 'Halwa Ghar' })
    const otherGroup = await buildVouchers(api.db, { client: client.id, voucher_codes: ['KEPT'] })
    const { id: group, vouchers } = await buildVouchers(api.db, {
      client: client.id,
      voucher_codes: ['GONE'],
    })
    const voucher = vouchers[0]?.id ?? ''
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${voucher}`)
    await admin.delete(`/api/clients/?client_id=${client.id}`)
    const refused = await restore(voucher)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The company Halwa Ghar of this voucher is deleted. Restore the company first.',
    ])
    // The group that lost its last voucher before stays deleted.
    expect((await restore(client.id)).statusCode).toBe(200)
    expect((await admin.get(`/api/voucher-groups/${group}/`)).statusCode).toBe(404)
    expect((await admin.get(`/api/voucher-groups/${otherGroup.id}/`)).statusCode).toBe(200)
    await admin.delete(`/api/clients/?client_id=${client.id}`)
    expect((await restore(voucher, client.id)).statusCode).toBe(200)
    expect((await admin.get(`/api/clients/${client.id}/`)).json().vouchers).toEqual({
      groups: 2,
      codes: 2,
      available: 2,
    })
    await expectFiguresMatchRows(api.db)
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${voucher}`)
    await admin.delete(`/api/clients/?client_id=${client.id}`)
    await admin.delete(`/api/bin/${client.id}/`)
    expect(await isInBin(voucher)).toBe(false)
    await emptyBin(api.db, 1)
    expect(await api.db`select from voucher_infos where client_id = ${client.id}`).toHaveLength(0)
  })
})

describe('what was taken again meanwhile is refused, with what to do', () => {
  test('a coupon code', async () => {
    const { id } = await buildCoupon(api.db, { code: 'DIWALI' })
    await admin.delete(`/coupon_app/api/coupons/${id}/`)
    const other = await buildCoupon(api.db, { code: 'diwali' })
    const reply = await restore(id)
    expect([reply.statusCode, reply.json().code, reply.json().message]).toEqual([
      409,
      'taken',
      'Another coupon has the code DIWALI now. Delete that one or give it another code, then restore this one.',
    ])
    await admin.delete(`/coupon_app/api/coupons/${other.id}/`)
    // Both are in the bin, and only one of them can come back.
    expect((await restore(id, other.id)).statusCode).toBe(409)
    expect((await restore(id)).statusCode).toBe(200)
  })

  test('a plan’s name', async () => {
    const { id } = await buildPlan(api.db, { name: 'Student' })
    await admin.delete(`/api/subscription-plans/${id}/`)
    await buildPlan(api.db, { name: 'STUDENT' })
    const reply = await restore(id)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Another plan is named Student now. Delete or rename that one, then restore this one.',
    ])
  })

  test('a voucher code', async () => {
    const client = await buildClient(api.db, { name: 'Lassi Bar' })
    const { vouchers } = await buildVouchers(api.db, { client: client.id, voucher_codes: ['LASSI', 'OTHER'] })
    const ids = vouchers.map(({ id }) => id)
    await admin.delete(`/api/delete-vouchers/?${ids.map((id) => `voucher_ids=${id}`).join('&')}`)
    const body = { client: client.id, voucher_detail: 'Again', cost: 0, expiry_date: '2099-01-01' }
    await admin.post('/api/save-voucher/', { ...body, vouchers: [{ voucher_code: 'lassi' }] })
    const reply = await restore(...ids)
    expect([reply.statusCode, reply.json().message]).toEqual([
      409,
      'Lassi Bar has the code LASSI again. Delete or change that voucher, then restore this one.',
    ])
    expect((await admin.get(`/api/get-voucher/?client_id=${client.id}`)).json().count).toBe(1)
    expect((await restore(ids[1] ?? '')).statusCode).toBe(200)
    await expectFiguresMatchRows(api.db)
  })

  test('but not a voucher code that another company has: each company has its own codes', async () => {
    const [own, other] = [
      await buildClient(api.db, { name: 'Chai Bar' }),
      await buildClient(api.db, { name: 'Coffee Bar' }),
    ]
    const { vouchers } = await buildVouchers(api.db, { client: own.id, voucher_codes: ['SHARED', 'REST'] })
    const voucher = vouchers[0]?.id ?? ''
    await admin.delete(`/api/delete-vouchers/?voucher_ids=${voucher}`)
    await buildVouchers(api.db, { client: other.id, voucher_codes: ['shared'] })
    const reply = await restore(voucher)
    expect([reply.statusCode, reply.json()]).toEqual([200, { restored: 1 }])
    const owners = await api.db<{ client_id: string }[]>`
      select client_id from vouchers where code_key = code_key('SHARED') order by client_id`
    expect(owners.map(({ client_id }) => client_id)).toEqual([own.id, other.id].toSorted())
  })

  test('but a QR number stays taken', async () => {
    const { id, code } = await buildQrCode(api.db)
    await admin.delete(`/api/qr-codes/?qr_id=${id}`)
    await expect(buildQrCode(api.db, { code })).rejects.toMatchObject({ code: '23505' })
    expect((await api.as(undefined).get(`/?qr_code=${code}`)).statusCode).toBe(404)
    await admin.delete(`/api/bin/${id}/`)
    await emptyBin(api.db)
    await expect(buildQrCode(api.db, { code })).rejects.toMatchObject({ code: '23505' })
  })
})

describe('nothing can be done with a deleted record', () => {
  test('a company, its vouchers and groups', async () => {
    const { id: group, client, vouchers } = await buildVouchers(api.db, { voucher_codes: ['ONE', 'TWO'] })
    await admin.delete(`/api/clients/?client_id=${client}`)
    const { id: user_id } = await buildUser(api.db)
    const body = { client, voucher_detail: 'A', cost: 1, expiry_date: '2099-01-01' }
    const replies = [
      await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group }),
      await admin.post('/api/save-voucher/', { ...body, vouchers: [{ voucher_code: 'X' }] }),
      await admin.post('/api/generate-vouchers/', { ...body, count: 5 }),
      await admin.put('/api/save-voucher/', { id: vouchers[0]?.id, voucher_code: 'Y' }),
      await admin.delete(`/api/delete-vouchers/?voucher_ids=${vouchers[0]?.id}`),
      await admin.post(`/api/clients/update/?client_id=${client}`, { name: 'B' }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 422, 422, 404, 404, 404])
  })

  test('a coupon and a plan', async () => {
    const { id: user_id } = await buildUser(api.db)
    const [coupon, plan] = [await buildCoupon(api.db), await buildPlan(api.db)]
    await admin.delete(`/coupon_app/api/coupons/${coupon.id}/`)
    await admin.delete(`/api/subscription-plans/${plan.id}/`)
    const checked = await admin.post('/coupon_app/api/coupons/validate/', {
      code: coupon.code,
      user_id,
      amount: 100,
    })
    expect(checked.json()).toMatchObject({ valid: false, reason: 'There is no such coupon' })
    const sold = await admin.post('/api/user-subscription-plans/', { user: user_id, plan: plan.id })
    expect(sold.statusCode).toBe(422)
  })
})

test('a kind that cannot be deleted for good keeps no other from it', async () => {
  const [coupon, lead] = [await buildCoupon(api.db), await buildLead(api.db)]
  await admin.delete(`/coupon_app/api/coupons/${coupon.id}/`)
  await admin.delete(`/api/contact_us/${lead.id}/`)
  for (const { id } of [coupon, lead]) expect((await admin.delete(`/api/bin/${id}/`)).statusCode).toBe(204)
  await api.db.unsafe(`create table holds (coupon uuid references coupons (id));
    insert into holds values ('${coupon.id}')`)
  await expect(emptyBin(api.db)).rejects.toMatchObject({ code: '23503' })
  await api.db`drop table holds`
  expect(await api.db`select id from leads where id = ${lead.id}`).toEqual([])
  await emptyBin(api.db)
  expect(await api.db`select id from coupons where id = ${coupon.id}`).toEqual([])
})

test('the list is of super admins, newest first, by kind and name, and as a file', async () => {
  expect((await api.as('staff').get('/api/bin/')).statusCode).toBe(403)
  expect((await api.as('staff').post('/api/bin/restore/', { ids: [nobody] })).statusCode).toBe(403)
  const names = ['Bin one', 'Bin 100% two', 'Bin three']
  const leads = []
  for (const name of names) leads.push(await buildLead(api.db, { name }))
  for (const { id } of leads) await admin.delete(`/api/contact_us/${id}/`)
  const listed = async (search: string) => (await bin(search)).results.map(({ name }) => name)
  expect(await listed('kind=lead&query=bin')).toEqual(names.toReversed())
  expect(await listed('query=100%25')).toEqual(['Bin 100% two'])
  expect(await listed('kind=plan&query=bin')).toEqual([])
  expect(await bin('kind=lead&query=bin&limit=1&offset=1')).toMatchObject({ count: 3 })
  expect((await admin.get('/api/bin/?format=csv&kind=lead&query=three')).body).toContain('Bin three')
  expect((await admin.get('/api/bin/?kind=order')).statusCode).toBe(400)
  expect((await admin.post('/api/bin/restore/', { ids: [] })).statusCode).toBe(400)
})
