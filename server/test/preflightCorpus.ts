import Pdf from 'pdfkit'
import sharp from 'sharp'
import type { Ink } from '../src/printing/prepress/inkOf.ts'
import { createRandom } from './simulation/random.ts'

/** A page of the corpus: how it is drawn, and what it is. */
export interface CorpusPage {
  name: string
  ink: Ink
}

export interface CorpusFile {
  bytes: Buffer
  pages: CorpusPage[]
}

/** With what the types of pdfkit do not know yet: inks with a name. */
type Doc = InstanceType<typeof Pdf> & {
  addSpotColor(name: string, cyan: number, magenta: number, yellow: number, black: number): void
}
type Draw = (doc: Doc, random: Random) => void | Promise<void>
type Random = (from: number, to: number) => number

const a4 = { width: 595, height: 842 }
const sentence = 'Every page tells its own story to whoever prints it. '

const text = (doc: Doc, size: number, lines = 30) =>
  doc.fontSize(size).text(sentence.repeat(lines), 60, 60, { width: 475, height: 700 })

const somewhere = (random: Random) => [random(60, 500), random(60, 780)] as const

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random(0, values.length))] as T

/** A picture with soft shapes and grain, as a scanner or a camera gives it. `tint` multiplies red, green and blue. */
async function picture(random: Random, tint: readonly [number, number, number], quality?: number) {
  const width = 320
  const height = 240
  const pixels = Buffer.alloc(width * height * 3)
  const [wave, slope] = [random(20, 60), random(0.2, 1)]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const light = 128 + 90 * Math.sin(x / wave) * Math.cos((y * slope) / wave) + random(-30, 30)
      for (let channel = 0; channel < 3; channel++)
        pixels[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, light * (tint[channel] as number)))
    }
  const image = sharp(pixels, { raw: { width, height, channels: 3 } })
  return quality === undefined
    ? image.png().toBuffer()
    : image.jpeg({ quality: Math.round(quality) }).toBuffer()
}

const black: Record<string, Draw> = {
  'black text': (doc, random) => void text(doc.fillColor('black'), random(6, 14)),
  'grey text': (doc, random) => void text(doc.fillColor(pick(random, ['#333333', '#666666', '#999999'])), 11),
  'rich black text': (doc, random) =>
    void text(
      doc.fillColor(
        pick(random, [
          [60, 40, 40, 100],
          [75, 68, 67, 90],
          [30, 30, 30, 100],
        ]),
      ),
      20,
      8,
    ),
  'rich black area': (doc, random) =>
    void doc.rect(...somewhere(random), 200, 90).fill(
      pick(random, [
        [60, 40, 40, 100],
        [50, 50, 50, 100],
      ]),
    ),
  'tint of black': (doc, random) =>
    void doc
      .rect(...somewhere(random), 150, 80)
      .fillColor([0, 0, 0, random(3, 100)])
      .fill(),
  'grey area in RGB': (doc, random) => {
    const level = Math.floor(random(0, 245))
    doc
      .rect(...somewhere(random), 150, 80)
      .fillColor([level, level, level])
      .fill()
  },
  'grey picture as RGB JPEG': async (doc, random) =>
    void doc.image(await picture(random, [1, 1, 1], random(30, 95)), 60, 60, { width: random(150, 470) }),
  'grey picture as RGB PNG': async (doc, random) =>
    void doc.image(await picture(random, [1, 1, 1]), 60, 60, { width: random(150, 470) }),
  'faint grey watermark': (doc, random) => {
    doc.fillColor('black')
    text(doc, 11, 10)
    doc.fillOpacity(random(0.05, 0.2)).fontSize(90).text('DRAFT', 120, 350).fillOpacity(1)
  },
  'white on black': (doc) => {
    doc.rect(50, 50, 495, 740).fill('black')
    text(doc.fillColor('white'), 12)
  },
  'black hairlines': (doc, random) => {
    for (let y = 80; y < 760; y += 20)
      doc.moveTo(60, y).lineTo(535, y).lineWidth(random(0.1, 1)).stroke('black')
  },
  'grey gradient': (doc, random) => {
    const [x, y] = somewhere(random)
    doc.rect(x, y, 200, 60).fill(
      doc
        .linearGradient(x, y, x + 200, y)
        .stop(0, 'black')
        .stop(1, 'white'),
    )
  },
  'spot colour that is black': (doc, random) => {
    doc.addSpotColor('House Black', 0, 0, 0, 100)
    doc.rect(...somewhere(random), 120, 60).fill('House Black')
  },
  'colour beyond the edge': (doc, random) => {
    text(doc.fillColor('black'), 11, 10)
    doc.rect(a4.width + random(10, 60), 100, 80, 80).fill('red')
  },
  'colour under white': (doc, random) => {
    const [x, y] = [random(100, 300), random(100, 500)]
    doc
      .rect(x, y, 60, 60)
      .fill('blue')
      .rect(x - 10, y - 10, 80, 80)
      .fill('white')
    doc.rect(60, 700, 300, 20).fill('black')
  },
}

const saturated = ['#d00000', '#0563c1', '#1a7f37', '#c2410c', '#7c3aed', '#c8a200'] as const

const color: Record<string, Draw> = {
  'a link among black text': (doc, random) => {
    text(doc.fillColor('black'), 11, 10)
    doc
      .fillColor(pick(random, saturated))
      .fontSize(11)
      .text('www.example.com', ...somewhere(random))
  },
  'navy text': (doc, random) =>
    void text(doc.fillColor(pick(random, ['#000080', '#1f3864', '#203040'])), random(8, 14)),
  'a small logo': (doc, random) => {
    text(doc.fillColor('black'), 11, 10)
    doc.circle(...somewhere(random), random(4, 8)).fill(pick(random, saturated))
  },
  'a dot of colour': (doc, random) => {
    text(doc.fillColor('black'), 11, 5)
    // 0.2 to 0.8 mm across.
    doc.circle(random(60, 500), random(500, 780), random(0.28, 1.13)).fill(pick(random, saturated))
  },
  'a thin coloured line': (doc, random) =>
    void doc
      .moveTo(60, random(60, 780))
      .lineTo(random(100, 535), random(60, 780))
      .lineWidth(random(0.2, 1))
      .stroke(pick(random, saturated)),
  'faint coloured watermark': (doc, random) => {
    text(doc.fillColor('black'), 11, 10)
    const ink = pick(random, ['red', 'blue', 'green', 'orange'])
    doc.fillOpacity(random(0.06, 0.2)).fillColor(ink).fontSize(90).text('DRAFT', 120, 350).fillOpacity(1)
  },
  'a spot colour': (doc, random) => {
    doc.addSpotColor('House Orange', 0, 65, 100, 0)
    doc.rect(...somewhere(random), random(10, 120), 20).fill('House Orange')
  },
  'a tint of one ink': (doc, random) => {
    const ink = Math.floor(random(0, 3))
    const inks = [0, 0, 0, 0].map((_, i) => (i === ink ? random(15, 100) : 0))
    doc.rect(...somewhere(random), 60, 30).fill(inks as [number, number, number, number])
  },
  'a colour photo': async (doc, random) =>
    void doc.image(await picture(random, [1, random(0.4, 0.8), random(0.3, 0.7)], random(40, 95)), 60, 60, {
      width: random(60, 470),
    }),
  'a sepia photo': async (doc, random) =>
    void doc.image(await picture(random, [1, 0.93, 0.8], random(40, 95)), 60, 60, { width: random(60, 470) }),
  'marker on black text': (doc, random) => {
    doc
      .fillOpacity(random(0.25, 0.6))
      .rect(60, random(70, 300), random(20, 200), 14)
      .fill('yellow')
      .fillOpacity(1)
    text(doc.fillColor('black'), 11, 10)
  },
  'coloured gradient': (doc, random) => {
    const [x, y] = somewhere(random)
    doc.rect(x, y, 200, 60).fill(
      doc
        .linearGradient(x, y, x + 200, y)
        .stop(0, pick(random, saturated))
        .stop(1, 'white'),
    )
  },
  'rich black with a coloured rule': (doc, random) => {
    text(doc.fillColor([60, 40, 40, 100]), 14, 8)
    doc.rect(60, 790, 475, random(0.5, 3)).fill(pick(random, saturated))
  },
}

const kinds: readonly [Ink, Record<string, Draw>][] = [
  ['black', black],
  ['color', color],
  ['none', { blank: () => undefined }],
]

/** PDF files whose pages are known to print in colour, in black, or nothing; the same in each run. */
export async function* preflightCorpus(files: number, seed = 1): AsyncGenerator<CorpusFile> {
  const { next } = createRandom(seed)
  const random: Random = (from, to) => from + next() * (to - from)
  for (let i = 0; i < files; i++) {
    const doc = new Pdf({ size: [a4.width, a4.height], margin: 0, autoFirstPage: false }) as Doc
    const parts: Buffer[] = []
    const ended = new Promise((resolve) =>
      doc.on('data', (part: Buffer) => parts.push(part)).on('end', resolve),
    )
    const pages: CorpusPage[] = []
    for (let page = 0; page < 3; page++) {
      const [ink, draws] = pick(random, [
        kinds[0],
        kinds[0],
        kinds[0],
        kinds[1],
        kinds[1],
        kinds[1],
        kinds[2],
      ]) as (typeof kinds)[0]
      const name = pick(random, Object.keys(draws))
      doc.addPage()
      await draws[name]?.(doc, random)
      pages.push({ name, ink })
    }
    doc.end()
    await ended
    yield { bytes: Buffer.concat(parts), pages }
  }
}
