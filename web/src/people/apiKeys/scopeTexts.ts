import type { Scope } from '@our-print/contract/people/apiKeys.ts'

/** What each scope allows, in the words of the shop. */
export const scopeTexts: Record<Scope, { label: string; hint: string }> = {
  'orders:read': { label: 'See orders', hint: 'Orders, their files and history' },
  'orders:write': { label: 'Take and change orders', hint: 'New orders with files, status, cancellation' },
  'leads:write': { label: 'Send leads', hint: 'New leads, and their status' },
  'vouchers:write': { label: 'Manage and sell vouchers', hint: 'Codes, imports, purchases with coins' },
  'users:write': { label: 'Create and change customers', hint: 'Also finds customers' },
  'payments:write': { label: 'Take payments', hint: 'Takes and reverses payments, and reads them' },
  'coupons:read': { label: 'Check coupons', hint: 'The list, and what a code gives' },
  'webhooks:manage': { label: 'Manage webhooks', hint: 'Endpoints, deliveries, replay' },
}
