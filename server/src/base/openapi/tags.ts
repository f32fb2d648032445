/** The areas of the API, each with the first parts of its paths. */
const areas: Record<string, { description: string; paths: readonly string[] }> = {
  Orders: {
    description: 'Taking orders in, their files, status and delivery.',
    paths: [
      'all-orders',
      'my_orders',
      'order-files',
      'order-uploads',
      'order_status',
      'preflights',
      'print',
      'print-file-types',
    ],
  },
  Customers: {
    description: 'Customers, their coins and what they bought.',
    paths: ['users', 'get-user-coin-info', 'subscription-plans', 'user-subscription-plans', 'contact_us'],
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
      'admin-login',
      'logout',
      'profile',
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
