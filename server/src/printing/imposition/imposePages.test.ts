import type { Paper } from '@our-print/contract/printing/paperFit.ts'
import { type Fit, type Layout, laySheets } from '@our-print/contract/printing/sheetLayout.ts'
import { describe, expect, test } from 'vitest'
import { type Doc, pdfOf } from '../../../test/pdfOf.ts'
import { loadPdfium, openPdf, type PdfDocument, withMemory } from '../prepress/pdfium.ts'
import { imposePages } from './imposePages.ts'

const pdfium = await loadPdfium()

type PageShape = { size: [number, number]; rotate?: number; crop?: number[]; media?: number[] }

const a4: [number, number] = [595.28, 841.89]
const portrait: PageShape = { size: a4 }
const shapes: Record<string, PageShape[]> = {
  portrait: [portrait, portrait, portrait, portrait, portrait],
  landscape: [
    { size: [841.89, 595.28] },
    { size: [841.89, 595.28] },
    { size: [841.89, 595.28] },
    portrait,
    { size: [841.89, 595.28] },
  ],
  mixed: [
    portrait,
    { size: [300, 200] },
    { size: [841.89, 1190.55] },
    { size: [612, 792] },
    { size: [500, 500] },
  ],
  rotated: [
    { size: a4, rotate: 90 },
    { size: a4, rotate: 180 },
    { size: [300, 420], rotate: 270 },
    { size: a4, rotate: 270 },
    { size: [841.89, 595.28], rotate: 90 },
  ],
  cropped: [
    { size: a4, crop: [100, 120, 400, 500] },
    { size: a4, media: [-100, -50, 495, 792] },
    { size: a4, crop: [50, 50, 545, 400], rotate: 90 },
    { size: a4, crop: [-200, -200, 400, 2000] },
    portrait,
  ],
}

/** Each page has a frame, a mark at its top left and text of its own; what the crop hides is painted, too. */
const draw = (shape: PageShape, name: string) => (doc: Doc) => {
  const { data } = doc.addPage({ size: shape.size, margin: 0 }).page.dictionary as {
    data: Record<string, unknown>
  }
  if (shape.rotate) data['Rotate'] = shape.rotate
  if (shape.crop) data['CropBox'] = shape.crop
  if (shape.media) data['MediaBox'] = shape.media
  const [width, height] = shape.size
  doc.rect(-300, -300, width + 600, height + 600).fill('#eef')
  doc.rect(0, 0, 90, 60).fill('red')
  doc.rect(width - 60, height - 60, 60, 60).fill('green')
  doc
    .rect(width / 3, height / 3, width / 4, height / 5)
    .fillOpacity(0.5)
    .fill('blue')
  doc
    .fillOpacity(1)
    .fillColor('black')
    .fontSize(24)
    .text(name, width / 3, height / 2, { lineBreak: false })
}

const papers: Record<Paper, [number, number]> = {
  A4: [595.276, 841.89],
  A3: [841.89, 1190.551],
  Letter: [612, 792],
}

const impose = (content: Buffer, layout: Layout, fit: Fit, pages: number[], paper: Paper = 'A4') =>
  imposePages(pdfium, { files: [{ content, isPicture: false, pages }], layout, fit, paper, duplex: true })

function open(pdf: Buffer): PdfDocument {
  const document = openPdf(pdfium, pdf)
  if (!document) throw new Error('This PDF cannot be read')
  return document
}

type Picture = { width: number; height: number; pixels: Uint8Array }

/** A white picture that `paint` paints on. */
function picture(width: number, height: number, paint: (bitmap: number) => void): Picture {
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
  paint(bitmap)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.slice(start, start + pdfium.FPDFBitmap_GetStride(bitmap) * height)
  pdfium.FPDFBitmap_Destroy(bitmap)
  return { width, height, pixels }
}

function withPage<T>(
  document: PdfDocument,
  index: number,
  use: (page: number, width: number, height: number) => T,
): T {
  const page = pdfium.FPDF_LoadPage(document.handle, index)
  try {
    return use(page, pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const textOf = (document: PdfDocument, index: number) =>
  withPage(document, index, (page) => {
    const text = pdfium.FPDFText_LoadPage(page)
    const count = pdfium.FPDFText_CountChars(text)
    const characters = Array.from({ length: count }, (_, i) => pdfium.FPDFText_GetUnicode(text, i))
    pdfium.FPDFText_ClosePage(text)
    return String.fromCodePoint(...characters)
  })

/** The share of pixels that differ visibly. */
function difference(one: Picture, other: Picture): number {
  expect([one.width, one.height]).toEqual([other.width, other.height])
  let differing = 0
  for (let at = 0; at < one.pixels.length; at += 4) {
    const most = Math.max(
      ...[0, 1, 2].map((i) => Math.abs((one.pixels[at + i] ?? 0) - (other.pixels[at + i] ?? 0))),
    )
    if (most > 60) differing += 1
  }
  return differing / (one.pixels.length / 4)
}

const grids: Record<Layout, { portrait: [number, number]; landscape: [number, number] }> = {
  '1-up': { portrait: [1, 1], landscape: [1, 1] },
  '2-up': { portrait: [2, 1], landscape: [1, 2] },
  '4-up': { portrait: [2, 2], landscape: [2, 2] },
  booklet: { portrait: [2, 1], landscape: [2, 1] },
}

/** What a side must look like, painted page by page from the source: a way of its own to the same picture. */
function expectedSide(
  source: PdfDocument,
  places: ({ page: number } | null)[],
  { layout, fit, paper, landscape }: Expected,
) {
  const [short, long] = papers[paper]
  const [paperWidth, paperHeight] = landscape ? [long, short] : [short, long]
  const [across, down] = grids[layout][landscape ? 'landscape' : 'portrait']
  const isAcross = across * down === 2 ? across === 2 : landscape
  const [width, height] = isAcross ? [long, short] : [short, long]
  const cell = Math.min(width / across / paperWidth, height / down / paperHeight)
  return picture(Math.round(width), Math.round(height), (bitmap) => {
    for (const [at, place] of places.entries()) {
      if (!place) continue
      withPage(source, place.page - 1, (page, seenWidth, seenHeight) => {
        const turned = seenWidth > seenHeight !== landscape && seenWidth !== seenHeight
        const [w, h] = turned ? [seenHeight, seenWidth] : [seenWidth, seenHeight]
        const largest = Math.min(paperWidth / w, paperHeight / h)
        const scale = (fit === 'fit' ? largest : fit === 'shrink' ? Math.min(largest, 1) : 1) * cell
        const x = ((at % across) + 0.5) * (width / across) - (w * scale) / 2
        const y = (Math.floor(at / across) + 0.5) * (height / down) - (h * scale) / 2
        const [right, bottom] = [Math.round(x + w * scale), Math.round(y + h * scale)]
        pdfium.FPDF_RenderPageBitmap(
          bitmap,
          page,
          Math.round(x),
          Math.round(y),
          right - Math.round(x),
          bottom - Math.round(y),
          turned ? 3 : 0,
          0x801,
        )
      })
    }
  })
}

type Expected = { layout: Layout; fit: Fit; paper: Paper; landscape: boolean }

describe.each(Object.entries(shapes))('%s pages', (name, pages) => {
  const chosen = [4, 1, 2, 3, 5]

  test.each([
    ['1-up', 'actual', 'A4'],
    ['1-up', 'shrink', 'A4'],
    ['1-up', 'fit', 'Letter'],
    ['2-up', 'shrink', 'A4'],
    ['2-up', 'fit', 'A3'],
    ['4-up', 'shrink', 'A4'],
    ['booklet', 'fit', 'A4'],
  ] as const)(
    'are placed %s, %s, on %s',
    name === 'portrait' ? {} : { tags: ['proof'] },
    async (layout, fit, paper) => {
      const content = await pdfOf(...pages.map((shape, i) => draw(shape, `page ${i + 1} of it`)))
      const imposed = await impose(content, layout, fit, chosen, paper)
      if (imposed === 'unchanged' || !('pdf' in imposed)) throw new Error('Nothing was laid on sheets')
      const [laid] = laySheets([chosen], { layout, sides: 'double', bundle: false })
      const [source, sheets] = [open(content), open(imposed.pdf)]
      try {
        const sides = laid?.sides ?? []
        expect(sheets.pageCount).toBe(sides.length)
        // Three of the rotated pages are seen across.
        const landscape = ['landscape', 'rotated'].includes(name) && layout !== 'booklet'
        for (const [index, side] of sides.entries()) {
          const expected = expectedSide(source, side, { layout, fit, paper, landscape })
          const found = withPage(sheets, index, (page, width, height) =>
            picture(Math.round(width), Math.round(height), (bitmap) =>
              pdfium.FPDF_RenderPageBitmap(
                bitmap,
                page,
                0,
                0,
                Math.round(width),
                Math.round(height),
                0,
                0x801,
              ),
            ),
          )
          // Edges may be a pixel apart; a page in a wrong place differs by a fifth.
          expect(difference(found, expected), `side ${index + 1}`).toBeLessThan(0.02)
        }
        if (name !== 'cropped') {
          const texts = sides.map((_side, index) => textOf(sheets, index))
          for (const [index, side] of sides.entries()) {
            for (const { page } of side.filter((place) => place !== null))
              expect(texts.filter((text) => text.includes(`page ${page} of it`))).toEqual([texts[index]])
          }
        }
      } finally {
        source.close()
        sheets.close()
      }
    },
  )
})

test('the same pages give the same bytes, whatever was laid before', async () => {
  const content = await pdfOf(draw(portrait, 'one'), draw({ size: [300, 200] }, 'two'))
  const results = [await impose(content, '2-up', 'fit', [2, 1]), await impose(content, '2-up', 'fit', [2, 1])]
  await impose(content, 'booklet', 'fit', [1])
  expect([...results, await impose(content, '2-up', 'fit', [2, 1])]).toEqual(results.concat(results[0] ?? []))
})

describe('a file of the size of the paper', () => {
  const pages = [draw(portrait, 'one'), draw({ size: [595, 842] }, 'two')]

  test('is printed as it is, if all its pages are chosen', async () => {
    const content = await pdfOf(...pages)
    expect(await impose(content, '1-up', 'fit', [1, 2])).toBe('unchanged')
    expect(await impose(content, '1-up', 'refuse', [1, 2])).toBe('unchanged')
    for (const other of [
      await impose(content, '1-up', 'fit', [1]),
      await impose(content, '1-up', 'fit', [2, 1]),
    ])
      expect(other).toHaveProperty('pdf')
    expect(await impose(content, '1-up', 'shrink', [1, 2], 'A3')).toHaveProperty('pdf')
  })
})

test('a shared picture and font are kept once, however many pages use them', async () => {
  const noise = Buffer.from(
    Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919 * ((i >> 5) + 3)) % 251),
  )
  const { default: sharp } = await import('sharp')
  const image = await sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    .png()
    .toBuffer()
  const shared = `data:image/png;base64,${image.toString('base64')}`
  const page = (doc: Doc) => doc.addPage({ size: 'A4' }).image(shared, 50, 50)
  const content = await pdfOf(...Array.from({ length: 20 }, () => page))
  const all = Array.from({ length: 20 }, (_, i) => i + 1)
  for (const layout of ['2-up', '4-up', 'booklet'] as const) {
    const imposed = await impose(content, layout, 'fit', all)
    expect(typeof imposed === 'object' && 'pdf' in imposed && imposed.pdf.length).toBeLessThan(
      content.length * 1.3,
    )
  }
})

test('what is drawn stays text, lines and transparency: no picture takes its place', async () => {
  const content = await pdfOf(draw(portrait, 'one'), draw(portrait, 'two'))
  const imposed = await impose(content, 'booklet', 'shrink', [1, 2])
  if (imposed === 'unchanged' || !('pdf' in imposed)) throw new Error('Nothing was laid on sheets')
  expect(imposed.pdf.includes('/Subtype/Image')).toBe(false)
  expect(imposed.pdf.includes('/Subtype /Image')).toBe(false)
  expect(imposed.pdf.length).toBeLessThan(10_000)
})

test('comments and stamps are printed on sheets, too', async () => {
  const content = await pdfOf(
    (doc) => {
      doc.addPage({ size: 'A4' })
      const appearance = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 100, 50] })
      appearance.end('1 0 0 rg 0 0 100 50 re f')
      doc.annotate(100, 100, 100, 50, { Subtype: 'Stamp', F: 4, AP: doc.ref({ N: appearance }) } as object)
      for (const part of (doc.page as unknown as { annotations: { data: { AP: { end(): void } } }[] })
        .annotations)
        part.data.AP.end()
    },
    (doc) => doc.addPage({ size: 'A4' }),
  )
  const imposed = await impose(content, '2-up', 'shrink', [1, 2])
  if (imposed === 'unchanged' || !('pdf' in imposed)) throw new Error('Nothing was laid on sheets')
  const sheets = open(imposed.pdf)
  const { pixels, width } = withPage(sheets, 0, (page) =>
    picture(842, 595, (bitmap) => pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, 842, 595, 0, 0x801)),
  )
  sheets.close()
  // The middle of the stamp, at 0.707 of its place; blue, green, red.
  const at = 4 * (Math.round(125 * 0.707) * width + Math.round(150 * 0.707))
  expect(pixels.slice(at, at + 3)).toEqual(new Uint8Array([0, 0, 255]))
})

test('a file that is no PDF is named by its position', async () => {
  expect(await impose(Buffer.from('not a PDF'), '2-up', 'fit', [1])).toEqual({ damaged: 0 })
})

test('memory of PDFium is given back', async () => {
  const content = await pdfOf(...Array.from({ length: 20 }, (_, i) => draw(portrait, `page ${i}`)))
  const all = Array.from({ length: 20 }, (_, i) => i + 1)
  await impose(content, 'booklet', 'fit', all)
  const before = pdfium.pdfium.HEAPU8.length
  for (let i = 0; i < 20; i++) await impose(content, 'booklet', 'fit', all)
  expect(pdfium.pdfium.HEAPU8.length).toBe(before)
  withMemory(pdfium, 8, (start) => expect(start).toBeGreaterThan(0))
})
