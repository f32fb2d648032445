import type { EventEntity } from '@our-print/contract/shop/events.ts'
import { address } from '../api/call.ts'
import { placeOf } from '../api/readPlaces.ts'
import type { LiveEvent } from './live.ts'

const orders = [
  '/api/all-orders/',
  '/api/my_orders/',
  '/api/dashboard',
  '/api/staff-dashboard/',
  '/api/floor/',
]
const soldVouchers = ['/api/get-purchased-voucher/', '/api/get-voucher/', '/api/get-user-coin-info/']

/** The endpoints whose answers an entity's changes make stale; each stands also for the records below it. */
const topics: Record<EventEntity, readonly string[]> = {
  order: [
    ...orders,
    '/api/user-subscription-plans/',
    '/api/get-user-coin-info/',
    '/coupon_app/api/coupon-uses/',
    '/referral_app/',
  ],
  customer: ['/api/users/', '/api/get-user-coin-info/', '/api/dashboard'],
  staff: ['/api/staff_users/', '/api/dashboard'],
  configuration: ['/api/configurations'],
  subscription: ['/api/user-subscription-plans/'],
  plan: ['/api/subscription-plans/'],
  sold_voucher: [...soldVouchers, '/api/clients/', '/api/dashboard', '/api/voucher-groups/'],
  voucher_group: ['/api/voucher-groups/', '/api/get-voucher/', '/api/clients/', '/api/dashboard'],
  voucher: ['/api/get-voucher/'],
  company: ['/api/clients/', '/api/get-voucher/', '/api/dashboard'],
  lead: ['/api/contact_us/', '/api/dashboard'],
  coupon: ['/coupon_app/', '/api/dashboard'],
  qr_code: ['/api/qr-codes/'],
  referral: ['/referral_app/'],
  printer: ['/api/printers/', '/api/floor/'],
  stock_item: ['/api/stock/', '/api/stock-warnings/', '/api/production-summary/'],
  print_job: [
    '/api/print-jobs/',
    '/api/printers/',
    '/api/production/',
    '/api/production-summary/',
    '/api/margins/',
    '/api/all-orders/:id/production/',
    '/api/stock/',
    '/api/floor/',
  ],
}

/** Whether the answer of an endpoint may be stale after a change of this entity. */
export const isAbout = (url: string, entity: string): boolean =>
  (topics as Partial<Record<string, readonly string[]>>)[entity]?.some((topic) => url.startsWith(topic)) ??
  false

/** Whether the last answer of an endpoint contains an event already. */
export function isKnown(url: string, input: unknown, { place }: LiveEvent): boolean {
  const { params, querystring } = (input ?? {}) as { params?: unknown; querystring?: unknown }
  return (placeOf(address(url, params, querystring)) ?? Number.NEGATIVE_INFINITY) >= place
}

const nouns: Record<string, readonly [one: string, many: string]> = {
  '/api/all-orders/': ['order', 'orders'],
  '/api/my_orders/': ['order', 'orders'],
  '/api/users/': ['customer', 'customers'],
  '/api/staff_users/': ['staff user', 'staff users'],
  '/api/contact_us/': ['lead', 'leads'],
  '/api/clients/': ['company', 'companies'],
  '/api/get-voucher/': ['voucher', 'vouchers'],
  '/api/get-purchased-voucher/': ['sold voucher', 'sold vouchers'],
  '/api/qr-codes/': ['QR code', 'QR codes'],
  '/api/user-subscription-plans/': ['sold plan', 'sold plans'],
  '/api/subscription-plans/': ['plan', 'plans'],
  '/api/print-jobs/': ['print job', 'print jobs'],
}

/** '3 new orders' */
export function countOf(url: string, number: number): string {
  const [one, many] = nouns[url] ?? ['row', 'rows']
  return `${number} new ${number === 1 ? one : many}`
}

/** '2 orders have left' */
export function leftOf(url: string, number: number): string {
  const [one, many] = nouns[url] ?? ['row', 'rows']
  return `${number} ${number === 1 ? `${one} has` : `${many} have`} left`
}
