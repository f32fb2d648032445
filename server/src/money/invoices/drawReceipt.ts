import Pdf from 'pdfkit'
import { formatDay } from '../../base/database/days.ts'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { addressOf, money, percent, registrationOf, titleOf } from './invoiceTexts.ts'

const [width, margin] = [80 * point, 5 * point]

/** The same for a roll of 80 mm: one page as long as it needs to be. */
export function drawReceipt(invoice: InvoiceRow): PDFKit.PDFDocument {
  const measured = draw(invoice, 20_000)
  measured.document.end()
  const { document } = draw(invoice, measured.end + margin)
  document.end()
  return document
}

function draw(invoice: InvoiceRow, height: number) {
  const { seller, buyer_data: buyer, number, taxes } = invoice
  const document = new Pdf({
    size: [width, height],
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    info: {
      Title: `${titleOf(invoice)} ${number}`,
      Author: seller.name,
      CreationDate: new Date(invoice.issued_at),
    },
  })
  const room = width - 2 * margin
  const line = (text: string, size = 9, weight: Weight = 'regular', align: 'left' | 'center' = 'left') => {
    const shown = useFontFor(document, text, weight)
    document.fontSize(size).text(shown, margin, document.y, { width: room, align })
  }
  const row = (text: string, amount: string, weight: Weight = 'regular', size = 9) => {
    const value = useFontFor(document, amount, weight)
    document.fontSize(size)
    const taken = document.widthOfString(value)
    const top = document.y
    document.text(value, width - margin - taken, top, { lineBreak: false })
    document.text(useFontFor(document, text, weight), margin, top, { width: room - taken - 2 * point })
  }
  const rule = () => {
    document.y += 1 * point
    document
      .moveTo(margin, document.y)
      .lineTo(width - margin, document.y)
      .lineWidth(0.5)
      .stroke('black')
    document.y += 1.5 * point
  }
  line(seller.name, 12, 'bold', 'center')
  for (const text of [...addressOf(seller), ...registrationOf(seller)]) line(text, 8, 'regular', 'center')
  rule()
  line(`${titleOf(invoice)} ${number}`, 10, 'bold')
  line(formatDay(invoice.day), 8)
  if (invoice.credits_number) line(`Corrects ${invoice.credits_number}: ${invoice.reason}`, 8)
  line(buyer.name, 8)
  for (const text of registrationOf(buyer)) line(text, 8)
  rule()
  let order: number | undefined
  for (const each of invoice.lines) {
    if (each.order_number !== order) {
      order = each.order_number
      line(`Order ${order}`, 8, 'bold')
    }
    row(each.text, money(each.total))
  }
  rule()
  row('Net', money(invoice.net), 'regular', 8)
  for (const { parts } of taxes)
    for (const { name, rate, amount } of parts) row(`${name} ${percent(rate)}`, money(amount), 'regular', 8)
  row(`Total ${invoice.currency}`, money(invoice.total), 'bold', 11)
  return { document, end: document.y }
}
