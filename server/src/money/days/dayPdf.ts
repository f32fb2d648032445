import type { ShopDay } from '@our-print/contract/money/days.ts'
import Pdf from 'pdfkit'
import { formatDay } from '../../base/database/days.ts'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point, shorten } from '../../rewards/qrCodes/drawCode.ts'
import { sectionsOf } from './dayTexts.ts'

const margin = 20 * point
const cellWidth = 26 * point
const rowHeight = 6 * point

/** The report of a day on paper, with room for two signatures. */
export function drawDay({ report, closing }: ShopDay, shop: string): PDFKit.PDFDocument {
  const title = `Day report ${formatDay(report.day)}`
  const document = new Pdf({ size: 'A4', margin, info: { Title: title, Author: shop } })
  const right = document.page.width - margin
  const bottom = document.page.height - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    const shown = useFontFor(document, text, weight)
    document
      .fontSize(size)
      .fillColor(tone)
      .text(shown, margin, document.y, { width: right - margin })
  }
  const roomFor = (height: number) => {
    if (document.y + height > bottom) document.addPage()
  }
  const cells = (texts: string[], weight: Weight, tone = 'black') => {
    roomFor(rowHeight)
    const top = document.y
    const [name = '', ...amounts] = texts
    const start = right - amounts.length * cellWidth
    document.fontSize(10).fillColor(tone)
    const shown = useFontFor(document, name, weight)
    document.text(shorten(document, shown, start - margin), margin, top, { lineBreak: false })
    for (const [at, amount] of amounts.entries()) {
      const text = shorten(document, useFontFor(document, amount, weight), cellWidth - 4)
      document.text(text, start + at * cellWidth, top, { width: cellWidth, align: 'right', lineBreak: false })
    }
    document.y = top + rowHeight
  }

  line(shop, 10, 'regular', '#555555')
  line(title, 20, 'bold')
  line(closing ? `Closed by ${closing.closed_by.full_name}` : 'Not closed yet', 10, 'regular', '#555555')
  for (const section of sectionsOf(report)) {
    if (section.rows.length === 0) continue
    document.y += 5 * point
    roomFor(4 * rowHeight)
    cells([section.title, ...section.columns], 'bold')
    document
      .moveTo(margin, document.y - 4)
      .lineTo(right, document.y - 4)
      .lineWidth(0.5)
      .stroke('#bbbbbb')
    for (const row of section.rows) cells(row.map(textOf), 'regular')
  }
  if (report.note) {
    document.y += 5 * point
    line(`Note: ${report.note}`, 10)
  }
  if (closing) {
    document.y += 8 * point
    roomFor(40 * point)
    line(`Signed by ${closing.signed_by?.full_name ?? '______________________'}`, 10)
    document.y += 4 * point
    line(`Seal ${closing.seal}`, 8, 'regular', '#555555')
  }
  document.end()
  return document
}

const textOf = (cell: string | number | null) =>
  typeof cell === 'number'
    ? cell.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    : (cell ?? '–')
