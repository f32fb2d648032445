import type { Statement } from '@our-print/contract/money/accounts.ts'
import { type PaymentMethod, paymentMethodLabels } from '@our-print/contract/money/paymentTerms.ts'
import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import Pdf from 'pdfkit'
import { formatDay } from '../../base/database/days.ts'
import { useFontFor, type Weight } from '../../base/files/pdfFonts.ts'
import { point, shorten } from '../../rewards/qrCodes/drawCode.ts'

const margin = 18 * point
const widths = { day: 24 * point, amount: 28 * point, balance: 32 * point }

type Line = Statement['lines'][number] & { day: string | null }

/** The statement of an account for whom it is of: what was delivered, what was paid, and what is left. */
export function drawStatement(
  { name, from_date, to_date, opening, closing }: Statement,
  lines: readonly Line[],
  contact: Configuration['contact'],
): PDFKit.PDFDocument {
  const document = new Pdf({ size: 'A4', margin, info: { Title: `Statement ${name}`, Author: contact.name } })
  const right = document.page.width - margin
  const bottom = document.page.height - margin

  const line = (text: string, size: number, weight: Weight = 'regular', tone = 'black') => {
    document.fontSize(size).fillColor(tone)
    document.text(useFontFor(document, text, weight), margin, document.y, { width: right - margin })
  }
  const row = (
    cells: { day: string; text: string; amount: string; balance: string },
    weight: Weight = 'regular',
  ) => {
    if (document.y > bottom - 8 * point) document.addPage()
    const top = document.y
    document.fontSize(9.5).fillColor('black')
    const room = right - margin - widths.day - widths.amount - widths.balance
    document.text(useFontFor(document, cells.day, weight), margin, top, { lineBreak: false })
    const text = shorten(document, useFontFor(document, cells.text, weight), room)
    document.text(text, margin + widths.day, top, { lineBreak: false })
    const amounts = [
      [cells.amount, right - widths.balance - widths.amount, widths.amount],
      [cells.balance, right - widths.balance, widths.balance],
    ] as const
    for (const [amount, left, width] of amounts)
      document.text(useFontFor(document, amount, weight), left, top, { width, align: 'right' })
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
  line('Statement of account', 20, 'bold')
  line(`${formatDay(from_date)} to ${formatDay(to_date)}`, 11)
  document.y += 4 * point
  line(name, 13, 'bold')
  document.y += 5 * point
  row({ day: 'Day', text: '', amount: 'Amount', balance: 'Balance' }, 'bold')
  rule()
  row({ day: '', text: 'Opening balance', amount: '', balance: money(opening) }, 'bold')
  for (const { day, amount, balance, ...shown } of lines)
    if (amount !== null)
      row({
        day: day ? formatDay(day) : '',
        text: textOf(shown),
        amount: money(amount),
        balance: money(balance),
      })
  rule()
  row({ day: '', text: 'Closing balance', amount: '', balance: money(closing) }, 'bold')
  document.y += 4 * point
  line(
    closing > 0
      ? `To pay: ${money(closing)}`
      : closing < 0
        ? `Paid ahead: ${money(-closing)}`
        : 'All is paid.',
    12,
    'bold',
  )
  document.end()
  return document
}

function textOf({
  kind,
  order_number,
  payment_number,
  text,
  method,
  reference,
}: Omit<Line, 'day' | 'amount' | 'balance'>) {
  const of = order_number === null ? '' : `, order ${order_number}`
  if (kind === 'order') return `Order ${order_number ?? ''} · ${text}`
  const how = method && (paymentMethodLabels[method as PaymentMethod] ?? method)
  const what = kind === 'refund' ? 'Paid back' : 'Payment'
  return [`${what} ${payment_number ?? ''}${of}`, how, reference, text].filter(Boolean).join(' · ')
}

/** The fonts have no sign of the rupee. */
const money = (rupees: number) =>
  `${rupees < 0 ? '-' : ''}Rs ${Math.abs(rupees).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
