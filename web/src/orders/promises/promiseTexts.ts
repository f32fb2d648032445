import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { PrintedPart } from '@our-print/contract/orders/promises.ts'

/** What the tags of an order say. */
export type Tagged = { status: OrderStatus; promised_at: string | null; is_ready?: boolean }

export const printedLabels: Record<PrintedPart, string> = {
  none: 'Not printed',
  part: 'Partly printed',
  all: 'Printed',
}
