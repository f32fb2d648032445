import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '@our-print/contract/customer/languages.ts'
import type { getQrLabels } from '@our-print/contract/rewards/qrCodes.ts'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import type { z } from 'zod'
import { drawText, type Face, shorten, widthOf } from '../../base/files/pdfText.ts'
import { invalid } from '../../base/http/problem.ts'
import { textsIn } from '../../customer/languages/texts.ts'
import { drawModules, type Modules, point } from './drawCode.ts'

export type Label = { url: string; code: number; company: string }
export type Layout = Omit<z.output<typeof getQrLabels.schema.querystring>, 'qr_id'>

// Millimetres, as people measure paper.
const page = { width: 210, height: 297, margin: 8 }
const quietModules = 4
const textHeight = 9
const maxLabels = 2000
/** Free space inside a label: label sheets move a little in a printer. */
const padding = 1
/** A code below this size cannot be scanned reliably. */
const smallest = 10

type Code = { label: Label; modules: Modules }

/** Where the labels of a page are. The pitch is the distance from one label to the next. */
type Grid = {
  columns: number
  rows: number
  left: number
  top: number
  width: number
  height: number
  pitchX: number
  pitchY: number
}

/** The usual label sheets for A4, by labels a page. */
const sheets: Record<'24' | '40' | '65', Grid> = {
  24: { columns: 3, rows: 8, left: 0, top: 0.5, width: 70, height: 37, pitchX: 70, pitchY: 37 },
  40: { columns: 4, rows: 10, left: 0, top: 0, width: 52.5, height: 29.7, pitchX: 52.5, pitchY: 29.7 },
  65: { columns: 5, rows: 13, left: 4.65, top: 10.7, width: 38.1, height: 21.2, pitchX: 40.65, pitchY: 21.2 },
}

/** Refuses a layout that does not fit, before the first byte is sent. */
export function checkLayout(labels: Label[], layout: Layout): void {
  if (labels.length * layout.copies > maxLabels) {
    throw invalid('copies', `At most ${maxLabels.toLocaleString('en')} labels at once`)
  }
  const codes = labels.map(encodeLabel)
  const grid = gridOf(codes, layout)
  if (layout.sheet === 'plain') {
    const most = Math.floor(
      usable.width / Math.max(...codes.map(({ modules }) => sideOf(modules, layout.size))),
    )
    if (layout.columns > most) {
      throw invalid(
        'columns',
        `At ${layout.size} mm at most ${most} ${most === 1 ? 'column fits' : 'columns fit'}`,
      )
    }
    return
  }
  const right = grid.left + (grid.columns - 1) * grid.pitchX + grid.width
  const bottom = grid.top + (grid.rows - 1) * grid.pitchY + grid.height
  // A tenth of a millimetre is below what a printer keeps.
  if (right > page.width + 0.1) throw invalid('columns', `These columns need ${round(right)} mm, A4 has 210`)
  if (bottom > page.height + 0.1) throw invalid('rows', `These rows need ${round(bottom)} mm, A4 has 297`)
  if (Math.min(...codes.map(({ modules }) => fittingSize(modules, grid))) < smallest) {
    const side = grid.height < grid.width ? 'height' : 'width'
    throw invalid(side, `The code would be smaller than ${smallest} mm`)
  }
  if (layout.used >= grid.columns * grid.rows) {
    throw invalid('used', `A page has ${grid.columns * grid.rows} labels`)
  }
}

const round = (millimetres: number) => Math.round(millimetres * 10) / 10

const usable = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin }

function gridOf(codes: Code[], layout: Layout): Grid {
  const { sheet, columns, rows, width, height, left, top, gap_x, gap_y } = layout
  if (sheet === 'own') {
    return { columns, rows, left, top, width, height, pitchX: width + gap_x, pitchY: height + gap_y }
  }
  if (sheet !== 'plain') return sheets[sheet]
  const cell = {
    width: usable.width / columns,
    height: Math.max(...codes.map(({ modules }) => sideOf(modules, layout.size))) + textHeight,
  }
  return {
    ...cell,
    columns,
    rows: Math.floor(usable.height / cell.height),
    left: page.margin,
    top: page.margin,
    pitchX: cell.width,
    pitchY: cell.height,
  }
}

const encodeLabel = (label: Label): Code => ({ label, modules: encodeUrl(label.url) })

/** The highest error correction, because printed labels get scratched. */
const encodeUrl = (url: string): Modules => encode(url, { ecc: 'H', border: 0 }).data

/** The side of a QR code with the quiet zone that scanners need around it. */
const sideOf = (modules: Modules, size: number) => size + (2 * quietModules * size) / modules.length

/** The size of the code that fills a label with its quiet zone. */
const fittingSize = (modules: Modules, { width, height }: Grid) =>
  ((Math.min(width, height) - 2 * padding) * modules.length) / (modules.length + 2 * quietModules)

/** An A4 sheet of labels with code, number and company, as vector graphics. */
export function drawLabels(labels: Label[], layout: Layout, language: Language): PDFKit.PDFDocument {
  const document = new Pdf({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    info: { Title: textsIn(language).say('QR code labels') },
  })
  void draw(document, labels, layout).then(
    () => document.end(),
    (error: unknown) => document.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return document
}

async function draw(document: PDFKit.PDFDocument, labels: Label[], layout: Layout): Promise<void> {
  const codes = labels.map(encodeLabel)
  const grid = gridOf(codes, layout)
  const isPlain = layout.sheet === 'plain'
  const perPage = grid.columns * grid.rows
  const first = isPlain ? 0 : layout.used
  let place = first
  for (const code of codes) {
    for (let copy = 0; copy < layout.copies; copy++) {
      if (place === first || place % perPage === 0) {
        // One page for each turn of the event loop, so that other requests are not blocked.
        await nextTurn()
        document.addPage()
        if (isPlain && layout.marks) drawCutMarks(document, grid)
      }
      const [row, column] = [Math.floor((place % perPage) / grid.columns), place % grid.columns]
      document.save()
      document.scale(point)
      document.translate(grid.left + column * grid.pitchX, grid.top + row * grid.pitchY)
      if (isPlain) drawAbove(document, code, layout.size, grid)
      else drawBeside(document, code, grid)
      document.restore()
      place++
    }
  }
}

/** Plain paper: the text below the code. */
function drawAbove(
  document: PDFKit.PDFDocument,
  { label: { code, company }, modules }: Code,
  size: number,
  { width }: Grid,
): void {
  const side = sideOf(modules, size)
  drawModules(document, modules, size / modules.length, { left: (width - size) / 2, top: (side - size) / 2 })
  const centred = (text: string, face: Face, top: number) => {
    const shown = shorten(document, text, face, side)
    drawText(document, shown, face, { left: (width - widthOf(document, shown, face)) / 2, top })
  }
  document.fontSize(4)
  centred(String(code), 'Helvetica-Bold', side - 1)
  document.fontSize(3)
  centred(company, 'Helvetica', side + 3.5)
}

/** A label: as large a code as fits, and the text beside it where there is room. */
function drawBeside(
  document: PDFKit.PDFDocument,
  { label: { code, company }, modules }: Code,
  grid: Grid,
): void {
  const size = fittingSize(modules, grid)
  const side = sideOf(modules, size)
  const quiet = (side - size) / 2
  drawModules(document, modules, size / modules.length, {
    left: padding + quiet,
    top: (grid.height - size) / 2,
  })
  const room = grid.width - side - 2 * padding
  if (room < 6) return
  const left = padding + side
  const write = (text: string, face: Face, top: number) =>
    drawText(document, shorten(document, text, face, room), face, { left, top })
  document.fontSize(4)
  write(String(code), 'Helvetica-Bold', grid.height / 2 - 4.5)
  document.fontSize(3)
  write(company, 'Helvetica', grid.height / 2 + 0.5)
}

/** Short lines at the edge of the paper and crosses between the labels, along which to cut. */
function drawCutMarks(document: PDFKit.PDFDocument, grid: Grid): void {
  const arm = 2
  document.save()
  document.scale(point).lineWidth(0.1)
  for (let row = 0; row <= grid.rows; row++) {
    for (let column = 0; column <= grid.columns; column++) {
      const [x, y] = [grid.left + column * grid.pitchX, grid.top + row * grid.pitchY]
      document.moveTo(x - arm, y).lineTo(x + arm, y)
      document.moveTo(x, y - arm).lineTo(x, y + arm)
    }
  }
  document.stroke('black')
  document.restore()
}
