import type { Quote } from '@our-print/contract/orders/quotes.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import { formatDay } from '../../base/database/days.ts'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point, shorten } from '../../rewards/qrCodes/drawCode.ts'

const margin = 20 * point
const amountWidth = 40 * point

const colors: Record<string, string> = { bw: 'Black and white', color: 'Colour', mixed: 'Mixed colour' }
const bindings: Record<string, string> = { staple: 'stapled', spiral: 'spiral bound', hard: 'hard cover' }

/** A quote for the customer: who offers what to whom, for how much and until when. */
export function drawQuote(quote: Quote, contact: Configuration['contact']): PDFKit.PDFDocument {
  const { order, user_data, files } = quote
  const document = new Pdf({
    size: 'A4',
    margin,
    info: { Title: `Quote ${quote.number}`, Author: contact.name },
  })
  const right = document.page.width - margin
  const room = right - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    const shown = useFontFor(document, text, weight)
    document.fontSize(size).fillColor(tone).text(shown, margin, document.y, { width: room })
  }
  const gap = (millimetres: number) => {
    document.y += millimetres * point
  }
  const rule = () => {
    document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke('#bbbbbb')
    gap(3)
  }
  /** A text and an amount on one line. */
  const row = (text: string, amount: string, weight: Weight = 'regular') => {
    const top = document.y
    const shown = useFontFor(document, text, weight)
    document.fontSize(11).fillColor('black')
    document.text(shorten(document, shown, room - amountWidth), margin, top, { lineBreak: false })
    document.text(useFontFor(document, amount, weight), right - amountWidth, top, {
      width: amountWidth,
      align: 'right',
    })
    gap(1.5)
  }

  line(contact.name, 18, 'bold')
  for (const text of [contact.address, contact.phone, contact.email])
    if (text) line(text, 9, 'regular', '#555555')
  gap(8)
  line(`Quote ${quote.number}`, 22, 'bold')
  gap(1)
  line(`${formatDay(quote.priced_on)} · valid until ${formatDay(quote.valid_until)}`, 11)
  gap(6)
  line('For', 9, 'regular', '#555555')
  const name = `${user_data.first_name} ${user_data.last_name}`.trim()
  line(name, 13, 'bold')
  line([user_data.mobile, user_data.email].filter(Boolean).join(' · '), 10)
  gap(6)
  line(order.title, 13, 'bold')
  line(choicesText(quote), 11)
  gap(3)
  for (const { name: file, page_count, page_ranges } of files)
    line(`${file} – ${page_ranges ? `pages ${page_ranges} of ${page_count}` : pages(page_count)}`, 10)
  gap(3)
  line(order.pickup ? 'Picked up at the shop' : `Delivered to ${addressText(order.address)}`, 10)
  gap(6)
  rule()
  for (const { text, amount } of quote.prices) row(text, money(amount))
  if (quote.discount > 0) row(`Coupon ${order.coupon_code ?? ''}`.trim(), `-${money(quote.discount)}`)
  gap(1)
  rule()
  row('To pay', money(quote.payable), 'bold')
  gap(8)
  line(
    `We keep these prices until ${formatDay(quote.valid_until)}. Tell us that you agree, and we begin to print.`,
    10,
  )
  document.end()
  return document
}

const pages = (count: number) => `${count} ${count === 1 ? 'page' : 'pages'}`

function choicesText({ order, pdf_page_count }: Quote): string {
  const { copies, color, sides, paper_size, binding, layout } = order
  return [
    pages(pdf_page_count),
    `${copies} ${copies === 1 ? 'copy' : 'copies'}`,
    (colors[color] ?? color).toLowerCase(),
    sides === 'double' ? 'double-sided' : 'single-sided',
    paper_size,
    ...(layout === '1-up' ? [] : [layout]),
    ...(binding === 'none' ? [] : [bindings[binding] ?? binding]),
  ].join(', ')
}

const addressText = (address: Quote['order']['address']) =>
  address
    ? [address.line1, address.line2, address.city, address.state, address.pincode].filter(Boolean).join(', ')
    : ''

/** The fonts have no sign of the rupee. */
const money = (rupees: number) =>
  `Rs ${rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
