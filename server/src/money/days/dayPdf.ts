import type { Language } from '@our-print/contract/customer/languages.ts'
import type { ShopDay } from '@our-print/contract/money/days.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, shorten } from '../../base/files/pdfText.ts'
import { figures, textsIn } from '../../customer/languages/texts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'
import { sectionsOf } from './dayTexts.ts'

const margin = 20 * point
const cellWidth = 26 * point
const rowHeight = 6 * point

/** The report of a day on paper, with room for two signatures. */
export function drawDay({ report, closing }: ShopDay, shop: string, language: Language): PDFKit.PDFDocument {
  const texts = textsIn(language)
  const { say } = texts
  const title = say('Day report {day}', { day: texts.day(report.day) })
  const document = new Pdf({ size: 'A4', margin, info: { Title: title, Author: shop } })
  if (texts.direction === 'rtl') mirror(document)
  const right = document.page.width - margin
  const bottom = document.page.height - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    document.fontSize(size).fillColor(tone)
    drawText(document, text, weight, { left: margin, width: right - margin })
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
    drawText(document, shorten(document, name, weight, start - margin), weight, { left: margin, top })
    for (const [at, amount] of amounts.entries()) {
      const text = shorten(document, amount, weight, cellWidth - 4)
      const left = start + at * cellWidth
      drawText(document, text, weight, { left, top, width: cellWidth, align: 'right' })
    }
    document.y = top + rowHeight
  }

  line(shop, 10, 'regular', '#555555')
  line(title, 20, 'bold')
  const closed = closing && say('Closed by {name}', { name: closing.closed_by.full_name })
  line(closed ?? say('Not closed yet'), 10, 'regular', '#555555')
  for (const section of sectionsOf(report, texts)) {
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
    line(say('Note: {note}', { note: report.note }), 10)
  }
  if (closing) {
    document.y += 8 * point
    roomFor(40 * point)
    line(say('Signed by {name}', { name: closing.signed_by?.full_name ?? '______________________' }), 10)
    document.y += 4 * point
    line(say('Seal {seal}', { seal: closing.seal }), 8, 'regular', '#555555')
  }
  document.end()
  return document
}

const textOf = (cell: string | number | null) => (typeof cell === 'number' ? figures(cell) : (cell ?? '–'))
