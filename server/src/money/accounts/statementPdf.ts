import type { Language } from '@our-print/contract/customer/languages.ts'
import type { Statement } from '@our-print/contract/money/accounts.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import type { Weight } from '../../base/files/pdfFonts.ts'
import { drawText, mirror, shorten } from '../../base/files/pdfText.ts'
import { type Texts, textsIn } from '../../customer/languages/texts.ts'
import { point } from '../../rewards/qrCodes/drawCode.ts'

const margin = 18 * point
const widths = { day: 24 * point, amount: 28 * point, balance: 32 * point }

type Line = Statement['lines'][number]

/** The statement of an account for whom it is of: what was delivered, what was paid, and what is left. */
export function drawStatement(
  { name, from_date, to_date, opening, closing, lines }: Statement,
  contact: Configuration['contact'],
  language: Language,
): PDFKit.PDFDocument {
  const texts = textsIn(language)
  const { say, onPaper } = texts
  const info = { Title: `${say('Statement')} ${name}`, Author: contact.name }
  const document = new Pdf({ size: 'A4', margin, info })
  if (texts.direction === 'rtl') mirror(document)
  const right = document.page.width - margin
  const bottom = document.page.height - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    document.fontSize(size).fillColor(tone)
    drawText(document, text, weight, { left: margin, width: right - margin })
  }
  const row = (
    cells: { day: string; text: string; amount: string; balance: string },
    weight: Weight = 'regular',
  ) => {
    if (document.y > bottom - 8 * point) document.addPage()
    const top = document.y
    document.fontSize(9.5).fillColor('black')
    const room = right - margin - widths.day - widths.amount - widths.balance
    drawText(document, cells.day, weight, { left: margin, top })
    const text = shorten(document, cells.text, weight, room)
    drawText(document, text, weight, { left: margin + widths.day, top })
    const amounts = [
      [cells.amount, right - widths.balance - widths.amount, widths.amount],
      [cells.balance, right - widths.balance, widths.balance],
    ] as const
    for (const [amount, left, width] of amounts)
      drawText(document, amount, weight, { left, top, width, align: 'right' })
    document.y = top + 6 * point
  }
  const rule = () => {
    document.moveTo(margin, document.y).lineTo(right, document.y).lineWidth(0.5).stroke('#bbbbbb')
    document.y += 2 * point
  }

  line(contact.name, 16, 'bold')
  for (const text of [contact.address, contact.phone, contact.email])
    if (text) line(text, 9, 'regular', '#555555')
  document.y += 7 * point
  line(say('Statement of account'), 20, 'bold')
  line(say('{from} to {until}', { from: texts.day(from_date), until: texts.day(to_date) }), 11)
  document.y += 4 * point
  line(name, 13, 'bold')
  document.y += 5 * point
  row({ day: say('Day'), text: '', amount: say('Amount'), balance: say('Balance') }, 'bold')
  rule()
  row({ day: '', text: say('Opening balance'), amount: '', balance: onPaper(opening) }, 'bold')
  for (const { day, amount, balance, ...shown } of lines)
    if (amount !== null)
      row({
        day: day ? texts.day(day) : '',
        text: textOf(shown, texts),
        amount: onPaper(amount),
        balance: onPaper(balance),
      })
  rule()
  row({ day: '', text: say('Closing balance'), amount: '', balance: onPaper(closing) }, 'bold')
  document.y += 4 * point
  line(
    closing > 0
      ? say('To pay: {amount}', { amount: onPaper(closing) })
      : closing < 0
        ? say('Paid ahead: {amount}', { amount: onPaper(-closing) })
        : say('All is paid.'),
    12,
    'bold',
  )
  document.end()
  return document
}

function textOf(line: Omit<Line, 'day' | 'amount' | 'balance'>, { say, word }: Texts): string {
  const { kind, order_number, payment_number, text, method, reference } = line
  const [number, order] = [payment_number ?? '', order_number]
  const ofOrder = { number: order ?? '' }
  if (kind === 'order') return `${say('Order {number}', ofOrder)} · ${text}`
  if (kind === 'complaint') return say('Complaint about order {number}', ofOrder)
  if (kind === 'reopened') return `${say('Delivery of order {number} undone', ofOrder)} · ${text}`
  if (kind === 'invoice' || kind === 'credit_note') {
    const document = `${say(kind === 'invoice' ? 'Invoice' : 'Credit note')} ${reference}`
    return [document, say('Order {number}', ofOrder), text].filter(Boolean).join(' · ')
  }
  const what =
    kind === 'refund'
      ? order === null
        ? say('Paid back {number}', { number })
        : say('Paid back {number}, order {order}', { number, order })
      : order === null
        ? say('Payment {number}', { number })
        : say('Payment {number}, order {order}', { number, order })
  return [what, method && word(methodLabel(method)), reference, text].filter(Boolean).join(' · ')
}
