import Pdf from 'pdfkit'
import sharp from 'sharp'
import { encode } from 'uqr'
import type { QrProblem } from '../../contract/src/printing/preflight.ts'
import { createRandom } from './simulation/random.ts'

/** A page with one QR code or none; `problem` is why a phone would not read it, undefined if it would. */
export interface CodePage {
  name: string
  bytes: Buffer
  problem: QrProblem | undefined
}

type Doc = InstanceType<typeof Pdf>
type Random = (from: number, to: number) => number
type Code = { data: boolean[][]; size: number }
type Place = { x: number; y: number; module: number }
type Ink = readonly [dark: string, light: string]

const mm = 72 / 25.4
const plain: Ink = ['#000000', '#ffffff']

const codeOf = (random: Random, letters: number, ecc: 'L' | 'M' | 'Q' | 'H' = 'M'): Code => {
  const text = `https://shop.example/${Array.from({ length: letters }, () => Math.floor(random(0, 36)).toString(36)).join('')}`
  return encode(text, { ecc, border: 0 })
}

/** A square for each dark module, as programs draw a code that they know. */
function drawPaths(doc: Doc, { data, size }: Code, { x, y, module }: Place, [dark, light]: Ink = plain) {
  if (light !== '#ffffff')
    doc.rect(x - 4 * module, y - 4 * module, (size + 8) * module, (size + 8) * module).fill(light)
  for (const [row, modules] of data.entries())
    for (const [column, isDark] of modules.entries())
      if (isDark) doc.rect(x + column * module, y + row * module, module * 1.01, module * 1.01)
  doc.fill(dark)
}

/** A picture of a code with its quiet zone, as word processors embed it. */
async function pictureOf({ data, size }: Code, pixels: number, [dark, light]: Ink = plain, quality?: number) {
  const side = size + 8
  const cells = Buffer.alloc(side * side * 3)
  const rgb = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  for (let row = 0; row < side; row++)
    for (let column = 0; column < side; column++)
      cells.set(rgb(data[row - 4]?.[column - 4] ? dark : light), (row * side + column) * 3)
  const image = sharp(cells, { raw: { width: side, height: side, channels: 3 } }).resize(
    side * pixels,
    side * pixels,
    { kernel: 'nearest' },
  )
  return quality === undefined ? image.png().toBuffer() : image.jpeg({ quality }).toBuffer()
}

async function drawPicture(doc: Doc, code: Code, { x, y, module }: Place, ink?: Ink, quality?: number) {
  const picture = await pictureOf(code, 6, ink, quality)
  doc.image(picture, x - 4 * module, y - 4 * module, { width: (code.size + 8) * module })
}

const place = (random: Random, module: number): Place => ({
  x: random(60, 200),
  y: random(200, 400),
  module: module * mm,
})

const sentence = 'Read this page before you scan the code below. '

type Draw = (doc: Doc, random: Random) => void | Promise<void>

const readable: Record<string, Draw> = {
  'drawn, 0.4 to 1.2 mm': (doc, random) =>
    drawPaths(doc, codeOf(random, random(5, 60)), place(random, random(0.4, 1.2))),
  'a picture, 0.4 to 1.2 mm': (doc, random) =>
    drawPicture(doc, codeOf(random, random(5, 60)), place(random, random(0.4, 1.2))),
  'a JPEG': (doc, random) =>
    drawPicture(doc, codeOf(random, random(5, 40)), place(random, random(0.45, 1.2)), plain, 60),
  'dark colours on light ones': (doc, random) =>
    drawPicture(doc, codeOf(random, 20), place(random, random(0.5, 1)), [
      ['#0b3d91', '#7a0019', '#145214'][Math.floor(random(0, 3))] as string,
      '#fff7d6',
    ]),
  'dense, 0.45 to 0.6 mm': (doc, random) =>
    drawPaths(doc, codeOf(random, random(200, 400), 'L'), { x: 60, y: 200, module: random(0.45, 0.6) * mm }),
  'with a small logo on it': (doc, random) => {
    const code = codeOf(random, 20, 'H')
    const at = place(random, random(0.5, 0.9))
    drawPaths(doc, code, at)
    const logo = code.size * at.module * 0.18
    const middle = (code.size * at.module - logo) / 2
    doc.rect(at.x + middle, at.y + middle, logo, logo).fill('#c00000')
  },
  turned: (doc, random) => {
    const code = codeOf(random, 20)
    const at = place(random, random(0.5, 0.9))
    doc.rotate(random(-30, 30), { origin: [at.x + 40, at.y + 40] })
    drawPaths(doc, code, at)
  },
  'three of them': (doc, random) => {
    for (const x of [60, 220, 380])
      drawPaths(doc, codeOf(random, 20), { x, y: 200, module: random(0.4, 0.8) * mm })
  },
}

const unreadable: Record<string, [QrProblem, Draw]> = {
  'drawn too small': [
    'small',
    (doc, random) => drawPaths(doc, codeOf(random, random(5, 60)), place(random, random(0.14, 0.31))),
  ],
  'a picture too small': [
    'small',
    (doc, random) => drawPicture(doc, codeOf(random, random(5, 60)), place(random, random(0.14, 0.31))),
  ],
  'dense and too small': [
    'small',
    (doc, random) => drawPaths(doc, codeOf(random, random(200, 400), 'L'), place(random, random(0.16, 0.3))),
  ],
  'damaged by a stain': [
    'broken',
    (doc, random) => {
      const code = codeOf(random, 30, 'M')
      const at = place(random, random(0.45, 1))
      drawPaths(doc, code, at)
      const side = code.size * at.module
      doc.rect(at.x + side * 0.36, at.y + side * 0.36, side * 0.42, side * 0.42).fill('white')
    },
  ],
  'damaged by a line of text': [
    'broken',
    (doc, random) => {
      const code = codeOf(random, 30, 'L')
      const at = place(random, random(0.6, 1))
      drawPaths(doc, code, at)
      const side = code.size * at.module
      doc.rect(at.x + 9 * at.module, at.y + side * 0.4, side, side * 0.3).fill('black')
    },
  ],
  'faint grey': [
    'faint',
    (doc, random) =>
      drawPicture(doc, codeOf(random, 20), place(random, random(0.5, 1)), ['#c8c8c8', '#ffffff']),
  ],
  yellow: [
    'faint',
    (doc, random) =>
      drawPicture(doc, codeOf(random, 20), place(random, random(0.5, 1)), ['#f5d442', '#ffffff']),
  ],
  'light on dark': [
    'inverted',
    (doc, random) =>
      drawPaths(doc, codeOf(random, 20), place(random, random(0.5, 1)), ['#ffffff', '#101010']),
  ],
  'cut by the right edge': [
    'part',
    (doc, random) => {
      const code = codeOf(random, 30)
      const module = random(0.5, 1) * mm
      drawPaths(doc, code, { x: 595 - code.size * module * random(0.4, 0.75), y: random(100, 500), module })
    },
  ],
  'cut by the lower edge': [
    'part',
    (doc, random) => {
      const code = codeOf(random, 30)
      const module = random(0.5, 1) * mm
      return drawPicture(doc, code, {
        x: random(60, 300),
        y: 842 - code.size * module * random(0.4, 0.75),
        module,
      })
    },
  ],
}

const others: Record<string, Draw> = {
  'a table of boxes': (doc) => {
    for (let i = 0; i < 200; i++) doc.rect(60 + (i % 20) * 22, 200 + Math.floor(i / 20) * 22, 20, 20).stroke()
  },
  'radio buttons in rows': (doc) => {
    for (let i = 0; i < 60; i++) {
      const [x, y] = [70 + (i % 6) * 80, 200 + Math.floor(i / 6) * 40]
      doc.circle(x, y, 7).lineWidth(2).stroke('black').circle(x, y, 3).fill('black')
    }
  },
  'square boxes with squares': (doc) => {
    for (let i = 0; i < 40; i++) {
      const [x, y] = [70 + (i % 5) * 100, 200 + Math.floor(i / 5) * 60]
      doc
        .rect(x, y, 14, 14)
        .fill('black')
        .rect(x + 2, y + 2, 10, 10)
        .fill('white')
        .rect(x + 4, y + 4, 6, 6)
        .fill('black')
    }
  },
  'a chequered flag': (doc) => {
    for (let row = 0; row < 30; row++)
      for (let column = 0; column < 30; column++)
        if ((row + column) % 2 === 0) doc.rect(80 + column * 6, 250 + row * 6, 6, 6)
    doc.fill('black')
  },
  'a bar code': (doc, random) => {
    for (let x = 80; x < 300; x += random(2, 6)) doc.rect(x, 250, random(0.8, 2.5), 60)
    doc.fill('black')
  },
  'a photo': async (doc, random) => {
    const pixels = Buffer.alloc(300 * 200, 0).map(
      (_, i) => 128 + 90 * Math.sin((i % 300) / 25) + random(-30, 30),
    )
    doc.image(
      await sharp(pixels, { raw: { width: 300, height: 200, channels: 1 } })
        .png()
        .toBuffer(),
      60,
      200,
      { width: 400 },
    )
  },
}

/** Pages of known truth, so many of each kind; the same in each run. */
export async function* qrCorpus(each: number, seed = 1): AsyncGenerator<CodePage> {
  const { next } = createRandom(seed)
  const random: Random = (from, to) => from + next() * (to - from)
  const kinds: [string, QrProblem | undefined, Draw][] = [
    ...Object.entries({ ...readable, ...others }).map(
      ([name, draw]) => [name, undefined, draw] as [string, undefined, Draw],
    ),
    ...Object.entries(unreadable).map(
      ([name, [problem, draw]]) => [name, problem, draw] as [string, QrProblem, Draw],
    ),
  ]
  for (let i = 0; i < each; i++)
    for (const [name, problem, draw] of kinds) {
      const doc = new Pdf({ size: [595, 842], margin: 0 })
      const parts: Buffer[] = []
      const { promise, resolve } = Promise.withResolvers<void>()
      doc.on('data', (part: Buffer) => parts.push(part)).on('end', resolve)
      doc.fontSize(11).text(sentence.repeat(8), 60, 60, { width: 475 })
      await draw(doc, random)
      doc.end()
      await promise
      yield { name, bytes: Buffer.concat(parts), problem }
    }
}
