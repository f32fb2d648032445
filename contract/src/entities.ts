// No schemas here: the browser reads it, and most of its screens load no library for them.

/** What has one row here takes part by it; whatever else says something of an entity says only what is not here. */
export type Entity = {
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
const counted = ['/api/cash/', '/api/till/', '/api/days/']
const stated = ['/api/statement-lines/', '/api/payments/']
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
      '/api/users/:id/addresses/',
      '/api/mentions/',
      dashboard,
      '/api/staff-dashboard/',
      // A courier hears of a payment by its order.
      '/api/cash/',
      '/api/floor/',
      '/api/user-subscription-plans/',
      coinLedger,
      '/coupon_app/api/coupon-uses/',
      '/referral_app/',
    ],
    events: ['created', 'assigned', 'changed', 'commented', 'delivered', 'cancelled'],
    in: ['search', 'bulk'],
  },
  order_request: {
    one: 'request',
    many: 'requests',
    table: 'order_requests',
    list: '/api/order-requests/',
    stale: ['/api/all-orders/', '/api/profile/'],
    events: ['created', 'accepted', 'declined'],
  },
  quote: { one: 'quote', many: 'quotes', table: 'quotes', list: '/api/quotes/' },
  complaint: {
    one: 'complaint',
    many: 'complaints',
    table: 'complaints',
    list: '/api/complaints/',
    stale: ['/api/all-orders/', '/api/complaint-counts/'],
  },
  courier_task: {
    one: 'refused act',
    many: 'refused acts',
    table: 'courier_tasks',
    list: '/api/courier-tasks/',
    stale: ['/api/all-orders/'],
    events: ['created', 'settled'],
  },
  payment: {
    one: 'payment',
    many: 'payments',
    table: 'payments',
    list: '/api/payments/',
    stale: counted,
    events: ['created'],
  },
  approval: {
    one: 'approval',
    many: 'approvals',
    table: 'approvals',
    list: '/api/approvals/',
    stale: ['/api/profile/'],
    events: ['asked', 'approved', 'refused', 'failed', 'expired'],
  },
  approval_rule: {
    one: 'rule of two people',
    many: 'rules of two people',
    table: 'approval_rules',
    stale: ['/api/approval-rule/'],
  },
  invoice: {
    one: 'invoice',
    many: 'invoices',
    table: 'invoices',
    list: '/api/invoices/',
    stale: ['/api/registers/', '/api/clients/:id/voucher-statement/'],
    events: ['created'],
  },
  hand_over: {
    one: 'hand-over',
    many: 'hand-overs',
    table: 'hand_overs',
    list: '/api/hand-overs/',
    stale: counted,
  },
  till_entry: {
    one: 'entry of the till',
    many: 'entries of the till',
    table: 'till_entries',
    list: '/api/till/',
    stale: ['/api/cash/', '/api/days/'],
  },
  day: { one: 'closed day', many: 'closed days', table: 'day_closes', list: '/api/days/', stale: counted },
  statement: { one: 'statement', many: 'statements', table: 'statements', stale: stated },
  statement_line: {
    one: 'line of a statement',
    many: 'lines of statements',
    table: 'statement_lines',
    list: '/api/statement-lines/',
    stale: stated,
  },
  customer: {
    one: 'customer',
    many: 'customers',
    table: 'users',
    list: '/api/users/',
    stale: [
      coinLedger,
      dashboard,
      '/api/customer-tags/',
      '/api/customer-merges/',
      '/api/users/:id/message-choice/',
    ],
    events: [...changes, 'imported'],
    in: ['search', 'bulk'],
  },
  company: {
    one: 'company',
    many: 'companies',
    table: 'clients',
    list: '/api/clients/',
    stale: ['/api/get-voucher/', '/api/voucher-groups/', '/api/get-purchased-voucher/', dashboard],
    events: changes,
    in: ['search', 'bin', 'bulk'],
  },
  staff: {
    one: 'staff user',
    many: 'staff users',
    table: 'staff_users',
    list: '/api/staff_users/',
    stale: [dashboard, '/api/profile/'],
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
    stale: ['/api/user-subscription-plans/'],
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
  message: { one: 'message', many: 'messages', table: 'messages', list: '/api/messages/' },
  message_template: {
    one: 'template of messages',
    many: 'templates of messages',
    table: 'message_templates',
    list: '/api/message-templates/',
  },
  message_channel: {
    one: 'channel of messages',
    many: 'channels of messages',
    table: 'message_channels',
    list: '/api/message-channels/',
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
    in: ['bulk'],
  },
  stock_item: {
    one: 'stock item',
    many: 'stock items',
    table: 'stock_items',
    list: '/api/stock/',
    stale: ['/api/stock-warnings/', '/api/production-summary/'],
  },
  ability_set: {
    one: 'ability set',
    many: 'ability sets',
    table: 'ability_sets',
    list: '/api/ability-sets/',
    stale: ['/api/staff_users/', '/api/profile/'],
  },
  api_key: { one: 'API key', many: 'API keys', table: 'api_keys', list: '/api/api-keys/' },
  webhook: { one: 'webhook', many: 'webhooks', table: 'webhooks', list: '/api/webhooks/' },
  saved_view: { one: 'saved view', many: 'saved views', table: 'saved_views', list: '/api/saved-views/' },
  bulk_job: { one: 'bulk job', many: 'bulk jobs', table: 'bulk_jobs', list: '/api/bulk-jobs/' },
} as const satisfies Record<string, Entity>

export type EntityKind = keyof typeof entities

/** The entities by their kinds, with every field that a row may have. */
export const rowOf: Readonly<Partial<Record<string, Entity>>> = entities

/** The row of a list's entity. */
export const entityOfList = (list: string) => Object.values(rowOf).find((row) => row?.list === list)
