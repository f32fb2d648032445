// No schemas here: the browser reads it, and most of its screens load no library for them.

/** What has one row here takes part by it; whatever else says something of an entity says only what is not here. */
type Entity = {
  one: string
  many: string
  /** The table by whose name the audit tells of it. */
  table?: string
  /** The address of its list in the API. */
  list?: string
  /** Addresses of the API, besides that of its list, whose answers its changes make stale; and all that begin with them. */
  stale?: readonly string[]
  /** What webhooks can ask to be told of it. `changed` is any change that has no name of its own. */
  events?: readonly string[]
  /** The palette finds it; it goes to the bin; or one action changes all that match a filter. */
  in?: readonly ('search' | 'bin' | 'bulk')[]
}

const changes = ['created', 'changed', 'deleted'] as const
const dashboard = '/api/dashboard'
const coinLedger = '/api/get-user-coin-info/'

/** Each entity of the shop, in the sequence in which people look for them. */
export const entities = {
  order: {
    one: 'order',
    many: 'orders',
    table: 'orders',
    list: '/api/all-orders/',
    stale: [
      '/api/my_orders/',
      dashboard,
      '/api/staff-dashboard/',
      '/api/floor/',
      '/api/user-subscription-plans/',
      coinLedger,
      '/coupon_app/api/coupon-uses/',
      '/referral_app/',
    ],
    events: ['created', 'assigned', 'changed', 'delivered', 'cancelled'],
    in: ['search', 'bulk'],
  },
  customer: {
    one: 'customer',
    many: 'customers',
    table: 'users',
    list: '/api/users/',
    stale: [coinLedger, dashboard],
    events: changes,
    in: ['search'],
  },
  company: {
    one: 'company',
    many: 'companies',
    table: 'clients',
    list: '/api/clients/',
    stale: ['/api/get-voucher/', dashboard],
    events: changes,
    in: ['search', 'bin', 'bulk'],
  },
  staff: {
    one: 'staff user',
    many: 'staff users',
    table: 'staff_users',
    list: '/api/staff_users/',
    stale: [dashboard],
    in: ['search'],
  },
  voucher: {
    one: 'voucher',
    many: 'vouchers',
    table: 'vouchers',
    list: '/api/get-voucher/',
    events: ['purchased', 'voided'],
    in: ['search', 'bin', 'bulk'],
  },
  voucher_group: {
    one: 'voucher group',
    many: 'voucher groups',
    table: 'voucher_infos',
    list: '/api/voucher-groups/',
    stale: ['/api/get-voucher/', '/api/clients/', dashboard],
    events: changes,
  },
  stock: { one: 'stock of vouchers', many: 'stocks of vouchers', events: ['low'] },
  sold_voucher: {
    one: 'sold voucher',
    many: 'sold vouchers',
    table: 'purchased_vouchers',
    list: '/api/get-purchased-voucher/',
    stale: ['/api/get-voucher/', coinLedger, '/api/clients/', dashboard, '/api/voucher-groups/'],
  },
  coupon: {
    one: 'coupon',
    many: 'coupons',
    table: 'coupons',
    list: '/coupon_app/api/coupons/',
    stale: ['/coupon_app/', dashboard],
    events: ['created', 'changed', 'redeemed', 'deleted'],
    in: ['search', 'bin'],
  },
  qr_code: {
    one: 'QR code',
    many: 'QR codes',
    table: 'qr_codes',
    list: '/api/qr-codes/',
    events: changes,
    in: ['search', 'bin', 'bulk'],
  },
  lead: {
    one: 'lead',
    many: 'leads',
    table: 'leads',
    list: '/api/contact_us/',
    stale: [dashboard],
    events: changes,
    in: ['search', 'bin'],
  },
  plan: {
    one: 'plan',
    many: 'plans',
    table: 'subscription_plans',
    list: '/api/subscription-plans/',
    events: changes,
    in: ['bin'],
  },
  subscription: {
    one: 'sold plan',
    many: 'sold plans',
    table: 'user_subscription_plans',
    list: '/api/user-subscription-plans/',
    events: ['created', 'changed'],
  },
  referral: {
    one: 'referral',
    many: 'referrals',
    table: 'referrals',
    stale: ['/referral_app/'],
    events: ['claimed'],
  },
  configuration: {
    one: 'configuration',
    many: 'configurations',
    table: 'configurations',
    stale: ['/api/configurations'],
  },
  printer: {
    one: 'printer',
    many: 'printers',
    table: 'printers',
    list: '/api/printers/',
    stale: ['/api/floor/'],
  },
  print_job: {
    one: 'print job',
    many: 'print jobs',
    table: 'print_jobs',
    list: '/api/print-jobs/',
    stale: [
      '/api/printers/',
      '/api/production/',
      '/api/production-summary/',
      '/api/margins/',
      '/api/all-orders/:id/production/',
      '/api/stock/',
      '/api/floor/',
    ],
  },
  stock_item: {
    one: 'stock item',
    many: 'stock items',
    table: 'stock_items',
    list: '/api/stock/',
    stale: ['/api/stock-warnings/', '/api/production-summary/'],
  },
  api_key: { one: 'API key', many: 'API keys', table: 'api_keys', list: '/api/api-keys/' },
  webhook: { one: 'webhook', many: 'webhooks', table: 'webhooks', list: '/api/webhooks/' },
  saved_view: { one: 'saved view', many: 'saved views', table: 'saved_views', list: '/api/saved-views/' },
  bulk_job: { one: 'bulk job', many: 'bulk jobs', table: 'bulk_jobs', list: '/api/bulk-jobs/' },
} as const satisfies Record<string, Entity>

type Entities = typeof entities
export type EntityKind = keyof Entities
type Place = NonNullable<Entity['in']>[number]
type KindIn<P extends Place> = {
  [K in EntityKind]: Entities[K] extends { in: readonly (infer Q)[] } ? (P extends Q ? K : never) : never
}[EntityKind]

/** The entities by their kinds, with every field that a row may have. */
export const rowOf: Readonly<Partial<Record<string, Entity>>> = entities

const kinds = Object.keys(entities) as EntityKind[]
const kindsIn = <P extends Place>(place: P) =>
  kinds.filter((kind): kind is KindIn<P> => rowOf[kind]?.in?.includes(place) ?? false)

/** What can be found. The palette shows its groups in this sequence. */
export const searchKinds = kindsIn('search')
export type SearchKind = KindIn<'search'>

/** What goes to the bin when it is deleted. */
export const binKinds = kindsIn('bin')
export type BinKind = KindIn<'bin'>

/** Of what all that match a filter can be changed or deleted by one action. */
export const bulkKinds = kindsIn('bulk')
export type BulkKind = KindIn<'bulk'>

export type EventType = {
  [K in EntityKind]: Entities[K] extends { events: readonly (infer What extends string)[] }
    ? `${K}.${What}`
    : never
}[EntityKind]

/** What can happen, in groups as people look for it. */
export const eventTypes = kinds.flatMap((kind) =>
  (rowOf[kind]?.events ?? []).map((what) => `${kind}.${what}` as EventType),
)

/** The row of a list's entity. */
export const entityOfList = (list: string) => Object.values(rowOf).find((row) => row?.list === list)
