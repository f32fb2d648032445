import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { NewOrder, Order } from '@our-print/contract/orders.ts'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderForm, useApi } from '../../test/api.ts'
import { buildUser } from '../../test/build.ts'
import { type Doc, pdfOf } from '../../test/pdfOf.ts'
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

const take = (order: Partial<NewOrder>, files: Record<string, Buffer> = {}) =>
  admin.upload('/api/all-orders/', orderForm({ user, title: 'Sheets', pickup: true, ...order }, files))

async function taken(order: Partial<NewOrder>, files: Record<string, Buffer> = {}): Promise<Order> {
  const reply = await take(order, files)
  expect(reply.json()).toMatchObject({ number: expect.any(Number) })
  return reply.json<Order>()
}

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

test('a PNG of many pixels is printed, too', async () => {
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

describe('a file that harms the process', () => {
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
