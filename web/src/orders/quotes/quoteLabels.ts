import type { QuoteStatus } from '@our-print/contract/orders/quotes.ts'

export const quoteLabels: Record<QuoteStatus, string> = {
  open: 'Open',
  expired: 'Expired',
  confirmed: 'Confirmed',
  withdrawn: 'Withdrawn',
}
