import { toPaise } from '@our-print/contract/orders/price.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, widthOf } from '../../base/files/pdfText.ts'
import { figures, textsIn } from '../../customer/languages/texts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { addressOf, percent, registrationOf, titleOf } from './invoiceTexts.ts'

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
  const { seller, buyer_data: buyer, number, taxes, credits_number, reason } = invoice
  const texts = textsIn(invoice.language)
  const { say } = texts
  const document = new Pdf({
    size: [width, height],
    margins: { top: margin, left: margin, right: margin, bottom: 0 },
    info: {
      Title: `${titleOf(invoice, texts)} ${number}`,
      Author: seller.name,
      CreationDate: new Date(invoice.issued_at),
    },
  })
  if (texts.direction === 'rtl') mirror(document)
  const room = width - 2 * margin
  const line = (text: string, size = 9, weight: Weight = 'regular', align: 'left' | 'center' = 'left') => {
    document.fontSize(size)
    drawText(document, text, weight, { left: margin, width: room, align })
  }
  const row = (text: string, amount: string, weight: Weight = 'regular', size = 9) => {
    document.fontSize(size)
    const taken = widthOf(document, amount, weight)
    const top = document.y
    drawText(document, amount, weight, { left: width - margin - taken, top })
    drawText(document, text, weight, { left: margin, top, width: room - taken - 2 * point })
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
  for (const text of [...addressOf(seller), ...registrationOf(seller, texts)])
    line(text, 8, 'regular', 'center')
  rule()
  line(`${titleOf(invoice, texts)} ${number}`, 10, 'bold')
  line(texts.day(invoice.day), 8)
  if (credits_number) line(say('Corrects {number}: {reason}', { number: credits_number, reason }), 8)
  line(buyer.name, 8)
  for (const text of registrationOf(buyer, texts)) line(text, 8)
  rule()
  let order: number | null = null
  for (const each of invoice.lines) {
    if (each.order_number !== null && each.order_number !== order) {
      order = each.order_number
      line(say('Order {number}', { number: order }), 8, 'bold')
    }
    row(each.text, figures(each.total))
  }
  rule()
  row(say('Net'), figures(invoice.net), 'regular', 8)
  for (const { parts } of taxes)
    for (const { name, rate, amount } of parts) row(`${name} ${percent(rate)}`, figures(amount), 'regular', 8)
  row(say('Total {currency}', { currency: invoice.currency }), figures(invoice.total), 'bold', 11)
  if (invoice.paid > 0) {
    row(say('Paid'), figures(invoice.paid), 'regular', 8)
    row(say('To pay'), figures((toPaise(invoice.total) - toPaise(invoice.paid)) / 100), 'bold')
  }
  return { document, end: document.y }
}
