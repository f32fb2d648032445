import type { Voucher, VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { codeAlphabet } from '@our-print/contract/rewards/vouchers.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildClient } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'
const facts = { voucher_detail: 'One coffee', cost: 12.5, expiry_date: '2099-12-31' }

const asVouchers = (...codes: string[]) => codes.map((voucher_code) => ({ voucher_code }))
const create = (body: object, headers?: Record<string, string>) =>
  admin.post('/api/save-voucher/', { ...facts, ...body }, headers)
const listed = async (query: string) =>
  (await admin.get(`/api/get-voucher/?${query}`)).json<{ count: number; results: Voucher[] }>()
const codesOf = async (client: string) =>
  (await listed(`client_id=${client}&limit=100`)).results.map(({ voucher_code }) => voucher_code).toSorted()
const images = async () => (await api.db`select id from images`).length

const picture = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer()
const dataUrl = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`

describe('creating', () => {
  test('several codes become one group, and each is a row of the list', async () => {
    const client = await buildClient(api.db, { name: 'Chai Point' })
    const reply = await create({ client: client.id, vouchers: asVouchers('CP-2', 'CP-1') })
    expect(reply.statusCode).toBe(201)
    const group = reply.json<VoucherGroup>()
    expect(group).toMatchObject({
      ...facts,
      client: client.id,
      client_name: 'Chai Point',
      image: null,
      is_single: false,
      codes: 2,
      available: 2,
      version: 1,
    })
    const audit = await api.db`
      select action, after from audit_entries where entity = 'vouchers' and entity_id = ${group.id}`
    expect(audit).toEqual([{ action: 'insert', after: { codes: 2, voucher_codes: ['CP-1', 'CP-2'] } }])
    const { count, results } = await listed(`id=${group.id}`)
    expect(count).toBe(2)
    expect(results[0]).toEqual({
      id: expect.any(String),
      voucherInfoId: group.id,
      voucher_code: 'CP-2',
      is_assigned: false,
      is_active: true,
      client: client.id,
      client_name: 'Chai Point',
      ...facts,
      image: null,
      is_single: false,
      created_on: group.created_on,
      version: 1,
    })
  })

  test('a single voucher has one code; numbers and days may be strings, as a form sends them', async () => {
    const { id: client } = await buildClient(api.db)
    const two = await create({ client, is_single: true, vouchers: asVouchers('A', 'B') })
    expect([two.statusCode, two.json().errors[0].context.key]).toEqual([400, 'vouchers'])
    const one = await create({
      client,
      is_single: true,
      cost: '7.5',
      expiry_date: '2099-01-01T00:00',
      vouchers: [{ voucher_code: ' A ', is_assigned: false, is_active: true }],
    })
    expect(one.json()).toMatchObject({ is_single: true, cost: 7.5, expiry_date: '2099-01-01' })
    expect(await codesOf(client)).toEqual(['A'])
  })

  test.each([
    ['voucher_detail', { voucher_detail: ' ' }],
    ['voucher_detail', { voucher_detail: 'x'.repeat(501) }],
    ['cost', { cost: 'ten' }],
    ['cost', { cost: '' }],
    ['cost', { cost: -1 }],
    ['cost', { cost: 1.005 }],
    ['expiry_date', { expiry_date: '2020-01-01' }],
    ['expiry_date', { expiry_date: '2099-02-30' }],
    ['expiry_date', { expiry_date: '' }],
    ['vouchers', { vouchers: [] }],
    ['vouchers.0.voucher_code', { vouchers: [{}] }],
    ['vouchers.0.voucher_code', { vouchers: asVouchers('x'.repeat(101)) }],
    ['vouchers.0.voucher_code', { vouchers: asVouchers('A\0B') }],
    ['vouchers.0.is_assigned', { vouchers: [{ voucher_code: 'A', is_assigned: true }] }],
    ['client', { client: 'x' }],
    ['colour', { colour: 'red' }],
  ])('a wrong %s is refused under its field, and nothing is stored', async (key, change) => {
    const { id: client } = await buildClient(api.db)
    const reply = await create({ client, vouchers: asVouchers('A'), ...change })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
    expect(await api.db`select from voucher_infos where client_id = ${client}`).toHaveLength(0)
  })

  test('an unknown company is refused', async () => {
    const reply = await create({ client: nobody, vouchers: asVouchers('A') })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([422, 'client'])
  })

  test('a code that the company already has is named, and none is created; another company may have it', async () => {
    const [one, two] = [await buildClient(api.db), await buildClient(api.db)]
    await create({ client: one.id, vouchers: asVouchers('A1', 'A2') })
    const again = await create({ client: one.id, vouchers: asVouchers('B1', 'A2', 'B1') })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toEqual({
      code: 'taken',
      message: 'This company has the code A2 already',
      errors: [
        { context: { key: 'vouchers.1.voucher_code' }, message: 'This company has the code A2 already' },
        { context: { key: 'vouchers.2.voucher_code' }, message: 'The code B1 is there twice' },
      ],
    })
    expect(await codesOf(one.id)).toEqual(['A1', 'A2'])
    expect((await create({ client: two.id, vouchers: asVouchers('A2') })).statusCode).toBe(201)
  })

  test('of many concurrent requests with the same codes in any sequence, one succeeds', async () => {
    const { id: client } = await buildClient(api.db)
    const codes = Array.from({ length: 50 }, (_, index) => `R${index}`)
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        create({ client, vouchers: asVouchers(...(index % 2 ? codes : codes.toReversed())) }),
      ),
    )
    const statuses = replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, ...Array.from({ length: 11 }, () => 409)])
    expect(await listed(`client_id=${client}`)).toMatchObject({ count: 50 })
  })

  test('a group and its image are created once per Idempotency-Key', async () => {
    const { id: client } = await buildClient(api.db)
    const body = { client, vouchers: asVouchers('K1'), image: dataUrl(await picture(20)) }
    const [first, second] = [
      await create(body, { 'idempotency-key': 'save-1' }),
      await create(body, { 'idempotency-key': 'save-1' }),
    ]
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    const other = await create({ ...body, cost: 1 }, { 'idempotency-key': 'save-1' })
    expect(other.json().code).toBe('idempotency_key_reused')
  })
})

describe('the image', () => {
  test('is sent as a data URL, encoded again, and returned as a signed URL', async () => {
    const { id: client } = await buildClient(api.db)
    // Data after the end of the image, and in its comments, is removed.
    const polyglot = Buffer.concat([await picture(30), Buffer.from('PK\x03\x04<script>alert(1)</script>')])
    const saved = await create({ client, vouchers: asVouchers('P1'), image: dataUrl(polyglot) })
    const { image } = saved.json<VoucherGroup>()
    expect(image).toMatch(/^http:\/\/print\.test\/api\/images\/[0-9a-f-]{36}\/\?expires=\d+&signature=/)
    expect((await listed(`client_id=${client}`)).results[0]?.image).toMatch(/\/api\/images\//)
    const read = await api.as(undefined).get(image?.replace('http://print.test', '') ?? '')
    expect([read.statusCode, read.headers['content-type']]).toEqual([200, 'image/png'])
    expect(read.rawPayload.includes('script')).toBe(false)
    expect((await sharp(read.rawPayload).metadata()).width).toBe(30)
  })

  test('that is invalid leaves nothing', async () => {
    const { id: client } = await buildClient(api.db)
    const bomb = await sharp({ create: { width: 5000, height: 5000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    const good = await picture(100)
    const jpeg = await sharp(good).jpeg().toBuffer()
    const before = { rows: await images(), files: api.storedFiles().length }
    for (const image of [
      'cat.png',
      'https://elsewhere.test/a.png',
      'data:image/png;base64,',
      'data:image/png;base64,!!!!',
      `data:image/jpeg;base64,${jpeg.toString('base64')}`,
      'data:image/svg+xml;base64,PHN2Zy8+',
      dataUrl(jpeg),
      dataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      dataUrl(good.subarray(0, good.length - 30)),
      dataUrl(bomb),
    ]) {
      const reply = await create({ client, vouchers: asVouchers('P1'), image })
      expect([image.slice(0, 30), reply.statusCode, reply.json().errors[0].context.key]).toEqual([
        image.slice(0, 30),
        400,
        'image',
      ])
    }
    // A refusal after the image was stored removes it.
    await create({ client, vouchers: asVouchers('TWICE') })
    expect((await create({ client, vouchers: asVouchers('TWICE'), image: dataUrl(good) })).statusCode).toBe(
      409,
    )
    expect({ rows: await images(), files: api.storedFiles().length }).toEqual(before)
    expect(await codesOf(client)).toEqual(['TWICE'])
  })

  test('larger than 10 MB is refused', async () => {
    const { id: client } = await buildClient(api.db)
    const large = Buffer.concat([await picture(10), Buffer.alloc(10_000_001)])
    const reply = await create({ client, vouchers: asVouchers('P1'), image: dataUrl(large) })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'image'])
    expect((await create({ client, image: 'x'.repeat(17_000_000) })).statusCode).toBe(413)
  })
})

describe('generating', () => {
  const generate = (body: object) => admin.post('/api/generate-vouchers/', { ...facts, ...body })

  test('creates the requested number of random codes, and the list exports them', async () => {
    const { id: client } = await buildClient(api.db)
    const reply = await generate({ client, count: '1500', prefix: ' cp- ', length: '12' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toMatchObject({ codes: 1500, available: 1500, is_single: false, ...facts })
    const file = await admin.get(`/api/get-voucher/?id=${reply.json().id}&format=csv`)
    const [head, ...lines] = file.body.trimEnd().split('\r\n')
    expect(head).not.toContain('image')
    const codes = new Set(lines.map((line) => line.split(',')[2]))
    expect(codes.size).toBe(1500)
    for (const code of codes) expect(code).toMatch(new RegExp(`^CP-[${codeAlphabet}]{12}$`))
  })

  test.each([
    ['count', { count: 0 }],
    ['count', { count: 100_001 }],
    ['length', { length: 7 }],
    ['length', { length: 33 }],
    ['prefix', { prefix: 'A B' }],
    ['prefix', { prefix: 'A'.repeat(21) }],
    ['expiry_date', { expiry_date: '2020-01-01' }],
  ])('a wrong %s is refused under its field', async (key, change) => {
    const { id: client } = await buildClient(api.db)
    const reply = await generate({ client, count: 10, ...change })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  })
})
