import type { Language } from '@our-print/contract/customer/languages.ts'
import type { VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, shorten } from '../../base/files/pdfText.ts'
import { textsIn } from '../../customer/languages/texts.ts'
import { point } from '../qrCodes/drawCode.ts'

const margin = 20 * point
const columnWidth = 19 * point
const dueWidth = 28 * point

const headings = ['Opening', 'Received', 'Sold', 'Voided', 'Expired', 'Closing'] as const

type Codes = Pick<
  VoucherStatement,
  'opening' | 'received' | 'sold' | 'voided' | 'expired' | 'closing' | 'due'
>

/** The statement of a month for the company: what happened to its codes, and what is due for them. */
export function drawStatement(
  statement: VoucherStatement,
  contact: Configuration['contact'],
  language: Language,
): PDFKit.PDFDocument {
  const texts = textsIn(language)
  const { say, onPaper } = texts
  const { client_name: company, month } = statement
  const title = say('Vouchers of {company}, {month}', { company, month })
  const document = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin,
    info: { Title: title, Author: contact.name },
  })
  if (texts.direction === 'rtl') mirror(document)
  const right = document.page.width - margin
  const nameWidth = right - margin - headings.length * columnWidth - dueWidth

  const line = (text: string, size: number, weight: Weight = 'regular') => {
    document.fontSize(size).fillColor('black')
    drawText(document, text, weight, { left: margin, width: right - margin })
  }
  const row = (name: string, cells: readonly string[], due: string, weight: Weight = 'regular') => {
    if (document.y > document.page.height - margin - 20) document.addPage()
    const top = document.y
    document.fontSize(10)
    drawText(document, shorten(document, name, weight, nameWidth - 8), weight, { left: margin, top })
    cells.forEach((cell, at) => {
      const left = margin + nameWidth + at * columnWidth
      drawText(document, cell, weight, { left, top, width: columnWidth, align: 'right' })
    })
    drawText(document, due, weight, { left: right - dueWidth, top, width: dueWidth, align: 'right' })
    document.y = top + 16
  }
  const codesOf = ({ opening, received, sold, voided, expired, closing }: Codes) =>
    [opening, received, -sold, -voided, -expired, closing].map((codes) =>
      (codes || 0).toLocaleString('en-IN'),
    )

  line(contact.name, 16, 'bold')
  line(title, 13, 'bold')
  document.y += 12
  row(
    say('Voucher'),
    headings.map((each) => say(each)),
    say('Due'),
    'bold',
  )
  for (const each of statement.lines)
    row(each.voucher_detail ?? say('Deleted vouchers'), codesOf(each), onPaper(each.due))
  row(say('Together'), codesOf(statement), onPaper(statement.due), 'bold')
  document.end()
  return document
}
