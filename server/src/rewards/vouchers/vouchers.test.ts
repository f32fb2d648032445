import type { Voucher, VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { parse } from 'csv-parse/sync'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient, buildUser, buildVouchers } from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'

type Page<T> = { count: number; next: string | null; results: T[] }
const list = async (query: string) => (await admin.get(`/api/get-voucher/?${query}`)).json<Page<Voucher>>()
const groups = async (query: string) =>
  (await admin.get(`/api/voucher-groups/?${query}`)).json<Page<VoucherGroup>>()
const get = async (group: string, id: string) => {
  const found = (await list(`id=${group}&limit=100`)).results.find((voucher) => voucher.id === id)
  if (!found) throw new Error(`There is no voucher ${id}`)
  return found
}
const put = (body: object) => admin.put('/api/save-voucher/', body)
const remove = (...ids: string[]) =>
  admin.delete(`/api/delete-vouchers/?${ids.map((id) => `voucher_ids=${id}`).join('&')}`)
const buy = async (group: string, user?: string) =>
  (
    await admin.post('/api/save-purchased-voucher/', {
      user_id: user ?? (await buildUser(api.db)).id,
      voucher_info_id: group,
    })
  ).json()

async function buildOne(fields: Parameters<typeof buildVouchers>[1] = {}) {
  const group = await buildVouchers(api.db, fields)
  const [first] = group.vouchers
  if (!first) throw new Error('The group has no code')
  return { ...group, first }
}

const png = async (background: string) => {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background } }).png()
  return `data:image/png;base64,${(await image.toBuffer()).toString('base64')}`
}

describe('the list', () => {
  test('has the newest first, in pages, with an exact count for every filter', async () => {
    const client = await buildClient(api.db)
    const codes = ['A', 'B', 'C', 'D', 'E']
    const old = await buildVouchers(api.db, { client: client.id, voucher_codes: codes })
    const young = await buildVouchers(api.db, { client: client.id, voucher_codes: ['F'] })
    await buy(old.id)
    const first = await list(`client_id=${client.id}&limit=4`)
    expect(first).toMatchObject({ count: 6, next: expect.stringContaining('offset=4') })
    const second = await list(`client_id=${client.id}&limit=4&offset=4`)
    const shown = [...first.results, ...second.results]
    expect(shown.map(({ voucher_code }) => voucher_code)).toEqual(['F', 'E', 'D', 'C', 'B', 'A'])
    const counted = async (query: string) => {
      const { count, results } = await list(`${query}&limit=100`)
      expect([query, results.length]).toEqual([query, count])
      return count
    }
    for (const folded of [false, true]) {
      if (folded) await api.db`select fold_figures()`
      expect(await counted(`client_id=${client.id}`)).toBe(6)
      expect(await counted(`client_id=${client.id}&is_assigned=true`)).toBe(1)
      expect(await counted(`client_id=${client.id}&is_assigned=false`)).toBe(5)
      expect(await counted(`id=${old.id}`)).toBe(5)
      expect(await counted(`id=${old.id}&is_assigned=true`)).toBe(1)
      expect(await counted(`id=${young.id}&client_id=${client.id}`)).toBe(1)
      expect(await counted(`id=${young.id}&client_id=${nobody}`)).toBe(0)
      expect(await counted(`client_id=${nobody}`)).toBe(0)
      await counted('')
      await counted('is_assigned=true')
      await counted('is_assigned=false')
    }
    expect(await list('is_assigned=maybe')).toMatchObject({ code: 'invalid' })
  })

  test('is searched by company, code and cost, in any case and without wildcards', async () => {
    const client = await buildClient(api.db, { name: 'Zebra 50% Foods' })
    const one = await buildOne({ client: client.id, voucher_codes: ['zq-Ä_1'], cost: 7_777_50 })
    const two = await buildOne({ voucher_codes: ['ZQ-X11'], cost: 7_000_00 })
    const found = async (query: string) => {
      const { count, results } = await list(`query=${encodeURIComponent(query)}`)
      expect([query, count]).toEqual([query, results.length])
      return results.map(({ id }) => id)
    }
    expect(await found('zEBRA')).toEqual([one.first.id])
    expect(await found('50% f')).toEqual([one.first.id])
    expect(await found('ZQ-')).toEqual([two.first.id, one.first.id])
    expect(await found('q-ä_1')).toEqual([one.first.id])
    expect(await found('q-__')).toEqual([])
    for (const cost of ['7777.5', '7777.50', '777', ' 7777.5 ', '7,777.50', '7,77'])
      expect([cost, await found(cost)]).toEqual([cost, [one.first.id]])
    expect(await found('7000.00')).toEqual([two.first.id])
    expect(await found('.')).toEqual([one.first.id])
    expect(await found(',')).toEqual([])
    expect(await list(`query=zq-&client_id=${client.id}`)).toMatchObject({ count: 1 })
    expect(await list(`query=zebra&id=${two.id}`)).toMatchObject({ count: 0 })
  })

  test('is exported as a file', async () => {
    const group = await buildVouchers(api.db, { voucher_codes: ['007', '=1+1'] })
    const file = await admin.get(`/api/get-voucher/?id=${group.id}&format=csv`)
    const rows = parse<Record<string, string>>(file.body, { columns: true, bom: true })
    expect(rows.map(({ voucher_code }) => voucher_code)).toEqual(["'=1+1", '007'])
    expect(rows[0]).toMatchObject({ voucherInfoId: group.id, is_assigned: 'false', cost: '0', version: '1' })
  })
})

describe('groups', () => {
  test('have the number of available codes, and are searched', async () => {
    const client = await buildClient(api.db, { name: 'Quince Books' })
    const of = { client: client.id }
    const open = await buildVouchers(api.db, {
      ...of,
      voucher_codes: ['A', 'B', 'C'],
      voucher_detail: 'A pen',
    })
    const past = await buildVouchers(api.db, { ...of, voucher_codes: ['D', 'E'], expires: -1 })
    const sold = await buildVouchers(api.db, { ...of, voucher_codes: ['F'], cost: 4_321_00 })
    await api.db`select fold_figures()`
    const user = await buildUser(api.db)
    await admin.post(`/api/users/${user.id}/coins/`, { delta: 5000, reason: 'Gift' })
    await buy(sold.id, user.id)
    await buy(open.id, user.id)
    const mine = await groups(`client_id=${client.id}`)
    expect(mine.count).toBe(3)
    expect(mine.results.map(({ id, codes, available }) => [id, codes, available])).toEqual([
      [sold.id, 1, 0],
      [past.id, 2, 0],
      [open.id, 3, 2],
    ])
    const found = async (query: string) => {
      const { count, results } = await groups(query)
      expect([query, count]).toEqual([query, results.length])
      return results.map(({ id }) => id)
    }
    expect(await found(`client_id=${client.id}&available=true`)).toEqual([open.id])
    expect(await found(`client_id=${client.id}&available=false`)).toEqual([sold.id, past.id])
    expect(await found('query=QUINCE')).toEqual([sold.id, past.id, open.id])
    expect(await found('query=a+PEN')).toEqual([open.id])
    expect(await found('query=4321')).toEqual([sold.id])
    const file = await admin.get(`/api/voucher-groups/?client_id=${client.id}&format=csv`)
    const rows = parse<Record<string, string>>(file.body, { columns: true, bom: true })
    expect(rows.map(({ codes, available }) => [codes, available])).toEqual([
      ['1', '0'],
      ['2', '0'],
      ['3', '2'],
    ])
  })
})

describe('updating a voucher', () => {
  test('changes its code, and the data of all unsold codes of its group', async () => {
    // A name without a digit, which a search by cost would find, too.
    const { id: client } = await buildClient(api.db, { name: 'Zaffran Sweets' })
    const { id: group, first } = await buildOne({ client, voucher_codes: ['A', 'B', 'C'], cost: 2_00 })
    const user = await buildUser(api.db)
    await admin.post(`/api/users/${user.id}/coins/`, { delta: 2, reason: 'Gift' })
    const bought = await buy(group, user.id)
    expect(bought.voucher_code).toBe('A')
    const before = await get(group, (await list(`id=${group}`)).results[0]?.id ?? '')
    const changes = { voucher_code: 'C2', voucher_detail: 'Two', cost: 3.5, expiry_date: '2098-01-01' }
    const reply = await put({ ...before, ...changes })
    expect([reply.statusCode, reply.json()]).toEqual([200, { ...before, ...changes, version: 3 }])
    const { results } = await list(`id=${group}`)
    expect(results.map(({ voucher_code, cost, version }) => [voucher_code, cost, version])).toEqual([
      ['C2', 3.5, 3],
      ['B', 3.5, 2],
      // As it was sold.
      ['A', 2, 3],
    ])
    const { results: purchases } = (await admin.get(`/api/get-purchased-voucher/?client_id=${client}`)).json()
    expect(purchases).toMatchObject([{ voucher_detail: 'Ten percent off', cost: 2 }])
    // A search by cost uses the cost of the sale.
    expect(await list(`id=${group}&query=3.5`)).toMatchObject({ count: 2 })
    expect(await list(`id=${group}&query=2`)).toMatchObject({ count: 2 })
    expect((await put({ id: before.id, cost: 1, version: 1 })).json().code).toBe('stale')
    expect((await put({ id: before.id, cost: 1, version: 3 })).json()).toMatchObject({ version: 4 })
    expect((await put({ id: before.id })).json()).toMatchObject({ version: 4 })
    const purchased = await put({ id: first.id, cost: 9 })
    expect([purchased.statusCode, purchased.json().code]).toEqual([409, 'purchased'])
    expect((await put({ id: nobody })).statusCode).toBe(404)
    await expectFiguresMatchRows(api.db)
  })

  test('with a code that the company already has is refused under the field', async () => {
    const { id: group, first } = await buildOne({ voucher_codes: ['A', 'B'] })
    const reply = await put({ id: first.id, voucher_code: 'B', cost: 5 })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([409, 'voucher_code'])
    expect(reply.json().message).toContain('B')
    expect(await get(group, first.id)).toMatchObject({ voucher_code: 'A', cost: 0, version: 1 })
  })

  test('accepts the current expiry, even in the past; a new one must be today or later', async () => {
    const { id: group, first, expiry_date } = await buildOne({ expires: -3 })
    const reply = await put({ id: first.id, voucher_detail: 'Other', expiry_date: `${expiry_date}T00:00` })
    expect(reply.json()).toMatchObject({ voucher_detail: 'Other', expiry_date })
    const past = await put({ id: first.id, expiry_date: '2020-01-01' })
    expect([past.statusCode, past.json().errors[0].context.key]).toEqual([400, 'expiry_date'])
    expect((await groups('')).results[0]).toMatchObject({ id: group, available: 0 })
    const [{ day }] = await api.db<[{ day: string }]>`select shop_day(now()) as day`
    expect((await put({ id: first.id, expiry_date: day })).json()).toMatchObject({ expiry_date: day })
    expect((await groups('')).results[0]).toMatchObject({ id: group, available: 1 })
    await expectFiguresMatchRows(api.db)
  })

  test('with read-only or invalid fields is refused under the field', async () => {
    const { id: group, first } = await buildOne()
    const other = await buildClient(api.db)
    const before = await get(group, first.id)
    for (const [key, value] of [
      ['client', other.id],
      ['client_name', 'Other'],
      ['voucherInfoId', nobody],
      ['is_assigned', true],
      ['is_active', false],
      ['is_single', false],
      ['created_on', '2026-01-01T00:00:00Z'],
      ['cost', 'x'],
      ['cost', -1],
      ['voucher_code', ''],
      ['voucher_detail', ''],
      ['expiry_date', 'soon'],
      ['image', 'http://elsewhere.test/a.png'],
      ['image', 'data:image/gif;base64,AAAA'],
      ['image', 'data:image/png;base64,AAAA'],
      ['colour', 'red'],
    ] as const) {
      const reply = await put({ id: first.id, [key]: value })
      expect([key, reply.statusCode, reply.json().errors[0].context.key]).toEqual([key, 400, key])
    }
    expect(await get(group, first.id)).toEqual(before)
    expect(api.storedFiles()).toEqual([])
    expect(await api.db`select from images`).toHaveLength(0)
  })

  test('sets its image, keeps it with its own URL, replaces it and removes it', async () => {
    const { id: group, first } = await buildOne({ voucher_codes: ['A', 'B'] })
    const imageOf = (image: string | null | undefined) => /images\/([^/]+)/.exec(image ?? '')?.[1]
    const set = (await put({ id: first.id, image: await png('#f00') })).json<Voucher>()
    expect(set.version).toBe(2)
    const bought = await buy(group)
    expect(imageOf(bought.image)).toBe(imageOf(set.image))
    const [rest] = (await list(`id=${group}&is_assigned=false`)).results
    const unchanged = (await put({ ...rest, voucher_detail: 'Same picture' })).json<Voucher>()
    expect(imageOf(unchanged.image)).toBe(imageOf(set.image))
    const replaced = (await put({ id: unchanged.id, image: await png('#00f') })).json<Voucher>()
    expect(imageOf(replaced.image)).not.toBe(imageOf(set.image))
    const wrong = await put({ id: unchanged.id, image: set.image })
    expect([wrong.statusCode, wrong.json().errors[0].context.key]).toEqual([400, 'image'])
    expect((await put({ id: unchanged.id, image: null })).json()).toMatchObject({ image: null })
    // The sold voucher still shows the first image; nothing shows the second one.
    const ids = [set.image, replaced.image].map((image) => imageOf(image) ?? '')
    expect(await api.db`select id from images where id = any(${ids}::uuid[])`).toEqual([{ id: ids[0] }])
    const { results } = (await admin.get(`/api/get-purchased-voucher/?client_id=${unchanged.client}`)).json()
    expect(imageOf(results[0].image)).toBe(imageOf(set.image))
    // A failed write removes its image again.
    const { length } = api.storedFiles()
    expect((await put({ id: first.id, image: await png('#0f0') })).statusCode).toBe(409)
    expect(api.storedFiles()).toHaveLength(length)
  })

  test('with one version twice at once succeeds once', async () => {
    const { first } = await buildOne()
    const replies = await Promise.all([1, 2, 3, 4, 5].map((cost) => put({ id: first.id, cost, version: 1 })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409, 409, 409,
    ])
  })
})

describe('deleting', () => {
  test('removes codes, and with the last one its group', async () => {
    const { id: group, vouchers } = await buildOne({ voucher_codes: ['A', 'B', 'C'] })
    const [a = '', b = '', c = ''] = vouchers.map(({ id }) => id)
    expect((await remove(a)).statusCode).toBe(204)
    expect((await list(`id=${group}`)).count).toBe(2)
    expect((await remove(a, b)).statusCode).toBe(404)
    const replies = await Promise.all([remove(b), remove(c)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([204, 204])
    expect(await api.db`select from live_voucher_infos where id = ${group}`).toHaveLength(0)
    expect((await groups('')).results.map(({ id }) => id)).not.toContain(group)
    await expectFiguresMatchRows(api.db)
    const audit = await api.db`
      select before->'voucher_codes' as codes from audit_entries
      where entity = 'vouchers' and entity_id = ${group} and action = 'delete' order by id`
    expect(audit.map(({ codes }) => String(codes)).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'A',
      'B',
      'C',
    ])
  })

  test('with a sold or voided code among them removes none', async () => {
    const { id: group, vouchers, first } = await buildOne({ voucher_codes: ['A', 'B'] })
    const { id } = await buy(group)
    const ids = vouchers.map((voucher) => voucher.id)
    const reply = await remove(...ids)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'purchased'])
    expect(reply.json().message).toBe('A purchased voucher cannot be deleted: A')
    await admin.post('/api/void-purchased-voucher/', { id, reason: 'Wrong' })
    expect((await remove(first.id)).statusCode).toBe(409)
    expect((await list(`id=${group}`)).count).toBe(2)
  })

  test('with an invalid or unknown id removes none', async () => {
    const { first } = await buildOne()
    expect((await remove(first.id, nobody)).statusCode).toBe(404)
    expect((await remove('x')).statusCode).toBe(400)
    expect((await admin.delete('/api/delete-vouchers/')).statusCode).toBe(400)
    expect((await remove(first.id, first.id)).statusCode).toBe(204)
  })

  test('a company while its codes are sold removes all of it, or nothing', async () => {
    for (let round = 0; round < 4; round++) {
      const group = await buildOne({ voucher_codes: ['A', 'B', 'C'] })
      const user = await buildUser(api.db)
      const body = { user_id: user.id, voucher_info_id: group.id }
      const [removed, ...purchases] = await Promise.all([
        admin.delete(`/api/clients/?client_id=${group.client}`),
        ...[1, 2, 3].map(() => admin.post('/api/save-purchased-voucher/', body)),
      ])
      const bought = purchases.filter(({ statusCode }) => statusCode === 201).length
      expect([204, 409]).toContain(removed.statusCode)
      expect(purchases.every(({ statusCode }) => [201, 404, 409].includes(statusCode))).toBe(true)
      expect(bought > 0).toBe(removed.statusCode === 409)
    }
    await expectFiguresMatchRows(api.db)
  })
})
