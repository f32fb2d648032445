import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Fit, Layout } from '@our-print/contract/printing/sheetLayout.ts'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { annotatedPdfs, layeredPdfs, makeAnnotatedPdf, makePdfWithUnit } from '../../../test/annotatedPdfs.ts'
import { makePdf } from '../../../test/pdf.ts'
import { type InkReport, inkOf } from '../prepress/inkOf.ts'
import { inspectPage } from '../prepress/inspectPage.ts'
import { openToPrint } from '../prepress/openToPrint.ts'
import { loadPdfium, openPdf } from '../prepress/pdfium.ts'
import { imposePages } from './imposePages.ts'

const pdfium = await loadPdfium()

function open(pdf: Buffer) {
  const document = openPdf(pdfium, pdf)
  if (!document) throw new Error('This PDF cannot be read')
  return document
}

async function inspect(pdf: Buffer) {
  const document = await openToPrint(pdfium, pdf)
  if (!document) throw new Error('This PDF cannot be read')
  try {
    return await inspectPage(document, 0)
  } finally {
    document.close()
  }
}

/** What leaves for the printer. */
async function printed(content: Buffer, layout: Layout, fit: Fit = 'shrink'): Promise<Buffer> {
  const imposed = await imposePages(pdfium, {
    files: [{ content, isPicture: false, pages: [1] }],
    layout,
    fit,
    paper: 'A4',
    duplex: false,
  })
  if (imposed === 'unchanged') return content
  if (!('pdf' in imposed)) throw new Error('This PDF is damaged')
  return imposed.pdf
}

/** What the page itself carries, without fields and comments, a pixel for each point. */
function inkOfPage(pdf: Buffer): InkReport {
  const document = open(pdf)
  const page = pdfium.FPDF_LoadPage(document.handle, 0)
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)].map(Math.round)
  const bitmap = pdfium.FPDFBitmap_Create(width ?? 0, height ?? 0, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width ?? 0, height ?? 0, 0xffffffff)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width ?? 0, height ?? 0, 0, 0)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.slice(start, start + stride * (height ?? 0))
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.FPDF_ClosePage(page)
  document.close()
  return inkOf({ pixels, width: width ?? 0, height: height ?? 0, stride })
}

/** What another reader sees; undefined where it is not installed. */
async function inkByPoppler(pdf: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'poppler-'))
  try {
    const path = join(folder, 'a.pdf')
    await writeFile(path, pdf)
    await promisify(execFile)('pdftoppm', ['-r', '72', '-png', '-singlefile', path, join(folder, 'a')])
    const image = sharp(join(folder, 'a.png')).toColourspace('srgb').ensureAlpha().raw()
    const { data, info } = await image.toBuffer({ resolveWithObject: true })
    return inkOf({ pixels: data, width: info.width, height: info.height, stride: 4 * info.width }).ink
  } catch (error) {
    // The second where a folder of PATH may not be read: an ordinary user who was root before has such a PATH.
    const isMissing =
      error instanceof Error && 'code' in error && /^(ENOENT|EACCES)$/.test(String(error.code))
    if (isMissing) return undefined
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

const all = { ...annotatedPdfs, ...layeredPdfs }

describe.each(Object.entries(all))('%s', (_name, [ink, pdf]) => {
  test(`is ${ink} in the preflight, on one side, and on a shared one`, async () => {
    const report = await inspect(pdf)
    const [one, shared] = [inkOfPage(await printed(pdf, '1-up')), inkOfPage(await printed(pdf, '2-up'))]
    expect([report?.ink, one.ink, shared.ink]).toEqual([ink, ink, ink])
    const other = await inkByPoppler(await printed(pdf, '2-up'))
    expect(other ?? ink).toBe(ink)
  })
})

test('a field lies in its place on a page that is turned and cut', async () => {
  const field = '/Subtype /Widget /FT /Tx /T (name) /F 4 /AP << /N 6 0 R >>'
  const [, filled = Buffer.alloc(0)] = annotatedPdfs['a filled field'] ?? []
  const red = /6 0 obj\n(.*?)\nendobj/s.exec(filled.toString('latin1'))?.[1] ?? ''
  const page = '/Rotate 90 /CropBox [100 200 500 600]'
  const report = await inspect(makeAnnotatedPdf([field], { objects: [red], form: '', page }))
  // From 150 to 350 and from 300 to 340: 50 points from the left edge of the box is the nearest.
  expect(report).toMatchObject({ ink: 'color', margin: expect.closeTo((50 / 72) * 25.4, 0) })
})

test.each(['1.3', '1.4', '1.6', '1.7ext3'] as const)(
  'a PDF %s with a password for changing prints without one',
  async (pdfVersion) => {
    const pdf = await makePdf(1, {
      pdfVersion,
      ownerPassword: 'other',
      permissions: { printing: 'highResolution' },
      size: 'A4',
    })
    expect(await inspect(pdf)).toMatchObject({ ink: 'black' })
    for (const layout of ['1-up', '2-up'] as const) {
      const sides = await printed(pdf, layout)
      expect(sides.includes('/Encrypt')).toBe(false)
      expect(inkOfPage(sides).ink).toBe('black')
      expect((await inkByPoppler(sides)) ?? 'black').toBe('black')
    }
  },
)

test('the same form gives the same bytes', async () => {
  const [, pdf = Buffer.alloc(0)] = annotatedPdfs['a field without a picture'] ?? []
  const numbered = Buffer.from(pdf.toString('latin1').replace('/Root', '/ID [(a) (b)] /Root'), 'latin1')
  for (const form of [pdf, numbered]) expect(await printed(form, '1-up')).toEqual(await printed(form, '1-up'))
})

test('a layer that hides nothing stays text and lines; one that does becomes a picture', async () => {
  const picture = /\/Subtype ?\/Image/
  const [visible, hidden] = ['a visible layer', 'a hidden layer'].map((name) => layeredPdfs[name]?.[1])
  for (const layout of ['1-up', '2-up'] as const) {
    expect((await printed(visible ?? Buffer.alloc(0), layout)).toString('latin1')).not.toMatch(picture)
    const laid = (await printed(hidden ?? Buffer.alloc(0), layout)).toString('latin1')
    expect(laid).toMatch(picture)
    // A printer counts a grey picture as black.
    expect(laid).toContain('/DeviceGray')
  }
})

describe('a page whose unit is larger than a point', () => {
  test('has its real size and margin in the preflight', async () => {
    const report = await inspect(makePdfWithUnit())
    expect(report).toMatchObject({ width: 200, height: 300, ink: 'color', margin: expect.closeTo(20, 0) })
  })

  test.each([
    ['actual', 20 + (210 - 200) / 2],
    // 297 of 300, in the middle of the paper.
    ['shrink', (210 - 200 * 0.99) / 2 + 20 * 0.99],
  ] as const)('is printed at its real size: %s', async (fit, left) => {
    const sides = await printed(makePdfWithUnit(), '1-up', fit)
    expect(sides.toString('latin1')).not.toContain('/UserUnit')
    expect(inkOfPage(sides)).toEqual({ ink: 'color', margin: expect.closeTo((left / 25.4) * 72, -0.5) })
  })
})

test('a page of A2 in units of 2 points, shrunk to A4, loses its unit', async () => {
  const content = '1 0 0 rg 150 300 200 40 re f'
  const sides = await printed(makeAnnotatedPdf([], { content, page: '/UserUnit 2' }), '1-up')
  expect(sides.toString('latin1')).not.toContain('/UserUnit')
  expect(inkOfPage(sides).margin).toBe(150)
})

test('memory of PDFium is given back, also by forms and layers', async () => {
  const files = [annotatedPdfs['a field without a picture'], layeredPdfs['a hidden layer']]
  const lay = async () => {
    for (const [, pdf] of files.filter((file) => file !== undefined)) {
      await inspect(pdf)
      await printed(pdf, '2-up')
    }
  }
  for (let i = 0; i < 3; i++) await lay()
  const before = pdfium.pdfium.HEAPU8.length
  for (let i = 0; i < 10; i++) await lay()
  expect(pdfium.pdfium.HEAPU8.length).toBe(before)
})
