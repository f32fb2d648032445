import type { OrderRequest, RequestKind, RequestStatus } from '@our-print/contract/customer/orderRequests.ts'

export const statusLabels: Record<RequestStatus, string> = {
  open: 'Open',
  accepted: 'Accepted',
  declined: 'Declined',
}

export const kindLabels: Record<RequestKind, string> = {
  new: 'New order',
  again: 'Same order again',
  cancel: 'Cancel an order',
}

/** What a request is about: 'Thesis', '#1023 Thesis' */
export const aboutText = ({ wanted, order }: Pick<OrderRequest, 'wanted' | 'order'>) =>
  order ? `#${order.number} ${order.title}` : (wanted?.title ?? '')
