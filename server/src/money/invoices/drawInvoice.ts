import Pdf from 'pdfkit'
import { formatDay } from '../../base/database/days.ts'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point, shorten } from '../../rewards/qrCodes/drawCode.ts'
import type { InvoiceRow } from './invoices.queries.ts'
import { addressOf, money, percent, registrationOf, titleOf } from './invoiceTexts.ts'
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
  const { seller, buyer_data: buyer, number, taxes, total, currency } = invoice
  const title = titleOf(invoice)
  const document = new Pdf({
    size: 'A4',
    margin,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    font: '',
    lang: 'en',
    info: { Title: `${title} ${number}`, CreationDate: new Date(invoice.issued_at) },
  })
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

  const write = (text: string, left: number, size: number, weight: Weight, tone = 'black') => {
    const shown = useFontFor(document, text, weight)
    document
      .fontSize(size)
      .fillColor(tone)
      .text(shown, left, document.y, { width: right - left })
  }
  const line = (text: string, size = 10, weight: Weight = 'regular', tone = 'black') =>
    write(text, margin, size, weight, tone)
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
    const room = right - margin - (columns.code + 12) * point
    document.text(
      shorten(document, useFontFor(document, first, weight), cells.length > 2 ? room : room + 50 * point),
      margin,
      top,
      {
        lineBreak: false,
      },
    )
    for (const [fromRight, text] of cells) {
      const shown = useFontFor(document, text, weight)
      const edge = right - fromRight * point
      document.text(shown, edge - document.widthOfString(shown), top, { lineBreak: false })
    }
    document.y = top + size * 1.2 + 1.2 * point
  }
  const heads = () => {
    row(
      'What',
      [
        [columns.code, invoice.seller.country_code === 'IN' ? 'HSN/SAC' : 'Code'],
        [columns.rate, 'Tax'],
        [columns.net, 'Net'],
        [columns.tax, 'Tax amount'],
        [columns.total, 'Total'],
      ],
      'bold',
      small,
    )
    rule()
  }

  line(seller.name, 16, 'bold')
  for (const text of [...addressOf(seller), ...registrationOf(seller)]) line(text, 9, 'regular', muted)
  gap(7)
  line(`${title} ${number}`, 20, 'bold')
  line(formatDay(invoice.day), 10.5)
  if (invoice.credits_number) line(`Corrects invoice ${invoice.credits_number}: ${invoice.reason}`, 10.5)
  if (invoice.month) line(`For the month until the end of ${monthOf(invoice.month)}`, 10.5)
  gap(5)
  line('For', small, 'regular', muted)
  line(buyer.name, 12, 'bold')
  for (const text of [...addressOf(buyer), ...registrationOf(buyer)]) line(text, 9.5)
  if (buyer.state) line(`Place of supply: ${buyer.state}`, 9.5)
  gap(6)

  heads()
  let order: number | undefined
  for (const each of invoice.lines) {
    if (each.order_number !== order) {
      order = each.order_number
      row(`Order ${order}`, [], 'bold')
    }
    row(each.text, [
      [columns.code, each.code],
      [columns.rate, percent(each.rate)],
      [columns.net, money(each.net)],
      [columns.tax, money(each.tax)],
      [columns.total, money(each.total)],
    ])
    if (each.discount > 0) row(`after a discount of ${money(each.discount)}`, [], 'regular', small)
  }
  gap(1)
  rule()
  row('Net', [[0, money(invoice.net)]])
  for (const { net, parts } of taxes)
    for (const { name, rate, amount } of parts)
      row(`${name} ${percent(rate)} on ${money(net)}`, [[0, money(amount)]])
  row(`Total ${currency}`, [[0, money(total)]], 'bold', 12)
  gap(6)
  if (invoice.prices_contain_tax && invoice.tax > 0) line('Prices contain the tax.', small, 'regular', muted)

  const { count } = document.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    document.switchToPage(page)
    const shown = useFontFor(document, `${number} · page ${page + 1} of ${count}`, 'regular')
    document.fontSize(small).fillColor(muted)
    document.text(shown, margin, document.page.height - margin + 2 * point - small, { lineBreak: false })
  }
  finish(document)
  document.end()
  return document
}

const monthOf = (day: string) => formatDay(day).replace(/^\d+ /, '')
