import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import Pdf from 'pdfkit'
import sharp from 'sharp'
import { usual } from '../server/src/base/files/pdfFonts.ts'
import { drawText } from '../server/src/base/files/pdfText.ts'
import { renderPages } from '../server/test/decodeQr.ts'
import { useScriptFonts } from '../server/test/scriptFonts.ts'

const fonts = useScriptFonts()

const [width, height, size] = [900, 160, 56]
const devanagari = [
  'क्षत्रिय',
  'श्रीनिवासन्',
  'विद्यार्थी',
  'र्क',
  'कि',
  'राष्ट्रीय पुस्तकालय',
  'ज्ञान द्वारा हृदय',
  'ट्रैक्टर, सिंह',
  'ऑर्डर 42 (तैयार)',
  'पृष्ठ, वर्ष, द्वितीय, कर्तृत्व, उत्कृष्ट',
  'हिन्दी में छपाई',
  'फ़ाइल ज़्यादा ड़ ढ़',
]
const arabic = [
  'السلام عليكم',
  'محمد لا',
  'بِسْمِ اللّٰه',
  'نسخة (42) من الطلب',
  'الخصم -26.00',
  'ﷲ اللغة العربية ۱۲۳',
  'مكتبة الإسكندرية، القاهرة',
]
const mixed = ['A (ب) ج', 'Order 7 · محمد علي, Pune', 'राजेश Sharma, محمد']

/** What is drawn of a text, cut to its ink: true is dark. */
type Ink = { rows: boolean[][]; width: number; height: number }

async function inkOf(png: Buffer): Promise<Ink> {
  const { data, info } = await sharp(png)
    .flatten({ background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const isDark = (x: number, y: number) => (data[(y * info.width + x) * info.channels] ?? 255) < 128
  const dark = Array.from({ length: info.height }, (_, y) =>
    Array.from({ length: info.width }, (__, x) => isDark(x, y)),
  )
  const ys = dark.flatMap((row, y) => (row.includes(true) ? [y] : []))
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)]
  const inked = dark.slice(top, bottom + 1)
  const left = Math.min(...inked.map((row) => row.indexOf(true)).filter((x) => x >= 0))
  const right = Math.max(...inked.map((row) => row.lastIndexOf(true)))
  const rows = inked.map((row) => row.slice(left, right + 1))
  return { rows, width: right - left + 1, height: rows.length }
}

/** Two pixels are the same place: browser and PDF reader round differently where letters stand. */
const near = 2

/** The share of the ink of one that the other has, too. */
function covered(one: Ink, other: Ink): number {
  let [ink, found] = [0, 0]
  for (const [y, row] of one.rows.entries())
    for (const [x, isDark] of row.entries()) {
      if (!isDark) continue
      ink++
      const isThere = other.rows
        .slice(Math.max(0, y - near), y + near + 1)
        .some((each) => each.slice(Math.max(0, x - near), x + near + 1).includes(true))
      if (isThere) found++
    }
  return found / ink
}

/** 1 where both drew the same; less where letters have another form or place. */
const likeness = (one: Ink, other: Ink) =>
  Math.min(
    covered(one, other),
    covered(other, one),
    Math.min(one.width, other.width) / Math.max(one.width, other.width),
  )

/** What is the same is above, what is wrong below; a space or digit of another font is between. */
const [alike, different] = [0.9, 0.75]

type Draw = (document: PDFKit.PDFDocument, text: string) => unknown

async function inPdf(text: string, draw: Draw): Promise<Ink> {
  const document = new Pdf({ size: [width, height], margin: 0, font: '' })
  document.fontSize(size)
  draw(document, text)
  document.end()
  const [page] = await renderPages(await buffer(document), 72)
  return inkOf(page ?? Buffer.of())
}

const asWeDraw: Draw = (document, text) => drawText(document, text, 'regular', { left: 20, top: 40 })

async function inBrowser(page: Page, text: string): Promise<Ink> {
  // Signs of no script are drawn in the font of the letters before them; a browser takes the first of its fonts.
  const families = /^\p{Script=Devanagari}/u.test(text)
    ? 'Devanagari, Usual, Arabic'
    : /^\p{Script=Arabic}/u.test(text)
      ? 'Arabic, Usual'
      : 'Usual, Devanagari, Arabic'
  await page.locator('p').evaluate(
    (line, [shown = '', fontFamily = '']) => {
      line.textContent = shown
      line.style.fontFamily = fontFamily
    },
    [text, families],
  )
  await page.evaluate(() => document.fonts.ready)
  return inkOf(await page.screenshot())
}

/** A page that draws with the same font files as the PDF. */
async function openPage(page: Page) {
  const { devanagari: Devanagari = '', arabic: Arabic = '' } = fonts ?? {}
  const faces = Object.entries({ Devanagari, Arabic, Usual: usual.regular }).map(
    ([name, path]) =>
      `@font-face { font-family: ${name}; src: url(data:font/ttf;base64,${readFileSync(path).toString('base64')}) }`,
  )
  await page.setViewportSize({ width, height })
  await page.setContent(`<style>${faces.join('')} body { margin: 0 } p { margin: 40px 20px; width: max-content;
    white-space: nowrap; line-height: 1.4; font: ${size}px Usual; unicode-bidi: plaintext }</style><p>क म A</p>`)
  await page.evaluate(() => document.fonts.ready)
}

// Skipped where there are no such fonts (`apt-get install fonts-noto-core`).
test.describe('a PDF @proof', () => {
  test.skip(!fonts)

  test('has the letters of Devanagari and Arabic as a browser draws them', async ({ page }) => {
    await openPage(page)
    for (const text of [...devanagari, ...arabic, ...mixed])
      expect
        .soft(likeness(await inBrowser(page, text), await inPdf(text, asWeDraw)), text)
        .toBeGreaterThan(alike)
  })

  test('that is written letter by letter, or from the left, is found wrong', async ({ page }) => {
    await openPage(page)
    const letterByLetter =
      (font: string): Draw =>
      (document, text) => {
        let x = 20
        for (const letter of text) {
          document.font(font).text(letter, x, 40, { lineBreak: false })
          x += document.widthOfString(letter)
        }
      }
    const fromTheLeft: Draw = (document, text) =>
      document.font(fonts?.arabic ?? '').text(text, 20, 40, { lineBreak: false })
    const wrong: [string, Draw][] = [
      ...['क्षत्रिय', 'श्रीनिवासन्', 'विद्यार्थी', 'र्क', 'कि'].map((text): [string, Draw] => [
        text,
        letterByLetter(fonts?.devanagari ?? ''),
      ]),
      ...['السلام عليكم', 'محمد لا', 'نسخة (42) من الطلب'].flatMap((text): [string, Draw][] => [
        [text, letterByLetter(fonts?.arabic ?? '')],
        [text, fromTheLeft],
      ]),
    ]
    for (const [text, draw] of wrong)
      expect
        .soft(likeness(await inBrowser(page, text), await inPdf(text, draw)), text)
        .toBeLessThan(different)
  })
})
