import type { PushKind, PushMessage } from '@our-print/contract/shop/pushKinds.ts'

/** What is chosen on the screen. */
export const pushKindLabels: Record<PushKind, string> = {
  order_given: 'An order becomes yours',
  order_taken: 'An order is no longer yours',
  note: 'A note names you',
  lead: 'A lead comes in',
  printer_stopped: 'A printer stops',
  cash_difference: 'Cash differs from what it should be',
}

/** What a notice says, and the screen that it opens. */
export function noticeOf({ kind, record, number, many }: PushMessage): { title: string; address: string } {
  const order = number === null ? `${many} orders` : `Order ${number}`
  const be = number === null ? 'are' : 'is'
  const notices: Record<PushKind, { title: string; address: string }> = {
    order_given: { title: `${order} ${be} yours now`, address: record ? `/order/${record}` : '/round' },
    order_taken: { title: `${order} ${be} no longer yours`, address: '/round' },
    note: { title: `A note for you on order ${number}`, address: `/order/${record}` },
    lead: { title: 'A new lead', address: '/leads' },
    printer_stopped: { title: 'A printer stopped', address: '/printers' },
    cash_difference: { title: 'Cash differs from what it should be', address: record ? '/cash' : '/days' },
  }
  return notices[kind]
}
