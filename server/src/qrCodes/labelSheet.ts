import { setImmediate as nextTurn } from 'node:timers/promises'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { invalid } from '../http/problem.ts'

export type Label = { url: string; code: number; company: string }
export type Layout = { size: number; columns: number; copies: number }

// Millimetres, as people measure paper.
const page = { width: 210, height: 297, margin: 8 }
const point = 72 / 25.4
const quietModules = 4
const textHeight = 9
const maxLabels = 2000

type Modules = boolean[][]

/** Refuses a layout that does not fit, before the first byte is sent. */
export function checkLayout(labels: Label[], layout: Layout): void {
  if (labels.length * layout.copies > maxLabels) {
    throw invalid('copies', `At most ${maxLabels.toLocaleString('en')} labels at once`)
  }
  const most = Math.floor(usable.width / Math.max(...labels.map(({ url }) => sideOf(encodeUrl(url), layout))))
  if (layout.columns > most) {
    throw invalid(
      'columns',
      `At ${layout.size} mm at most ${most} ${most === 1 ? 'column fits' : 'columns fit'}`,
    )
  }
}

const usable = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin }

/** The highest error correction, because printed labels get scratched. */
const encodeUrl = (url: string): Modules => encode(url, { ecc: 'H', border: 0 }).data

/** The side of a QR code with the quiet zone that scanners need around it. */
const sideOf = (modules: Modules, { size }: Layout) => size + (2 * quietModules * size) / modules.length

/** An A4 sheet of labels with code, number and company, as vector graphics. */
export function drawLabels(labels: Label[], layout: Layout): PDFKit.PDFDocument {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: 'QR code labels' },
  })
  void draw(document, labels, layout).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return document
}

async function draw(document: PDFKit.PDFDocument, labels: Label[], layout: Layout): Promise<void> {
  const codes = labels.map((label) => ({ label, modules: encodeUrl(label.url) }))
  const cellWidth = usable.width / layout.columns
  const cellHeight = Math.max(...codes.map(({ modules }) => sideOf(modules, layout))) + textHeight
  const rows = Math.floor(usable.height / cellHeight)
  const perPage = layout.columns * rows
  let place = 0
  for (const { label, modules } of codes) {
    for (let copy = 0; copy < layout.copies; copy++) {
      if (place % perPage === 0) {
        // One page for each turn of the event loop, so that other requests are not blocked.
        await nextTurn()
        document.addPage()
      }
      const [row, column] = [Math.floor((place % perPage) / layout.columns), place % layout.columns]
      document.save()
      document.scale(point)
      document.translate(page.margin + column * cellWidth, page.margin + row * cellHeight)
      drawLabel(document, label, modules, layout, cellWidth)
      document.restore()
      place++
    }
  }
}

function drawLabel(
  document: PDFKit.PDFDocument,
  { code, company }: Label,
  modules: Modules,
  layout: Layout,
  width: number,
): void {
  const side = sideOf(modules, layout)
  drawModules(document, modules, layout.size / modules.length, {
    left: (width - layout.size) / 2,
    top: (side - layout.size) / 2,
  })
  document.font('Helvetica-Bold').fontSize(4)
  drawCentred(document, String(code), width, side - 1, side)
  document.font('Helvetica').fontSize(3)
  drawCentred(document, printable(company), width, side + 3.5, side)
}

// Only characters of the standard PDF fonts; others would need an embedded font.
const printable = (text: string) =>
  text.normalize('NFC').replace(/[^ -~\u00a0-\u00ffŒœŠšŽžŸƒ‘’“”–—…•€™]/gu, '')

/** One centred line, shortened to the width of the QR code. */
function drawCentred(
  document: PDFKit.PDFDocument,
  text: string,
  width: number,
  top: number,
  widest: number,
): void {
  let shown = text.trim()
  while (document.widthOfString(shown) > widest) shown = `${shown.replace(/.?…?$/u, '').trimEnd()}…`
  document.text(shown, (width - document.widthOfString(shown)) / 2, top, { lineBreak: false })
}

/** Draws all dark modules as one shape with a rectangle for each run: no visible seams, and a tenth of the file size. */
function drawModules(
  document: PDFKit.PDFDocument,
  modules: Modules,
  module: number,
  { left, top }: { left: number; top: number },
): void {
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (!row[x] || row[x - 1]) continue
      let end = x
      while (row[end]) end++
      document.rect(left + x * module, top + y * module, (end - x) * module, module)
    }
  }
  document.fill('black')
}
