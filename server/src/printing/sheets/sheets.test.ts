import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { NewOrder, Order } from '@our-print/contract/orders/orders.ts'
import {
  listSheets,
  previewSheets,
  previewSheetsPdf,
  readSheets,
  type SheetDocument,
} from '@our-print/contract/printing/sheets.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { type Doc, pdfOf } from '../../../test/pdfOf.ts'
import { createImposer, type Imposer } from '../imposition/imposer.ts'
import { loadPdfium, openPdf } from '../prepress/pdfium.ts'
import { withDocument } from './documents.ts'

const api = useApi()
const admin = api.as('admin')
const pdfium = await loadPdfium()
let user: string
beforeAll(async () => {
  user = (await buildUser(api.db)).id
})

// After every test: no copy of a file is left behind.
afterEach(() => expect(api.incoming()).toEqual([]))

const black = (doc: Doc) => doc.addPage({ size: 'A4' }).text('black', 100, 100)
const red = (doc: Doc) => doc.addPage({ size: 'A4' }).fillColor('red').text('red', 100, 100)
const wide = (doc: Doc) => doc.addPage({ size: 'A3', layout: 'landscape' }).text('wide', 100, 100)
const pagesOf = (count: number, draw: (doc: Doc) => unknown = black) =>
  Array.from({ length: count }, () => draw)

async function upload(name: string, content: Buffer): Promise<string> {
  const reply = await admin.upload('/api/order-uploads/', orderForm(undefined, { [name]: content }))
  expect(reply.statusCode).toBe(201)
  return reply.json<Upload>().id
}

const take = (order: Partial<NewOrder>, files: Record<string, Buffer> = {}) =>
  admin.upload('/api/all-orders/', orderForm({ user, title: 'Sheets', pickup: true, ...order }, files))

async function taken(order: Partial<NewOrder>, files: Record<string, Buffer> = {}): Promise<Order> {
  const reply = await take(order, files)
  expect(reply.json()).toMatchObject({ number: expect.any(Number) })
  return reply.json<Order>()
}

const documentsOf = async ({ id }: Pick<Order, 'id'>) =>
  (await admin.get(`${listSheets.url}?order_id=${id}`)).json<SheetDocument[]>()

function sidesOf(pdf: Buffer): [number, number][] {
  const document = openPdf(pdfium, pdf)
  if (!document) throw new Error('This PDF cannot be read')
  const sizes = Array.from({ length: document.pageCount }, (_, index): [number, number] => {
    const page = pdfium.FPDF_LoadPage(document.handle, index)
    const size: [number, number] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    pdfium.FPDF_ClosePage(page)
    return [Math.round(size[0]), Math.round(size[1])]
  })
  document.close()
  return sizes
}

describe('an order', () => {
  test('without choices is as it always was: a side for each page', async () => {
    const order = await taken(
      { copies: 3 },
      { 'a.pdf': await pdfOf(...pagesOf(5)), 'b.pdf': await pdfOf(black) },
    )
    expect(order).toMatchObject({
      layout: '1-up',
      fit: 'shrink',
      bundle: false,
      impressions: 6,
      blank_sides: 0,
      pdf_page_count: 6,
      // By the shop's first prices: 2 rupees a side.
      amount: 36,
    })
    expect(order.order_files.map(({ page_ranges }) => page_ranges)).toEqual([null, null])
    const [row] = await api.db<
      [{ impressions: number }]
    >`select impressions from orders where id = ${order.id}`
    expect(row.impressions).toBe(6)
    expect(await documentsOf(order)).toMatchObject([
      { file: order.order_files[0]?.id, name: 'a.pdf', impressions: 5, sheets: 5, duplex: false },
      { file: order.order_files[1]?.id, name: 'b.pdf', impressions: 1 },
    ])
  })

  test('pays for printed sides, and prints each file’s chosen pages in their sequence', async () => {
    const a = await upload('a.pdf', await pdfOf(...pagesOf(9)))
    const b = await upload('b.pdf', await pdfOf(...pagesOf(5)))
    const choices = { layout: '4-up', sides: 'double', page_ranges: ['', ' 5 , 1-2'] } as const
    const order = await taken({ ...choices, page_ranges: [...choices.page_ranges], uploads: [a, b] })
    // Three sides and one, at the double-sided price of 1.50.
    expect(order).toMatchObject({ impressions: 4, blank_sides: 0, pdf_page_count: 14, amount: 6 })
    expect(order.order_files.map(({ page_ranges }) => page_ranges)).toEqual([null, '5,1-2'])
    expect(await documentsOf(order)).toMatchObject([
      { impressions: 3, sheets: 2, duplex: true, binding_edge: 'long' },
      { impressions: 1, sheets: 1 },
    ])
  })

  test('in a double-sided bundle has blank sides, which cost nothing', async () => {
    const a = await upload('a.pdf', await pdfOf(...pagesOf(3)))
    const b = await upload('b.pdf', await pdfOf(black, red))
    const order = await taken({ bundle: true, sides: 'double', color: 'mixed', uploads: [a, b] })
    // Four black sides at 1.50, one in colour at 8.
    expect(order).toMatchObject({ impressions: 6, blank_sides: 1, color_pages: 1, amount: 4 * 1.5 + 8 })
    expect(await documentsOf(order)).toEqual([
      {
        file: null,
        name: 'a.pdf and 1 more',
        impressions: 6,
        color_impressions: 1,
        sheets: 3,
        duplex: true,
        binding_edge: 'long',
      },
    ])
    const reply = await admin.get(readSheets.url.replace(':order', order.id))
    expect(reply.headers['content-type']).toBe('application/pdf')
    expect(sidesOf(reply.rawPayload)).toEqual(Array.from({ length: 6 }, () => [595, 842]))
  })

  test('as a booklet in mixed colour pays colour for the sides that carry some', async () => {
    const pages = pagesOf(8)
    pages[2] = red
    pages[5] = red
    const order = await taken(
      { layout: 'booklet', sides: 'double', color: 'mixed' },
      { 'booklet.pdf': await pdfOf(...pages) },
    )
    // Pages 3 and 6 share a side.
    expect(order).toMatchObject({ impressions: 4, color_pages: 1, amount: 3 * 1.5 + 8 })
    expect(await documentsOf(order)).toMatchObject([
      { sheets: 2, binding_edge: 'short', color_impressions: 1 },
    ])
    const path = await withDocument(api.resources, order.id, order.order_files[0]?.id ?? '', async (pdf) => {
      expect(sidesOf(await readFile(pdf))).toEqual(Array.from({ length: 4 }, () => [842, 595]))
      return pdf
    })
    // Made once: the next one who asks gets the same file.
    await withDocument(api.resources, order.id, null, async (pdf) => expect(pdf).toBe(path))
  })

  test('uses so many pages of a plan as it has printed sides', async () => {
    const [plan] = await api.db<[{ id: string }]>`
      insert into subscription_plans (name, price, pages_per_month, duration_days) values ('Sheets', 10000, 100, 30)
      returning id`
    const sold = await admin.post('/api/user-subscription-plans/', { user, plan: plan.id })
    expect(sold.statusCode).toBe(201)
    const order = await taken(
      {
        order_type: 'subscription',
        user_subscription_plan: sold.json<{ id: string }>().id,
        layout: '2-up',
        copies: 2,
      },
      { 'a.pdf': await pdfOf(...pagesOf(5)) },
    )
    expect(order.plan_pages).toBe(6)
  })

  test('has its choices changed until it prints, and its sides follow from them', async () => {
    const order = await taken({ layout: '2-up' }, { 'a.pdf': await pdfOf(black) })
    const address = `/api/all-orders/${order.id}/`
    expect((await admin.patch(address, { impressions: 9 })).statusCode).toBe(400)
    for (const change of [{ layout: '4-up' }, { fit: 'fit' }, { bundle: true }]) {
      const reply = await admin.patch(address, change)
      expect([reply.statusCode, reply.json()]).toEqual([200, expect.objectContaining(change)])
    }
    expect((await admin.patch(address, { ...(await admin.get(address)).json<Order>() })).statusCode).toBe(200)
  })

  test.each([
    [{ page_ranges: ['7'] }, 400, 'page_ranges', 'a.pdf: There is no page 7; the last is 2'],
    [{ page_ranges: ['1-3'] }, 400, 'page_ranges', 'a.pdf: There is no page 3; the last is 2'],
    [{ page_ranges: ['1', ''] }, 400, 'page_ranges', 'Pages are named for 2 files, but there is 1'],
    [{ page_ranges: ['2,1-2'] }, 400, 'page_ranges', 'a.pdf: Page 2 is named twice'],
    [{ layout: 'booklet' }, 400, 'sides', 'A booklet is printed on both sides'],
    [{ layout: '3-up' }, 400, 'layout', expect.any(String)],
    [{ fit: 'refuse' }, 422, 'fit', 'a.pdf: page 2 is not A4 (210 × 297 mm)'],
  ])('with %j is refused', async (choices, status, key, message) => {
    const before = api.storedFiles().length
    const reply = await take(choices as Partial<NewOrder>, { 'a.pdf': await pdfOf(black, wide) })
    expect(reply.statusCode).toBe(status)
    expect(reply.json()).toMatchObject({ errors: [{ message, context: { key } }] })
    expect(api.storedFiles()).toHaveLength(before)
  })

  test('whose other pages are left out has the size of its paper', async () => {
    const order = await taken({ fit: 'refuse', page_ranges: ['1'] }, { 'a.pdf': await pdfOf(black, wide) })
    expect(order).toMatchObject({ fit: 'refuse', impressions: 1 })
  })
})

test('pictures become pages of the paper, turned as they are', async () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#336699' } })
  const order = await taken(
    { paper_size: 'Letter' },
    {
      'wide.jpg': await picture(300, 200).jpeg().toBuffer(),
      'high.png': await picture(200, 300).png().toBuffer(),
      // The camera was turned.
      'turned.jpg': await picture(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    },
  )
  const sizes = []
  for (const { id } of order.order_files) {
    sizes.push(await withDocument(api.resources, order.id, id, async (pdf) => sidesOf(await readFile(pdf))))
  }
  expect(sizes).toEqual([[[792, 612]], [[612, 792]], [[612, 792]]])
})

test('a PNG of many pixels is printed, too', { tags: ['proof'] }, async () => {
  const [width, height] = [3000, 3000]
  const noise = Buffer.from(
    Uint8Array.from({ length: width * height }, (_, i) => (i * 7919 * ((i >> 7) + 3)) >> 5),
  )
  const png = await sharp(noise, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer()
  const order = await taken({}, { 'many.png': png })
  const size = await withDocument(api.resources, order.id, null, async (pdf) => sidesOf(await readFile(pdf)))
  expect(size).toEqual([[595, 842]])
})

describe('a preview', () => {
  const ask = (body: object) => admin.post(previewSheets.url, body)

  test('counts and prices what the order would be, and shows its sheets', async () => {
    const a = await upload('a.pdf', await pdfOf(...pagesOf(7), red))
    const body = { uploads: [a], layout: 'booklet', sides: 'double' }
    const reply = await ask({ ...body, color: 'mixed', copies: 2, pickup: true })
    expect(reply.json()).toMatchObject({
      pages: 8,
      impressions: 4,
      blank_sides: 0,
      color_impressions: 1,
      sheets: 2,
      amount: 2 * (3 * 1.5 + 8),
      documents: [{ file: a, impressions: 4 }],
    })
    const pdf = await admin.post(previewSheetsPdf.url, body)
    expect(sidesOf(pdf.rawPayload)).toHaveLength(4)
    const order = await taken({ layout: 'booklet', sides: 'double', color: 'mixed', copies: 2, uploads: [a] })
    expect(order.amount).toBe(25)
    const printed = await admin.get(readSheets.url.replace(':order', order.id))
    expect(printed.rawPayload.equals(pdf.rawPayload)).toBe(true)
  })

  test('of several files without a bundle is one of them at a time', async () => {
    const uploads = [
      await upload('a.pdf', await pdfOf(black)),
      await upload('b.pdf', await pdfOf(black, black)),
    ]
    expect((await admin.post(previewSheetsPdf.url, { uploads })).statusCode).toBe(404)
    const one = await admin.post(previewSheetsPdf.url, { uploads, file: uploads[1] })
    expect(sidesOf(one.rawPayload)).toHaveLength(2)
    const bundle = await admin.post(previewSheetsPdf.url, { uploads, bundle: true })
    expect(sidesOf(bundle.rawPayload)).toHaveLength(3)
  })

  test('of a file that is not there is 404, of wrong pages 400', async () => {
    const gone = '01900000-0000-7000-8000-000000000000'
    expect((await ask({ uploads: [gone] })).statusCode).toBe(404)
    expect((await admin.post(previewSheetsPdf.url, { uploads: [gone] })).statusCode).toBe(404)
    expect((await ask({ uploads: [] })).statusCode).toBe(400)
    const a = await upload('a.pdf', await pdfOf(black))
    expect((await ask({ uploads: [a], page_ranges: ['2'] })).statusCode).toBe(400)
    const surplus = { uploads: [a], page_ranges: ['1', '1'] }
    for (const { url } of [previewSheets, previewSheetsPdf]) {
      const reply = await admin.post(url, surplus)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ errors: [{ context: { key: 'page_ranges' } }] })
    }
  })

  test('is for super admins', async () => {
    expect((await api.as('staff').post(previewSheets.url, { uploads: [] })).statusCode).toBe(403)
    expect((await api.as('staff').get(readSheets.url.replace(':order', user))).statusCode).toBe(403)
    expect((await admin.get(readSheets.url.replace(':order', user))).statusCode).toBe(404)
  })
})

describe('a file that harms the process', { tags: ['proof'] }, () => {
  test('is refused with its name, and leaves nothing', async () => {
    const folder = join(api.resources.uploadFolder, '..', 'other sheets')
    const imposer = createImposer(folder, { timeoutMs: 0 })
    const order = await taken({ layout: '2-up' }, { 'slow.pdf': await pdfOf(black, black) })
    const making = withDocument({ ...api.resources, imposer }, order.id, null, async () => undefined)
    await expect(making).rejects.toThrow('slow.pdf takes too much time or memory to lay on sheets')
    expect(readdirSync(folder)).toEqual([])
    await imposer.close()
  })

  test('is judged once; that its process cannot be started is tried again', async () => {
    const folder = join(api.resources.uploadFolder, '..', 'judged sheets')
    const content = await pdfOf(black, black)
    let readings = 0
    const file = {
      name: 'slow.pdf',
      content_type: 'application/pdf',
      sha256: 'any',
      pages: [1, 2],
      read: async () => {
        readings += 1
        return Readable.from([content])
      },
    } as const
    const job = { layout: '2-up', fit: 'shrink', paper: 'A4', duplex: false, files: [file] } as const
    const ask = (imposer: Imposer) =>
      imposer.withSheets({ ...job, files: [{ ...file, pages: [1, 2] }] }, async (path) => path)
    const slow = createImposer(folder, { timeoutMs: 0 })
    for (let times = 0; times < 3; times++)
      await expect(ask(slow)).rejects.toMatchObject({ status: 422, code: 'not_laid' })
    expect(readings).toBe(1)
    await slow.close()
    const broken = createImposer(folder, {}, join(folder, 'nowhere.ts'))
    for (let times = 0; times < 3; times++)
      await expect(ask(broken)).rejects.toMatchObject({ status: 503, code: 'check_unavailable' })
    expect(readings).toBe(4)
    await broken.close()
  })

  test('asked for by many at once, is made once; its folder is empty when the server stops', async () => {
    const folder = join(api.resources.uploadFolder, '..', 'more sheets')
    const imposer = createImposer(folder)
    const order = await taken({ layout: '2-up' }, { 'a.pdf': await pdfOf(black, black) })
    const paths = await Promise.all(
      Array.from({ length: 5 }, () =>
        withDocument({ ...api.resources, imposer }, order.id, null, async (path) => path),
      ),
    )
    expect(new Set(paths).size).toBe(1)
    expect(readdirSync(folder)).toHaveLength(1)
    await imposer.close()
    expect(readdirSync(folder)).toEqual([])
  })
})
