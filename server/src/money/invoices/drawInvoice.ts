import { toPaise } from '@our-print/contract/orders/price.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, shorten, widthOf } from '../../base/files/pdfText.ts'
import { figures, textsIn } from '../../customer/languages/texts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { addressOf, isOfVouchers, percent, registrationOf, titleOf } from './invoiceTexts.ts'
import { writeXmlPart } from './writeXml.ts'

const margin = 18 * point
const small = 8.5
const muted = '#555555'

/** Columns of the table of lines, in millimetres from the right edge; amounts end there. */
const columns = { code: 98, rate: 76, net: 52, tax: 26, total: 0 }

/** An invoice or credit note on A4, as PDF/A-3. What is added to the document is added by `finish`. */
export function drawInvoice(
  invoice: InvoiceRow,
  finish: (document: PDFKit.PDFDocument) => void = () => {},
): PDFKit.PDFDocument {
  const { seller, buyer_data: buyer, number, taxes, total, paid, currency } = invoice
  const texts = textsIn(invoice.language)
  const { say } = texts
  const title = titleOf(invoice, texts)
  const document = new Pdf({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    font: '',
    lang: texts.language,
    info: { Title: `${title} ${number}`, CreationDate: new Date(invoice.issued_at) },
  })
  if (texts.direction === 'rtl') mirror(document)
  // PDFKit would write a name with & as it is, which is no XML.
  document.appendXML(
    writeXmlPart('rdf:Description', {
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      '@rdf:about': '',
      'dc:creator': { 'rdf:Seq': { 'rdf:li': seller.name } },
    }),
  )
  const right = document.page.width - margin
  const bottom = document.page.height - margin - 10 * point

  const line = (text: string, size = 10, weight: Weight = 'regular', tone = 'black') => {
    document.fontSize(size).fillColor(tone)
    drawText(document, text, weight, { left: margin, width: right - margin })
  }
  const gap = (millimetres: number) => {
    document.y += millimetres * point
  }
  const rule = () => {
    document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke('#bbbbbb')
    gap(2)
  }
  /** Texts on one line, each ending at its distance from the right edge, after one that begins at the left. */
  const row = (first: string, cells: [number, string][], weight: Weight = 'regular', size = 9.5) => {
    if (document.y > bottom) {
      document.addPage()
      heads()
    }
    const top = document.y
    document.fontSize(size).fillColor('black')
    const room = right - margin - (columns.code + 18) * point
    const shown = shorten(document, first, weight, cells.length > 2 ? room : room + 50 * point)
    drawText(document, shown, weight, { left: margin, top })
    for (const [fromRight, text] of cells) {
      const left = right - fromRight * point - widthOf(document, text, weight)
      drawText(document, text, weight, { left, top })
    }
    document.y = top + size * 1.2 + 1.2 * point
  }
  const heads = () => {
    row(
      say('What|is charged for'),
      [
        [columns.code, invoice.seller.country_code === 'IN' ? 'HSN/SAC' : say('Code')],
        [columns.rate, say('Tax')],
        [columns.net, say('Net')],
        [columns.tax, say('Tax amount')],
        [columns.total, say('Total')],
      ],
      'bold',
      small,
    )
    rule()
  }

  line(seller.name, 16, 'bold')
  for (const text of [...addressOf(seller), ...registrationOf(seller, texts)]) line(text, 9, 'regular', muted)
  gap(7)
  line(`${title} ${number}`, 20, 'bold')
  line(texts.day(invoice.day), 10.5)
  const { credits_number, reason, month } = invoice
  if (credits_number)
    line(say('Corrects invoice {number}: {reason}', { number: credits_number, reason }), 10.5)
  if (month && isOfVouchers(invoice))
    line(say('Vouchers of {company}, {month}', { company: seller.name, month: texts.month(month) }), 10.5)
  else if (month) line(say('For the month until the end of {month}', { month: texts.month(month) }), 10.5)
  gap(5)
  line(say('For|whom it is for'), small, 'regular', muted)
  line(buyer.name, 12, 'bold')
  for (const text of [...addressOf(buyer), ...registrationOf(buyer, texts)]) line(text, 9.5)
  if (buyer.state && !isOfVouchers(invoice))
    line(say('Place of supply: {state}', { state: buyer.state }), 9.5)
  gap(6)

  heads()
  let order: number | null = null
  for (const each of invoice.lines) {
    if (each.order_number !== null && each.order_number !== order) {
      order = each.order_number
      row(say('Order {number}', { number: order }), [], 'bold')
    }
    row(each.text, [
      [columns.code, each.code],
      [columns.rate, percent(each.rate)],
      [columns.net, figures(each.net)],
      [columns.tax, figures(each.tax)],
      [columns.total, figures(each.total)],
    ])
    if (each.discount > 0)
      row(say('after a discount of {amount}', { amount: figures(each.discount) }), [], 'regular', small)
  }
  gap(1)
  rule()
  row(say('Net'), [[0, figures(invoice.net)]])
  for (const { net, parts } of taxes)
    for (const { name, rate, amount } of parts)
      row(say('{tax} on {amount}', { tax: `${name} ${percent(rate)}`, amount: figures(net) }), [
        [0, figures(amount)],
      ])
  row(say('Total {currency}', { currency }), [[0, figures(total)]], 'bold', 12)
  if (paid > 0) {
    row(say('Paid'), [[0, figures(paid)]])
    row(say('To pay'), [[0, figures((toPaise(total) - toPaise(paid)) / 100)]], 'bold')
  }
  gap(6)
  if (invoice.prices_contain_tax && invoice.tax > 0)
    line(say('Prices contain the tax.'), small, 'regular', muted)

  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    document.fontSize(small).fillColor(muted)
    const text = say('{number} · page {page} of {count}', { number, page: page + 1, count })
    const top = document.page.height - margin + 2 * point - small
    drawText(document, text, 'regular', { left: margin, top })
  }
  finish(document)
  document.end()
  return document
}
