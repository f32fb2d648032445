import type { OrderPage } from '@our-print/contract/customer/orderPage.ts'
import { paymentCode } from '@our-print/contract/money/paymentCode.ts'
import { type Texts, textsIn } from '../languages/texts.ts'
import { actsOf, isOpen, warningsOf } from '../pageFacts/customerMay.ts'
import { isHere, type PageFacts, type PageSource, thumbnailsOf } from '../pageFacts/pageFacts.queries.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'
import { bindingTexts, colorTexts, sidesTexts } from '../publicPages/optionTexts.ts'

/** The page of an order, from what is known of it. Programs that ask for it get English. */
export function composePage(code: string, source: PageSource, texts = textsIn('en')): OrderPage {
  const { order, configuration, stopsBefore } = source
  const { contact } = configuration
  const shown = thumbnailsOf(order.files)
  const isDue = order.due > 0 && order.status !== 'cancelled' && !order.is_on_account
  const isPrinting = isHere(order) && order.sheets_done > 0
  return {
    number: order.number,
    title: order.title,
    status: order.status,
    shop: contact,
    steps: stepsOf(order, texts),
    printing:
      isPrinting && order.printed !== 'all'
        ? { sheets_done: Math.min(order.sheets_done, order.sheets), sheets: order.sheets }
        : null,
    promised_at: order.promised_at,
    window_from: order.window_from,
    windows: source.windows,
    promise_moved: movedOf(order, texts),
    files: order.files.map((file, at) => ({
      name: file.name,
      page_count: file.page_count,
      page_ranges: file.page_ranges,
      thumbnails: (shown[at] ?? []).map((page) => `/o/${code}/pages/${at + 1}/${page}`),
      warnings: isOpen(order) ? warningsOf(file, order, texts.fill) : [],
      approved_at: file.approved_at,
    })),
    options: [
      texts.count('copies', order.copies),
      texts.say(colorTexts[order.color]),
      texts.say(sidesTexts[order.sides]),
      order.paper_size,
      ...(order.layout === '1-up'
        ? []
        : [
            order.layout === 'booklet'
              ? texts.say('Booklet')
              : texts.count('pagesASide', Number(order.layout.slice(0, 1))),
          ]),
      ...(order.binding === 'none' ? [] : [texts.say(bindingTexts[order.binding])]),
    ],
    notes: order.notes,
    amount: order.amount,
    discount: order.discount,
    tax: order.tax,
    payable: order.payable,
    paid: order.paid,
    due: order.status === 'cancelled' ? 0 : order.due,
    on_account: order.is_on_account,
    payment_code: isDue
      ? (paymentCode(configuration, { amount: order.due, number: order.number }) ?? null)
      : null,
    payee: configuration.payee_name,
    documents: order.invoices.flatMap(({ id, number, kind }) => {
      const to = (file: string) => `/o/${code}/invoices/${id}/${file}`
      const invoice = { kind, number, url: to('pdf') }
      return kind === 'invoice'
        ? [invoice, { kind: 'receipt' as const, number, url: to('receipt') }]
        : [invoice]
    }),
    courier:
      order.status === 'out-for-delivery' && order.courier
        ? { first_name: order.courier, stops_before: stopsBefore }
        : null,
    pickup:
      order.pickup && order.status !== 'delivered' && order.status !== 'cancelled'
        ? { place: contact.address, code: order.pickup_code, is_ready: order.is_ready }
        : null,
    asked: order.last_request,
    acts: actsOf(source),
    version: order.version,
  }
}

type Steps = OrderPage['steps']

function stepsOf(order: PageFacts, { say }: Texts): Steps {
  const { status, pickup } = order
  const taken = { text: say('Order taken'), isDone: true, at: order.created_at }
  if (status === 'cancelled')
    return [
      { text: taken.text, at: taken.at, state: 'done' },
      { text: say('Cancelled'), at: order.cancelled_at, state: 'done' },
    ]
  const isOver = status === 'delivered'
  const isOut = status === 'out-for-delivery' || isOver
  const last = pickup
    ? [
        {
          text: say('Ready to be fetched'),
          isDone: isOver || order.is_ready || status === 'out-for-delivery',
          at: order.is_ready || isOver ? order.ready_at : null,
        },
        { text: say('Fetched'), isDone: isOver, at: order.delivered_at },
      ]
    : [
        { text: say('On its way'), isDone: isOut, at: isOut ? order.out_for_delivery_at : null },
        { text: say('Delivered'), isDone: isOver, at: order.delivered_at },
      ]
  const isPrinted = order.printed === 'all' || last[0]?.isDone === true
  const all = [taken, { text: say('Printed'), isDone: isPrinted, at: order.printed_at }, ...last]
  const now = all.findIndex(({ isDone }) => !isDone)
  return all.map(({ text, isDone, at }, index) => ({
    text,
    at,
    state: isDone ? 'done' : index === now ? 'now' : 'next',
  }))
}

/** A promise that was moved, with the reason as far as the order itself tells it. */
function movedOf(order: PageFacts, { say }: Texts): OrderPage['promise_moved'] {
  const { moved_from, moved_by, promised_at, attempts, was_changed, status } = order
  if (!moved_from || !promised_at || status === 'delivered' || status === 'cancelled') return null
  if (moved_by === customerActor.id) return { from: moved_from, why: say('You chose another time.') }
  if (Date.parse(promised_at) <= Date.parse(moved_from))
    return { from: moved_from, why: say('It will be there earlier.') }
  if (attempts > 0) return { from: moved_from, why: say('We came, but could not hand it over.') }
  if (was_changed) return { from: moved_from, why: say('The order was changed after it was taken.') }
  return { from: moved_from, why: say('The shop needs more time for it. We are sorry.') }
}
