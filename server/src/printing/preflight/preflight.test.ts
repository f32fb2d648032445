import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { getPreflight, type Preflight } from '@our-print/contract/printing/preflight.ts'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { annotatedPdfs } from '../../../test/annotatedPdfs.ts'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdfWithNestedForms } from '../../../test/pdf.ts'
import { childProcesses } from '../../../test/processes/childProcesses.ts'
import { createPreflighter } from '../prepress/preflighter.ts'
import { preflightFile } from './preflightFile.ts'

const api = useApi()
const admin = api.as('admin')

// After every test: no copy of a file is left behind.
afterEach(() => expect(api.incoming()).toEqual([]))

type Doc = InstanceType<typeof Pdf>

async function pdfOf(...pages: ((doc: Doc) => unknown)[]): Promise<Buffer> {
  const doc = new Pdf({ autoFirstPage: false, margin: 0 })
  const parts: Buffer[] = []
  const ended = new Promise((resolve) =>
    doc.on('data', (part: Buffer) => parts.push(part)).on('end', resolve),
  )
  for (const draw of pages) {
    await draw(doc)
  }
  doc.end()
  await ended
  return Buffer.concat(parts)
}

async function upload(name: string, content: Buffer): Promise<string> {
  const reply = await admin.upload('/api/order-uploads/', orderForm(undefined, { [name]: content }))
  expect(reply.statusCode).toBe(201)
  return reply.json<Upload>().id
}

const address = (id: string) => getPreflight.url.replace(':id', id)

async function preflight(id: string): Promise<Preflight> {
  const reply = await admin.get(address(id))
  expect(reply.statusCode).toBe(200)
  return reply.json<Preflight>()
}

const none = { count: 0, ranges: '' }
const gray = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#777' } })
  .png()
  .toBuffer()

describe('a PDF', () => {
  test('tells which pages carry colour, print black, are blank, and their sizes', async () => {
    const content = await pdfOf(
      (doc) => doc.addPage({ size: 'A4' }).text('Only black', 100, 100),
      (doc) => doc.addPage({ size: 'A4' }).fillColor('red').text('Red', 100, 100),
      (doc) => doc.addPage({ size: 'A4' }).fillColor('blue').text('Blue', 100, 100),
      (doc) => doc.addPage({ size: 'A3', layout: 'landscape' }),
    )
    const file = await upload('mixed.pdf', content)
    expect(await preflight(file)).toEqual({
      file,
      pages: 4,
      color_pages: { count: 2, ranges: '2-3' },
      black_pages: { count: 1, ranges: '1' },
      blank_pages: { count: 1, ranges: '4' },
      sizes: [
        { width: 210, height: 297, pages: { count: 3, ranges: '1-3' } },
        { width: 420, height: 297, pages: { count: 1, ranges: '4' } },
      ],
      landscape_pages: { count: 1, ranges: '4' },
      near_edge_pages: none,
      low_resolution_pages: none,
      lowest_dpi: null,
      // The text's font is one of the fourteen that readers of PDFs bring themselves.
      missing_fonts: [],
      damaged_pages: none,
      unreadable_codes: [],
      codes_unchecked_pages: none,
    })
  })

  test('tells a font that it does not contain, if no reader brings it', async () => {
    const draw = (doc: Doc) => {
      for (const font of ['Helvetica-Bold', 'Times-Italic', 'Courier', 'Symbol', 'ZapfDingbats'])
        doc.font(font).text('abc', 100)
    }
    const content = await pdfOf((doc) => draw(doc.addPage({ size: 'A4' })))
    expect(await preflight(await upload('standard.pdf', content))).toMatchObject({ missing_fonts: [] })
    // As long as the name that it replaces, so that the offsets in the file stay right.
    const renamed = Buffer.from(
      content.toString('latin1').replaceAll('/Times-Italic', '/Kalinga-Book'),
      'latin1',
    )
    expect(await preflight(await upload('other.pdf', renamed))).toMatchObject({
      missing_fonts: ['Kalinga-Book'],
    })
  })

  test('tells what is too close to the edge and which pictures are coarse', async () => {
    const content = await pdfOf(
      (doc) => doc.addPage({ size: 'A4' }).rect(10, 100, 50, 50).fill('black'),
      // 4 mm and 6 mm from the edge.
      (doc) => doc.addPage({ size: 'A4' }).rect(17.5, 100, 50, 50).fill('black'),
      // 300 pixels over 2 inches, and over 4.
      (doc) => doc.addPage({ size: 'A4' }).image(gray, 100, 100, { width: 144 }),
      (doc) => doc.addPage({ size: 'A4' }).image(gray, 100, 100, { width: 288 }),
    )
    expect(await preflight(await upload('edges.pdf', content))).toMatchObject({
      near_edge_pages: { count: 1, ranges: '1' },
      low_resolution_pages: { count: 1, ranges: '4' },
      lowest_dpi: 75,
      missing_fonts: [],
    })
  })

  test('tells what is within 5 mm of any edge, and lets through what is not', async () => {
    const mm = 72 / 25.4
    const [width, height] = [210 * mm, 297 * mm]
    // At each edge a bar, 4.9 and 5.3 mm from it.
    const bars = [4.9, 5.3].flatMap((distance) => {
      const [near, thick, long] = [distance * mm, 10 * mm, 50 * mm]
      return [
        [near, 100, thick, long],
        [width - near - thick, 100, thick, long],
        [100, near, long, thick],
        [100, height - near - thick, long, thick],
      ] as [number, number, number, number][]
    })
    const content = await pdfOf(
      ...bars.map(
        (bar) => (doc: Doc) =>
          doc
            .addPage({ size: [width, height] })
            .rect(...bar)
            .fill('black'),
      ),
    )
    expect(await preflight(await upload('bars.pdf', content))).toMatchObject({
      near_edge_pages: { count: 4, ranges: '1-4' },
    })
  })

  test('counts a faint tint as print: 3 % of black, 4 % of yellow', async () => {
    const tint = (inks: [number, number, number, number]) => (doc: Doc) =>
      doc.addPage({ size: 'A4' }).rect(100, 100, 100, 100).fill(inks)
    const content = await pdfOf(tint([0, 0, 0, 3]), tint([0, 0, 4, 0]), (doc) => doc.addPage())
    expect(await preflight(await upload('tints.pdf', content))).toMatchObject({
      black_pages: { ranges: '1' },
      color_pages: { ranges: '2' },
      blank_pages: { ranges: '3' },
    })
  })

  test('tells which QR codes are too small for a phone, with the size that they need', async () => {
    const codes = encode('https://shop.example/offer', { border: 0 })
    const draw = (doc: Doc, module: number) => {
      doc.addPage({ size: 'A4' })
      for (const [y, row] of codes.data.entries())
        for (const [x, isDark] of row.entries())
          if (isDark) doc.rect(100 + x * module, 100 + y * module, module, module)
      doc.fill('black')
    }
    const content = await pdfOf(
      (doc) => draw(doc, 2),
      (doc) => draw(doc, 0.6),
    )
    const width = Math.round(((0.6 * codes.size) / 72) * 254) / 10
    const report = await preflight(await upload('codes.pdf', content))
    expect(report.unreadable_codes).toEqual([
      { page: 2, problem: 'small', width: expect.closeTo(width, 0), needs: Math.ceil(codes.size * 0.35) },
    ])
  })

  test('is read once, also by callers that ask at the same time', async () => {
    const id = await upload('once.pdf', await pdfOf((doc) => doc.addPage()))
    const reports = await Promise.all([preflight(id), preflight(id), preflight(id)])
    for (const report of reports) expect(report).toEqual(reports[0])
    await api.db`update file_preflights set report = jsonb_set(report, '{pages}', '7') where file_id = ${id}`
    expect((await preflight(id)).pages).toBe(7)
  })
})

describe('a file that harms its process', { tags: ['proof'] }, () => {
  const file = { name: 'slow.pdf', content_type: 'application/pdf' } as const
  let path: string
  beforeAll(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'preflight-')), 'slow.pdf')
    await writeFile(path, await pdfOf((doc) => doc.addPage()))
  })
  afterAll(() => rm(dirname(path), { recursive: true }))

  test('is refused with its name if it takes too long', async () => {
    const preflighter = createPreflighter({ timeoutMs: 0 })
    const reading = preflighter.inspect('1', file, (use) => use(path))
    await expect(reading).rejects.toThrow('slow.pdf takes too much time or memory to check')
    await preflighter.close()
  })

  test('whose process is killed by others is read by a new one', async () => {
    const preflighter = createPreflighter()
    const before = new Set(childProcesses())
    const report = await preflighter.inspect('1', file, (use) => {
      const result = use(path)
      for (const child of childProcesses()) if (!before.has(child)) process.kill(child, 'SIGKILL')
      return result
    })
    expect(report.blank_pages).toEqual({ count: 1, ranges: '1' })
    await preflighter.close()
  })

  test('is not blamed when no process can be started: 503, and the database is not named', async () => {
    const preflighter = createPreflighter({}, join(dirname(path), 'nowhere.ts'))
    const reading = preflighter.inspect('1', file, (use) => use(path))
    await expect(reading).rejects.toMatchObject({ status: 503, code: 'check_unavailable', retryAfter: 5 })
    await preflighter.close()
  })

  test('does not keep others from being read meanwhile', async () => {
    const preflighter = createPreflighter()
    const held = Promise.withResolvers<never>()
    const first = preflighter.inspect('1', file, () => held.promise)
    expect((await preflighter.inspect('2', file, (use) => use(path))).pages).toBe(1)
    held.reject(new Error('over'))
    await expect(first).rejects.toThrow('over')
    await preflighter.close()
  })

  test('is judged once: the verdict is kept and said each time', async () => {
    let readings = 0
    const preflighter = createPreflighter({ stepCpuMs: 1_500 })
    const counted: typeof preflighter = {
      ...preflighter,
      inspect: (...parameters) => {
        readings += 1
        return preflighter.inspect(...parameters)
      },
    }
    // Ten billion lines in 2 KB.
    const id = await upload('nested.pdf', makePdfWithNestedForms(10))
    const preflight = () => preflightFile({ ...api.resources, preflighter: counted }, id)
    const refused = { status: 422, message: expect.stringMatching(/^nested.pdf takes too much time/) }
    await expect(preflight()).rejects.toMatchObject(refused)
    await expect(preflight()).rejects.toMatchObject(refused)
    expect(readings).toBe(1)
    // The same for whoever looks next, and for the price of an order.
    expect((await admin.get(address(id))).statusCode).toBe(422)
    const user = (await buildUser(api.db)).id
    const order = { user, title: 'Nested', color: 'mixed', pickup: true, uploads: [id] }
    expect((await admin.upload('/api/all-orders/', orderForm(order))).statusCode).toBe(422)
    await preflighter.close()
  })

  test('kept without a report is no report', async () => {
    const id = await upload('fine.pdf', await pdfOf((doc) => doc.addPage()))
    await preflight(id)
    const both = api.db`update file_preflights set refusal = 'damaged' where file_id = ${id}`
    await expect(both).rejects.toThrow('file_preflights_verdict')
  })
})

describe('a picture', () => {
  test('is searched for QR codes at the size that it prints', { tags: ['proof'] }, async () => {
    const { data, size } = encode('https://shop.example/offer', { border: 4 })
    const cells = Buffer.from(data.flat().map((isDark) => (isDark ? 0 : 255)))
    const code = await sharp(cells, { raw: { width: size, height: size, channels: 1 } })
      .resize(size * 4, size * 4, { kernel: 'nearest' })
      .png()
      .toBuffer()
    // A quarter of a millimetre for each module on A4: 4 pixels of 4,000 across 210 mm.
    const sheet = sharp({ create: { width: 3400, height: 4000, channels: 3, background: 'white' } })
    const input = { input: code, left: 900, top: 900 }
    const report = await preflight(await upload('sheet.png', await sheet.composite([input]).png().toBuffer()))
    expect(report.unreadable_codes).toEqual([
      { page: 1, problem: 'small', width: expect.any(Number), needs: Math.ceil((size - 8) * 0.35) },
    ])
  })

  const pictureOf = (background: string) =>
    sharp({ create: { width: 2000, height: 1000, channels: 3, background } })
      .jpeg()
      .toBuffer()

  test.each([
    ['#888888', 'black_pages'],
    ['#cc3300', 'color_pages'],
    ['#ffffff', 'blank_pages'],
  ] as const)('of %s is one of %s', async (background, kind) => {
    const report = await preflight(await upload('photo.jpg', await pictureOf(background)))
    expect(report).toMatchObject({ pages: 1, [kind]: { count: 1, ranges: '1' }, sizes: [] })
    // 2,000 pixels over the long side of A4.
    expect(report.lowest_dpi).toBe(171)
  })
})

describe('an order in mixed colour', () => {
  const pages = () =>
    pdfOf(
      (doc) => doc.addPage({ size: 'A4' }).text('Black', 100, 100),
      (doc) => doc.addPage({ size: 'A4' }).fillColor('red').text('Red', 100, 100),
      (doc) => doc.addPage({ size: 'A4' }).text('Black', 100, 100),
    )

  test('costs each page what its kind costs, for files sent before and with it', async () => {
    const user = (await buildUser(api.db)).id
    const earlier = await upload('earlier.pdf', await pages())
    const order = { user, title: 'Mixed', color: 'mixed', pickup: true, copies: 2, uploads: [earlier] }
    const reply = await admin.upload('/api/all-orders/', orderForm(order, { 'now.pdf': await pages() }))
    expect(reply.statusCode).toBe(201)
    // By the shop's first prices: 2 pages of 10 and 4 of 2, twice.
    expect(reply.json<Order>()).toMatchObject({
      color: 'mixed',
      color_pages: 2,
      pdf_page_count: 6,
      amount: 56,
    })
    const [row] = await api.db<[{ files: number }]>`select count(*)::int as files from file_preflights
      join order_files f on f.id = file_id where f.order_id = ${reply.json<Order>().id}`
    expect(row.files).toBe(2)
  })

  test('pays colour for a form that was filled in red', async () => {
    const user = (await buildUser(api.db)).id
    const order = { user, title: 'Form', color: 'mixed', pickup: true }
    const [, form = Buffer.alloc(0)] = annotatedPdfs['a filled field'] ?? []
    const reply = await admin.upload('/api/all-orders/', orderForm(order, { 'form.pdf': form }))
    // By the shop's first prices a page in colour costs 10 rupees, a black one 2.
    expect(reply.json<Order>()).toMatchObject({ color_pages: 1, amount: 10 })
  })

  test('with an upload that is gone is refused, and leaves nothing', async () => {
    const user = (await buildUser(api.db)).id
    const order = {
      user,
      title: 'Mixed',
      color: 'mixed',
      pickup: true,
      uploads: ['01900000-0000-7000-8000-000000000000'],
    }
    const reply = await admin.upload('/api/all-orders/', orderForm(order))
    expect(reply.statusCode).toBe(404)
    const [{ orders }] = await api.db<
      [{ orders: number }]
    >`select count(*)::int as orders from orders where user_id = ${user}`
    expect(orders).toBe(0)
  })
})

test('a file that is not there, or no id, has no report', async () => {
  expect((await admin.get(address('01900000-0000-7000-8000-000000000000'))).statusCode).toBe(404)
  expect((await admin.get(address('7'))).statusCode).toBe(400)
})
