import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { DueFilter, PrintedPart } from '@our-print/contract/orders/promises.ts'

/** What the tags of an order say. */
export type Tagged = {
  status: OrderStatus
  promised_at: string | null
  window_from?: string | null
  is_ready?: boolean
}

export const dueLabels: Record<DueFilter, string> = {
  late: 'Late',
  soon: 'Due within the hour',
  at_risk: 'Will be late',
}

export const printedLabels: Record<PrintedPart, string> = {
  none: 'Not printed',
  part: 'Partly printed',
  all: 'Printed',
}
