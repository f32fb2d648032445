/** The areas of the API, each with the first parts of its paths. */
const areas: Record<string, { description: string; paths: readonly string[] }> = {
  Orders: {
    description: 'Taking orders in, their files, status and delivery.',
    paths: [
      'all-orders',
      'complaint-counts',
      'complaint-photos',
      'complaints',
      'courier-task-pictures',
      'courier-tasks',
      'mentions',
      'my_orders',
      'order-files',
      'order-page',
      'order-request-files',
      'order-requests',
      'order-uploads',
      'order_status',
      'preflights',
      'print',
      'print-file-types',
      'promises',
      'quotes',
    ],
  },
  Customers: {
    description: 'Customers, their coins and what they bought.',
    paths: [
      'users',
      'customer-addresses',
      'customer-imports',
      'customer-merges',
      'customer-tags',
      'get-user-coin-info',
      'subscription-plans',
      'user-subscription-plans',
      'contact_us',
      'leads',
      'message-channels',
      'message-templates',
      'messages',
      'unsubscribe',
    ],
  },
  Money: {
    description: 'What was paid, owed, counted and invoiced; what two people decide.',
    paths: [
      'accounts',
      'approval-rule',
      'approvals',
      'cash',
      'days',
      'hand-overs',
      'invoice-files',
      'invoice-settings',
      'invoices',
      'payments',
      'registers',
      'statement-lines',
      'statements',
      'tax-rules',
      'till',
    ],
  },
  Rewards: {
    description: 'Companies and their vouchers, coupons, referrals.',
    paths: [
      'clients',
      'coupons',
      'coupon-uses',
      'customer-referral',
      'delete-vouchers',
      'generate-vouchers',
      'get-purchased-voucher',
      'get-voucher',
      'claim',
      'mark-as-fulfilled',
      'referrals-stats',
      'save-purchased-voucher',
      'save-voucher',
      'upload_vouchers',
      'void-purchased-voucher',
      'voucher-groups',
      'voucher-imports',
    ],
  },
  'QR codes': { description: 'Printed codes that lead somewhere.', paths: ['', 'qr-codes', 'images'] },
  Printing: {
    description: 'Printers, their queue, sheets and job tickets.',
    paths: ['printers', 'print-jobs', 'sheets', 'floor', 'ticket-scans'],
  },
  Production: {
    description: 'Stock, counters, costs and margins.',
    paths: [
      'margins',
      'printer-readings',
      'production',
      'production-costs',
      'production-summary',
      'stock',
      'stock-warnings',
    ],
  },
  Staff: {
    description: 'Signing in, sessions, staff users.',
    paths: [
      'abilities',
      'ability-sets',
      'admin-login',
      'logout',
      'profile',
      'device-key',
      'push-subscriptions',
      'sessions',
      'staff-dashboard',
      'staff_users',
      'staff_users_create',
      'update_password',
    ],
  },
  Shop: {
    description: 'Settings, overview, search, bin, audit, work on many records.',
    paths: ['audit', 'bin', 'bulk-jobs', 'configurations', 'dashboard', 'place', 'saved-views', 'search'],
  },
  Integration: {
    description: 'API keys, webhooks and the stream of events.',
    paths: ['api-keys', 'events', 'webhooks'],
  },
}

export const tags = Object.entries(areas).map(([name, { description }]) => ({ name, description }))

const byPath = new Map(
  Object.entries(areas).flatMap(([name, { paths }]) => paths.map((path) => [path, name])),
)

/** The area of a path: by its first part behind /api/, which some have behind the name of an older program. */
export const tagsOf = (url: string): string[] =>
  [byPath.get(url.replace(/^\/(\w+_app\/)?(api\/)?/, '').split('/')[0] ?? '')].filter(
    (name) => name !== undefined,
  )
