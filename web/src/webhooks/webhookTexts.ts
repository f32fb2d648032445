import { type DeliveryState, type Webhook } from '@our-print/contract/webhooks/webhooks.ts'
import { differences } from '../api/useUpdate.ts'

const entities: Record<string, string> = {
  order: 'Order',
  customer: 'Customer',
  lead: 'Lead',
  voucher: 'Voucher',
  voucher_group: 'Vouchers of a company',
  stock: 'Stock of vouchers',
  coupon: 'Coupon',
  referral: 'Referral',
  subscription: 'Sold plan',
  plan: 'Plan',
  company: 'Company',
  qr_code: 'QR code',
  webhook: 'Webhook',
}

/** 'Order delivered' */
export function eventLabel(type: string): string {
  const [entity = '', what = ''] = type.split('.')
  return `${entities[entity] ?? entity} ${what}`
}

export const stateLabels: Record<DeliveryState, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** The host of an address, as its name. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>) => new URL(url).host

/** The changes between the version of a webhook that the person saw and the current one. */
export const webhookChanges = (seen: Webhook, current: Webhook) =>
  differences([
    ['Address', seen.url, current.url],
    ['Description', seen.description, current.description],
    ['Events', seen.event_types.join(', '), current.event_types.join(', ')],
    ['State', seen.is_active ? 'on' : 'off', current.is_active ? 'on' : 'off'],
  ])
