import type { VoucherStatement } from '@our-print/contract/rewards/voucherStatements.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point, shorten } from '../qrCodes/drawCode.ts'

const margin = 20 * point
const columnWidth = 19 * point
const dueWidth = 28 * point

const headings = ['Opening', 'Received', 'Sold', 'Voided', 'Expired', 'Closing']

type Codes = Pick<
  VoucherStatement,
  'opening' | 'received' | 'sold' | 'voided' | 'expired' | 'closing' | 'due'
>

/** The statement of a month for the company: what happened to its codes, and what is due for them. */
export function drawStatement(
  statement: VoucherStatement,
  contact: Configuration['contact'],
): PDFKit.PDFDocument {
  const title = `Vouchers of ${statement.client_name}, ${statement.month}`
  const document = new Pdf({
    size: 'A4',
    layout: 'landscape',
    margin,
    info: { Title: title, Author: contact.name },
  })
  const right = document.page.width - margin
  const nameWidth = right - margin - headings.length * columnWidth - dueWidth

  const line = (text: string, size: number, weight: Weight = 'regular') => {
    document
      .fontSize(size)
      .fillColor('black')
      .text(useFontFor(document, text, weight), margin, document.y)
  }
  const row = (name: string, cells: readonly string[], due: string, weight: Weight = 'regular') => {
    if (document.y > document.page.height - margin - 20) document.addPage()
    const top = document.y
    document.fontSize(10)
    const shown = useFontFor(document, name, weight)
    document.text(shorten(document, shown, nameWidth - 8), margin, top, { lineBreak: false })
    cells.forEach((cell, at) => {
      const left = margin + nameWidth + at * columnWidth
      document.text(useFontFor(document, cell, weight), left, top, { width: columnWidth, align: 'right' })
    })
    document.text(useFontFor(document, due, weight), right - dueWidth, top, {
      width: dueWidth,
      align: 'right',
    })
    document.y = top + 16
  }
  const codesOf = ({ opening, received, sold, voided, expired, closing }: Codes) =>
    [opening, received, -sold, -voided, -expired, closing].map((codes) =>
      (codes || 0).toLocaleString('en-IN'),
    )

  line(contact.name, 16, 'bold')
  line(title, 13, 'bold')
  document.y += 12
  row('Voucher', headings, 'Due', 'bold')
  for (const each of statement.lines)
    row(each.voucher_detail ?? 'Deleted vouchers', codesOf(each), money(each.due))
  row('Together', codesOf(statement), money(statement.due), 'bold')
  document.end()
  return document
}

/** The fonts have no sign of the rupee. */
const money = (rupees: number) =>
  `Rs ${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
