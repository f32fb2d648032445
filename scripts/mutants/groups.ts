/** Files to change, and the tests that must find the changes. */
export type Group = {
  name: string
  /** Files, or lines of a file whose rest is the table of endpoints. */
  mutate: string[]
  /** The feature's own tests; every mutant runs against them. */
  tests: string[]
  /** Tests of neighbours that use the same rules; only survivors of the own tests run against them. */
  more?: string[]
}

const server = (folder: string, ...files: string[]) => files.map((file) => `server/src/${folder}/${file}.ts`)

export const groups: Group[] = [
  {
    name: 'contract',
    mutate: [
      'contract/src/orders/price.ts',
      'contract/src/orders/orderMoves.ts',
      'contract/src/values.ts',
      'contract/src/people/session.ts:6-13',
      'contract/src/rewards/coins.ts',
      'contract/src/rewards/coupons.ts:28-61',
      'contract/src/rewards/plans.ts:25-39',
      'contract/src/rewards/referrals.ts:63-89',
    ],
    tests: ['contract/src/**/*.test.ts'],
  },
  {
    name: 'order moves',
    mutate: server('orders', 'decideMove', 'updateOrder', 'updateOrders', 'moveOrders.queries'),
    tests: server('orders', 'updateOrder.test', 'moveOrders.test', 'everyMove.test'),
    more: [
      ...server('coins', 'coins.test'),
      ...server('coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('referrals', 'referrals.test'),
      ...server('staff', 'staff.test'),
    ],
  },
  {
    name: 'coupons',
    mutate: server('coupons', 'couponUses.queries', 'coupons.queries'),
    tests: server('coupons', 'coupons.test'),
  },
  {
    name: 'coins',
    mutate: server('coins', 'coins.queries'),
    tests: server('coins', 'coins.test'),
    more: server('soldVouchers', 'sell.test'),
  },
  {
    name: 'order intake',
    mutate: server('orders', 'createOrder', 'orderFiles.queries'),
    tests: server('orders', 'createOrder.test'),
    more: [
      ...server('coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('referrals', 'referrals.test'),
    ],
  },
  {
    name: 'purchases',
    mutate: server('soldVouchers', 'sell.queries', 'soldVouchers.queries'),
    tests: server('soldVouchers', 'sell.test'),
  },
  {
    name: 'referrals',
    mutate: server('referrals', 'referrals.queries', 'referrers.queries'),
    tests: server('referrals', 'referrals.test'),
  },
  {
    name: 'plans',
    mutate: server('plans', 'plans.queries', 'soldPlans.queries'),
    tests: server('plans', 'plans.test'),
    more: server('orders', 'subscriptionOrders.test'),
  },
  {
    name: 'passwords',
    mutate: server('session', 'guessablePassword', 'newPassword'),
    tests: server('session', 'newPassword.test'),
  },
  {
    name: 'sessions',
    mutate: server('session', 'access', 'readToken', 'session.queries'),
    tests: server('session', 'access.test', 'session.test'),
    more: server('session', 'passwordRaces.test'),
  },
  {
    name: 'sign-in',
    mutate: server('session', 'checkPassword', 'deviceCookie', 'signIn', 'signInLimits.queries'),
    tests: server('session', 'signInLimits.test'),
    more: server('session', 'passwordRaces.test', 'session.test'),
  },
  {
    name: 'order files',
    mutate: server('orders', 'receiveFiles', 'sendFile', 'createUpload'),
    tests: server('orders', 'createOrder.test'),
    more: server('orders', 'sendFile.test'),
  },
  {
    name: 'order lists',
    mutate: server('orders', 'orders.queries', 'orderResponse', 'handOver.queries'),
    tests: server('orders', 'listOrders.test'),
    more: [...server('orders', 'updateOrder.test'), ...server('staff', 'staff.test')],
  },
  {
    name: 'vouchers',
    mutate: server(
      'vouchers',
      'updateVoucher.queries',
      'createVouchers',
      'voucherSearch.queries',
      'pngDataUrl',
      'voucherGroups.queries',
      'vouchers.queries',
    ),
    tests: server('vouchers', 'vouchers.test', 'createVouchers.test'),
    more: [...server('soldVouchers', 'sell.test'), ...server('dashboard', 'voucherStock.test')],
  },
  {
    name: 'voucher upload',
    mutate: server(
      'voucherImports',
      'importCells',
      'importLines',
      'importText',
      'importVouchers',
      'voucherImports.queries',
    ),
    tests: server('voucherImports', 'voucherImports.test'),
  },
  {
    name: 'sheets',
    mutate: [
      'contract/src/printing/sheetLayout.ts',
      'contract/src/printing/pageRanges.ts',
      'contract/src/printing/paperFit.ts',
      ...server('sheets', 'planSheets'),
    ],
    tests: ['contract/src/rules/*.test.ts'],
    more: server('sheets', 'sheets.test'),
  },
  {
    name: 'preflight',
    mutate: server('prepress', 'inkOf', 'inspectPage', 'summarize'),
    tests: [...server('prepress', 'inkOf.test'), ...server('preflight', 'preflight.test')],
  },
  {
    name: 'print queue',
    mutate: server('printJobs', 'judgeSent', 'followJob', 'impressions', 'reprints', 'choosePrinter'),
    tests: server('printJobs', 'judgeSent.test', 'choosePrinter.test', 'impressions.test', 'printJobs.test'),
    more: server('printJobs', 'printQueue.test'),
  },
  {
    name: 'production',
    mutate: [
      ...server('production', 'production.queries', 'productionSummary.queries', 'plausibleReading'),
      ...server('stock', 'stock.queries', 'stockWarnings.queries'),
    ],
    tests: [
      ...server('production', 'production.test', 'groupings.test', 'printerReadings.test'),
      ...server('stock', 'stock.test'),
    ],
  },
  {
    name: 'ticket scans',
    mutate: [
      'contract/src/orders/scannedText.ts',
      ...server('ticketScans', 'scanTicket', 'ticketScans.queries'),
    ],
    tests: ['contract/src/rules/*.test.ts', ...server('ticketScans', 'ticketScans.test')],
  },
  {
    name: 'events',
    mutate: server('events', 'eventHub', 'eventText', 'orderViewers.queries'),
    tests: server('events', 'events.test', 'eventPlaces.test', 'orderViewers.test'),
  },
  {
    name: 'API keys',
    mutate: [
      'contract/src/people/scopeEndpoints.ts',
      ...server('apiKeys', 'apiKeyAccess', 'apiKeys.queries'),
    ],
    tests: [...server('apiKeys', 'apiKeys.test'), 'test/apiKeys.test.ts'],
  },
  {
    name: 'webhooks',
    mutate: server('webhooks', 'deliverWebhooks', 'deliveries.queries', 'tryDelivery', 'webhookSecrets'),
    tests: server('webhooks', 'webhooks.test', 'webhookFailures.test'),
  },
  {
    name: 'audit',
    mutate: server('audit', 'sealAudit', 'sealTexts', 'verifyAudit', 'nameChanges'),
    tests: server('audit', 'audit.test', 'verifyAudit.alone.test'),
  },
  {
    name: 'bulk jobs and bin',
    mutate: [
      ...server('bulkJobs', 'changeMatchingOrders', 'deleteMatchingRecords', 'portions.queries'),
      ...server('bin', 'bin.queries', 'restoreRecords', 'emptyBin'),
      ...server('savedViews', 'savedViews.queries'),
    ],
    tests: [
      ...server('bulkJobs', 'bulkJobs.test'),
      ...server('bin', 'bin.test'),
      ...server('savedViews', 'savedViews.test'),
    ],
  },
]
