import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import Pdf from 'pdfkit'
import { inspectPage } from '../../server/src/prepress/inspectPage.ts'
import { openToPrint } from '../../server/src/prepress/openToPrint.ts'
import { loadPdfium } from '../../server/src/prepress/pdfium.ts'
import { preflightCorpus } from '../../server/test/preflightCorpus.ts'
import { qrCorpus } from '../../server/test/qrCorpus.ts'
import type { Row, Section } from './part.ts'

/** What a program saw on the pages of a file; undefined in place of one that it cannot tell. */
type Look = { colors: (boolean | undefined)[]; cpuMs: number }
type Looker = { name: string; look: (path: string, bytes: Buffer) => Promise<Look | undefined> }

const files = 200
const run = promisify(execFile)

/** Colour pages found by ours, by pdftoppm and by Ghostscript's ink coverage, on pages of known truth. */
export async function measurePreflight(): Promise<Section> {
  const pdfium = await loadPdfium()
  const folder = await mkdtemp(join(tmpdir(), 'our-print-preflight-'))
  const ours: Looker = {
    name: 'ours',
    async look(_, bytes) {
      const before = process.cpuUsage()
      const document = await openToPrint(pdfium, bytes)
      if (!document) return undefined
      const colors: boolean[] = []
      for (let i = 0; i < document.pageCount; i++)
        colors.push((await inspectPage(document, i))?.ink === 'color')
      document.close()
      const { user, system } = process.cpuUsage(before)
      return { colors, cpuMs: (user + system) / 1000 }
    },
  }
  const lookers = [ours, ...(await installed([pdftoppm, inkcov]))]
  const scores = new Map(lookers.map(({ name }) => [name, emptyScore()]))
  try {
    const path = join(folder, 'file.pdf')
    for await (const { bytes, pages } of preflightCorpus(files)) {
      await writeFile(path, bytes)
      for (const { name, look } of lookers) {
        const score = scores.get(name)
        if (score)
          addTo(
            score,
            pages.map(({ ink }) => ink === 'color'),
            await look(path, bytes),
          )
      }
    }
    const hundred = await hundredPages()
    await writeFile(path, hundred)
    const row = async ({ name, look }: Looker): Promise<Row> => {
      const seen = await look(path, hundred)
      const score = scores.get(name) ?? emptyScore()
      const seconds = (seen?.cpuMs ?? Number.NaN) / 1000
      return {
        work: `colour pages: ${name}`,
        measured: `recall ${percent(score.found, score.missed)}, precision ${percent(score.found, score.invented)}; ${(score.cpuMs / score.pages).toFixed(1)} ms of CPU time a page`,
        beside: `page counts exact in ${score.exact} of ${files} files; 100 mixed pages in ${seconds.toFixed(1)} s of CPU time`,
        ...(name === 'ours' && {
          target: '≥ 99 %, all files, ≤ 10 s',
          isKept:
            score.found >= 0.99 * (score.found + Math.max(score.missed, score.invented)) &&
            score.exact === files &&
            seconds <= 10,
        }),
      }
    }
    const rows: Row[] = []
    for (const looker of lookers) rows.push(await row(looker))
    return { about: about(lookers), rows: [...rows, await codesRow()] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }

  async function codesRow(): Promise<Row> {
    const score = { found: 0, missed: 0, invented: 0, pages: 0, cpuMs: 0 }
    for await (const { bytes, problem } of qrCorpus(5, 3)) {
      const document = await openToPrint(pdfium, bytes)
      if (!document) continue
      const before = process.cpuUsage()
      const seen = (await inspectPage(document, 0))?.unreadable_codes ?? []
      const { user, system } = process.cpuUsage(before)
      document.close()
      score.cpuMs += (user + system) / 1000
      score.pages++
      if (problem) score[seen.length > 0 ? 'found' : 'missed']++
      else if (seen.length > 0) score.invented++
    }
    return {
      work: 'QR codes that a phone would not read',
      measured: `recall ${percent(score.found, score.missed)}, precision ${percent(score.found, score.invented)} on ${score.pages} pages; ${Math.round(score.cpuMs / score.pages)} ms of CPU time a page`,
      target: '≥ 95 %',
      isKept: score.found >= 0.95 * (score.found + Math.max(score.missed, score.invented)),
    }
  }
}

const about = (lookers: Looker[]) =>
  `${files} PDF files of known truth, three pages each, read by ours (colour, blank pages, margins, pictures, fonts and QR codes) and by ${lookers.length > 1 ? 'programs that tell colour alone: `pdftoppm` draws at 60 pixels an inch, a pixel of colour as ours; `gs -sDEVICE=inkcov` reports cyan, magenta and yellow above 0' : 'nothing else: `pdftoppm` and `gs` are not installed'}. CPU time, with that of the programs’ start.`

const emptyScore = () => ({ found: 0, missed: 0, invented: 0, exact: 0, pages: 0, cpuMs: 0 })

function addTo(score: ReturnType<typeof emptyScore>, truth: boolean[], seen: Look | undefined): void {
  score.pages += truth.length
  score.cpuMs += seen?.cpuMs ?? 0
  if (seen?.colors.length === truth.length) score.exact++
  for (const [i, isColor] of truth.entries()) {
    const found = seen?.colors[i] ?? false
    if (isColor) score[found ? 'found' : 'missed']++
    else if (found) score.invented++
  }
}

const percent = (found: number, wrong: number) => `${((100 * found) / (found + wrong)).toFixed(1)} %`

/** Draws all pages as PPM pictures, and looks for one pixel whose colours are more than 7 apart. */
const pdftoppm: Looker = {
  name: '`pdftoppm -r 60`',
  async look(path) {
    const { output, cpuMs } = await timed('pdftoppm', ['-r', '60', path])
    const before = process.cpuUsage()
    const colors: boolean[] = []
    for (let at = 0; at < output.length; ) {
      const header = /^P6\s(\d+)\s(\d+)\s255\s/.exec(output.toString('latin1', at, at + 40))
      if (!header) break
      const start = at + header[0].length
      const end = start + 3 * Number(header[1]) * Number(header[2])
      colors.push(hasColor(output.subarray(start, end)))
      at = end
    }
    const { user, system } = process.cpuUsage(before)
    return { colors, cpuMs: cpuMs + (user + system) / 1000 }
  },
}

function hasColor(pixels: Buffer): boolean {
  for (let i = 0; i + 2 < pixels.length; i += 3) {
    const [red, green, blue] = [pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0]
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 7) return true
  }
  return false
}

const inkcov: Looker = {
  name: '`gs -sDEVICE=inkcov`',
  async look(path) {
    const { output, cpuMs } = await timed('gs', [
      '-q',
      '-dSAFER',
      '-dBATCH',
      '-dNOPAUSE',
      '-sDEVICE=inkcov',
      '-o',
      '-',
      path,
    ])
    const lines = output.toString().match(/^\s*[\d.]+\s+[\d.]+\s+[\d.]+\s+[\d.]+\s+CMYK/gm) ?? []
    const colors = lines.map((line) =>
      line
        .trim()
        .split(/\s+/)
        .slice(0, 3)
        .some((ink) => Number(ink) > 0),
    )
    return { colors, cpuMs }
  },
}

const commands = new Map([
  [pdftoppm, ['pdftoppm', '-v']],
  [inkcov, ['gs', '--version']],
])

async function installed(lookers: Looker[]): Promise<Looker[]> {
  const there = await Promise.all(
    lookers.map((looker) => {
      const [command = '', ...given] = commands.get(looker) ?? []
      return run(command, given).then(
        () => true,
        () => false,
      )
    }),
  )
  return lookers.filter((_, i) => there[i])
}

/** Runs a program; the shell's `times` tells the CPU time of its children. */
async function timed(command: string, given: string[]): Promise<{ output: Buffer; cpuMs: number }> {
  const { stdout, stderr } = await run('/bin/sh', ['-c', '"$0" "$@"; times >&2', command, ...given], {
    encoding: 'buffer',
    maxBuffer: 1024 ** 3,
  })
  const children = stderr.toString().trim().split('\n').at(-1) ?? ''
  const cpuMs = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60_000 + Number(seconds) * 1000,
    0,
  )
  return { output: stdout, cpuMs }
}

/** Text, drawings and a picture with grain on every other page. */
async function hundredPages(): Promise<Buffer> {
  const corpus: Buffer[] = []
  const doc = new Pdf({ size: 'A4', margin: 50, autoFirstPage: false })
  const { promise, resolve } = Promise.withResolvers<void>()
  doc.on('data', (part: Buffer) => corpus.push(part)).on('end', resolve)
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const picture = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer()
  for (let page = 0; page < 100; page++) {
    doc.addPage().text('Every page tells its own story to whoever prints it. '.repeat(30))
    if (page % 2 === 0) doc.image(picture, 60, 400, { width: 400 })
  }
  doc.end()
  await promise
  return Buffer.concat(corpus)
}
