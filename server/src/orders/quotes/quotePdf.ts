import type { Language } from '@our-print/contract/customer/languages.ts'
import type { Quote } from '@our-print/contract/orders/quotes.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, shorten } from '../../base/files/pdfText.ts'
import type { Sentence } from '../../customer/languages/sentences.ts'
import { type Texts, textsIn } from '../../customer/languages/texts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'

const margin = 20 * point
const amountWidth = 40 * point

const colors: Record<string, Sentence> = { bw: 'Black and white', color: 'Colour', mixed: 'Mixed colour' }
const bindings: Record<string, Sentence> = { staple: 'Stapled', spiral: 'Spiral bound', hard: 'Hard cover' }

/** A quote for the customer: who offers what to whom, for how much and until when. */
export function drawQuote(
  quote: Quote,
  contact: Configuration['contact'],
  language: Language,
): PDFKit.PDFDocument {
  const texts = textsIn(language)
  const { say, onPaper } = texts
  const { order, user_data, files } = quote
  const document = new Pdf({
    size: 'A4',
    margin,
    info: { Title: say('Quote {number}', { number: quote.number }), Author: contact.name },
  })
  if (texts.direction === 'rtl') mirror(document)
  const right = document.page.width - margin
  const room = right - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    document.fontSize(size).fillColor(tone)
    drawText(document, text, weight, { left: margin, width: room })
  }
  const gap = (millimetres: number) => {
    document.y += millimetres * point
  }
  const rule = () => {
    document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke('#bbbbbb')
    gap(3)
  }
  /** A text and an amount on one line, and on one page. */
  const row = (text: string, amount: string, weight: Weight = 'regular') => {
    if (document.y > document.page.height - margin - 8 * point) document.addPage()
    const top = document.y
    document.fontSize(11).fillColor('black')
    const shown = shorten(document, text, weight, room - amountWidth)
    drawText(document, shown, weight, { left: margin, top })
    const left = right - amountWidth
    drawText(document, amount, weight, { left, top, width: amountWidth, align: 'right' })
    gap(1.5)
  }

  line(contact.name, 18, 'bold')
  for (const text of [contact.address, contact.phone, contact.email])
    if (text) line(text, 9, 'regular', '#555555')
  gap(8)
  line(say('Quote {number}', { number: quote.number }), 22, 'bold')
  gap(1)
  const until = texts.day(quote.valid_until)
  line(say('{day} · valid until {until}', { day: texts.day(quote.priced_on), until }), 11)
  gap(6)
  line(say('For|whom it is for'), 9, 'regular', '#555555')
  const name = `${user_data.first_name} ${user_data.last_name}`.trim()
  line(name, 13, 'bold')
  line([user_data.mobile, user_data.email].filter(Boolean).join(' · '), 10)
  gap(6)
  line(order.title, 13, 'bold')
  line(choicesText(quote, texts), 11)
  gap(3)
  for (const { name: file, page_count, page_ranges } of files)
    line(
      `${texts.isolate(file)} – ${page_ranges ? say('pages {ranges} of {count}', { ranges: page_ranges, count: page_count }) : texts.count('pages', page_count)}`,
      10,
    )
  gap(3)
  line(
    order.pickup
      ? say('Picked up at the shop')
      : say('Delivered to {address}', { address: addressText(order.address) }),
    10,
  )
  gap(6)
  rule()
  for (const { text, amount } of quote.prices) row(texts.word(text), onPaper(amount))
  const { coupon_code: code } = order
  if (quote.discount > 0) row(code ? say('Coupon {code}', { code }) : say('Coupon'), onPaper(-quote.discount))
  if (quote.tax > 0) row(say('Tax'), onPaper(quote.tax))
  gap(1)
  rule()
  row(say('To pay'), onPaper(quote.payable), 'bold')
  gap(8)
  line(
    say('We keep these prices until {day}. Tell us that you agree, and we begin to print.', { day: until }),
    10,
  )
  document.end()
  return document
}

function choicesText({ order, pdf_page_count }: Quote, { say, word, count }: Texts): string {
  const { copies, color, sides, paper_size, binding, layout } = order
  return [
    count('pages', pdf_page_count),
    count('copies', copies),
    word(colors[color] ?? color).toLowerCase(),
    say(sides === 'double' ? 'Double-sided' : 'Single-sided').toLowerCase(),
    paper_size,
    ...(layout === '1-up' ? [] : [layout]),
    ...(binding === 'none' ? [] : [word(bindings[binding] ?? binding).toLowerCase()]),
  ].join(', ')
}

const addressText = (address: Quote['order']['address']) =>
  address
    ? [address.line1, address.line2, address.city, address.state, address.pincode].filter(Boolean).join(', ')
    : ''
