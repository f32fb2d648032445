import { buffer } from 'node:stream/consumers'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { renderPages } from '../../../test/decodeQr.ts'
import { useScriptFonts } from '../../../test/scriptFonts.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { fontFor, usual } from './pdfFonts.ts'
import { drawText, mirror, shorten, widthOf } from './pdfText.ts'

const fonts = useScriptFonts()

const created = new Date('2026-11-28')
const open = () =>
  new Pdf({ size: [300, 200], margin: 10, font: '', info: { CreationDate: created } }).fontSize(12)

async function drawn(draw: (document: PDFKit.PDFDocument) => unknown): Promise<Buffer> {
  const document = open()
  draw(document)
  document.end()
  return buffer(document)
}

/** From where to where there is ink on the first page, in points. */
async function inkOf(pdf: Buffer) {
  const [page = Buffer.of()] = await renderPages(pdf, 72)
  const { info } = await sharp(page).trim({ background: '#fff' }).toBuffer({ resolveWithObject: true })
  const left = -(info.trimOffsetLeft ?? 0)
  return { left, right: left + info.width, top: -(info.trimOffsetTop ?? 0), height: info.height }
}

test.each(['Tax invoice INV/26-27/7', 'Ελλάδα, Жук – Sol'])('%s is drawn as PDFKit does', async (text) => {
  const ours = await drawn((document) => drawText(document, text, 'bold', { left: 10, width: 120 }))
  const plain = await drawn((document) => document.font(usual.bold).text(text, 10, 10, { width: 120 }))
  expect(ours.equals(plain)).toBe(true)
})

test('a font is unpacked once, not for each letter', () => {
  const document = open()
  const inUse = () => (document as unknown as Record<string, { font: { type: string } }>)['_font']?.font.type
  expect(document.font(usual.bold) && inUse()).toBe('WOFF')
  drawText(document, 'Sol', 'regular', { left: 10 })
  expect(inUse()).toBe('TTF')
})

test('letters that no font has are left out, and nothing else', async () => {
  const pdf = await drawn((document) =>
    drawText(document, 'Me\u{f0000}ena\u0007 Iyer', 'regular', { left: 10 }),
  )
  expect((await textOfPdf(pdf)).trim()).toBe('Meena Iyer')
})

test('a text with a standard font takes an embedded one only for letters that it lacks', async () => {
  const faceOf = async (text: string) =>
    (await drawn((document) => drawText(document, text, 'Helvetica', { left: 10 }))).toString('latin1')
  expect(await faceOf('Café – “Sol”')).not.toContain('FontFile')
  expect(await faceOf('Χαρτί')).toContain('Roboto')
})

test('a text is cut so that it fits, with its last letter whole', () => {
  const document = open()
  const cut = shorten(document, 'Printing of a long thesis with a long title', 'regular', 100)
  expect(cut).toMatch(/^Printing of.*\S…$/)
  expect(widthOf(document, cut, 'regular')).toBeLessThanOrEqual(100)
  expect(widthOf(document, cut.replace('…', 'is…'), 'regular')).toBeGreaterThan(100)
  expect(shorten(document, ' Thesis ', 'regular', 100)).toBe('Thesis')
  expect(shorten(document, 'Thesis', 'regular', 1)).toBe('')
})

// Skipped where there are no such fonts (`apt-get install fonts-noto-core`).
describe.skipIf(!fonts)('other scripts', () => {
  const hindi = 'राजेश शर्मा की किताब छापनी है और मंगलवार तक चाहिए'

  test('have a font of their own and its weight', () => {
    expect(fontFor('क', 'regular')).toMatch(/NotoSansDevanagari-Regular/)
    expect(fontFor('क', 'bold')).toMatch(/NotoSansDevanagari-Bold/)
    expect(fontFor('م', 'regular')).toMatch(/NotoSansArabic-Regular/)
    expect(fontFor('k', 'bold')).toBe(usual.bold)
    expect(fontFor('\u{f0000}', 'regular')).toBeNull()
  })

  test('are found again by who searches the PDF, beside Western letters', async () => {
    const texts = ['Order 7: विद्यार्थी', 'نور الدين (2)']
    const pdf = await drawn((document) => {
      for (const text of texts) drawText(document, text, 'regular', { left: 10, width: 200 })
    })
    const library = await PDFiumLibrary.init()
    const opened = await library.loadDocument(new Uint8Array(pdf))
    expect(opened.getPage(0).getText().split(/\r?\n/)).toEqual(texts)
    opened.destroy()
    library.destroy()
  })

  test('are wrapped between words, and go on on the next page', async () => {
    const document = open()
    const width = widthOf(document, hindi, 'regular') / 3.5
    drawText(document, hindi, 'regular', { left: 10, top: 10, width })
    expect(document.y).toBeCloseTo(10 + 4 * 12 * 1.4, 0)
    expect(document.x).toBe(10)
    drawText(document, `${hindi}\n${hindi}`, 'regular', { left: 10, width })
    document.end()
    const pages = await renderPages(await buffer(document), 72)
    expect(pages).toHaveLength(2)
  })

  test('are broken inside a word that is too long', () => {
    const document = open()
    drawText(document, 'क'.repeat(40), 'regular', { left: 10, top: 10, width: 100 })
    const all = widthOf(document, 'क'.repeat(40), 'regular')
    expect((document.y - 10) / (12 * 1.4)).toBeCloseTo(Math.ceil(all / 100), 0)
  })

  test('end with the last line that has room', () => {
    const document = open()
    drawText(document, hindi, 'regular', { left: 10, top: 10, width: 60, height: 2.5 * 12 * 1.4 })
    expect(document.y).toBeCloseTo(10 + 2 * 12 * 1.4, 0)
  })

  test('stand on the line of what is beside them', async () => {
    const [latin, mixed] = await Promise.all(
      ['HHH', 'HHHक'].map(async (text) =>
        inkOf(await drawn((document) => drawText(document, text, 'regular', { left: 10, top: 50 }))),
      ),
    )
    expect(mixed?.top).toBeCloseTo(latin?.top ?? 0, -0.5)
  })

  test.each(['कमल', 'نور', 'Iyer'])('%s stands in the middle, and at the right', async (text) => {
    const at = async (align: 'center' | 'right') =>
      inkOf(await drawn((document) => drawText(document, text, 'regular', { left: 50, width: 200, align })))
    const [middle, right] = [await at('center'), await at('right')]
    expect(Math.abs((middle.left + middle.right) / 2 - 150)).toBeLessThan(3)
    expect(Math.abs(right.right - 250)).toBeLessThan(3)
  })

  test.each(['कमल', 'نور', 'Iyer'])('%s stands on the right of a mirrored page', async (text) => {
    const place = { left: 20, top: 20 }
    const mirrored = (more: object) =>
      drawn((document) => {
        mirror(document)
        drawText(document, text, 'regular', { ...place, ...more })
      })
    for (const more of [{}, { width: 100 }])
      expect(Math.abs((await inkOf(await mirrored(more))).right - 280)).toBeLessThan(3)
    expect((await inkOf(await mirrored({ width: 100, align: 'right' }))).left).toBeLessThan(184)
  })

  test('a cut name keeps its signs with their letters', () => {
    const document = open()
    const cut = shorten(document, 'किकिकिकिकिकिकिकिकिकि', 'regular', 60)
    expect(cut).toMatch(/^(कि)+…$/)
  })
})
