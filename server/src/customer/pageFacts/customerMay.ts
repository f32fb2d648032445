import { hash } from 'node:crypto'
import type { CustomerAct } from '@our-print/contract/customer/orderPage.ts'
import { preflightWarnings, type SayWarning } from '@our-print/contract/printing/preflightWarnings.ts'
import { isHere, type PageFacts, type PageSource } from './pageFacts.queries.ts'

type File = PageFacts['files'][number]

/** What the check of a file found, a sentence each, in English unless said otherwise; none where it was not checked yet. */
export const warningsOf = (
  { id, report }: File,
  { paper_size }: Pick<PageFacts, 'paper_size'>,
  say?: SayWarning,
) => (report ? preflightWarnings({ file: id, ...report }, paper_size, say) : [])

/** Stands for what the check found in these files, whatever language it is told in: another file or finding has another one. */
export function findingsOf(order: Pick<PageFacts, 'files' | 'paper_size'>): string {
  const found = order.files.map((file) => [file.id, warningsOf(file, order)])
  return hash('sha256', JSON.stringify(found), 'base64url')
}

/** While nothing of it is printed, the customer may change what is printed. */
export const isOpen = ({ status, is_open_to_change }: Pick<PageFacts, 'status' | 'is_open_to_change'>) =>
  status === 'confirmed' && is_open_to_change

/** What the customer may do now. The acts themselves ask it again, with the order locked. */
export function actsOf({ order, configuration, windows }: PageSource): CustomerAct[] {
  const { status, files } = order
  const isToAnswer = files.some((file) => file.approved_at === null && warningsOf(file, order).length > 0)
  const may: Record<CustomerAct, boolean> = {
    approve: isOpen(order) && isToAnswer,
    // Another price would need the office: one by hand stays, however many pages come instead.
    files: isOpen(order) && !order.is_priced_by_hand,
    note: isHere(order),
    recipient: isHere(order),
    window: windows.length > 0,
    cancel: isOpen(order) && configuration.customer_cancels !== 'never' && !order.has_open_request,
    again: status === 'delivered' && !order.has_open_request,
    report: status === 'delivered' && !order.has_open_complaint,
  }
  return (Object.keys(may) as CustomerAct[]).filter((act) => may[act])
}
