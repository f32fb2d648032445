/** Files to change, and the tests that must find the changes. */
export type Group = {
  name: string
  /** Files, or lines of a file whose rest is the table of endpoints. */
  mutate: string[]
  /** The feature's own tests, or those of them without a database; every mutant runs against them. */
  tests: string[]
  /** Tests of neighbours that use the same rules, or slow ones: only survivors of the own tests run against them. */
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
    mutate: server('orders', 'updateOrder', 'updateOrders', 'moveOrders.queries'),
    tests: server('orders', 'updateOrder.test', 'moveOrders.test', 'everyMove.test'),
    more: [
      ...server('rewards/coins', 'coins.test'),
      ...server('rewards/coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('rewards/referrals', 'referrals.test'),
      ...server('people/staff', 'staff.test'),
    ],
  },
  {
    name: 'coupons',
    mutate: server('rewards/coupons', 'couponUses.queries', 'coupons.queries'),
    tests: server('rewards/coupons', 'coupons.test'),
  },
  {
    name: 'coins',
    mutate: server('rewards/coins', 'coins.queries'),
    tests: server('rewards/coins', 'coins.test'),
    more: server('rewards/soldVouchers', 'sell.test'),
  },
  {
    name: 'order intake',
    mutate: server('orders', 'createOrder', 'orderFiles.queries'),
    tests: server('orders', 'createOrder.test'),
    more: [
      ...server('rewards/coupons', 'coupons.test'),
      ...server('orders', 'subscriptionOrders.test'),
      ...server('rewards/referrals', 'referrals.test'),
    ],
  },
  {
    name: 'purchases',
    mutate: server('rewards/soldVouchers', 'sell.queries', 'soldVouchers.queries'),
    tests: server('rewards/soldVouchers', 'sell.test'),
  },
  {
    name: 'referrals',
    mutate: server('rewards/referrals', 'referrals.queries', 'referrers.queries'),
    tests: server('rewards/referrals', 'referrals.test'),
  },
  {
    name: 'plans',
    mutate: server('rewards/plans', 'plans.queries', 'soldPlans.queries'),
    tests: server('rewards/plans', 'plans.test'),
    more: server('orders', 'subscriptionOrders.test'),
  },
  {
    name: 'passwords',
    mutate: server('people/session', 'guessablePassword', 'newPassword'),
    tests: server('people/session', 'newPassword.test'),
  },
  {
    name: 'sessions',
    mutate: server('people/session', 'access', 'session.queries'),
    tests: server('people/session', 'access.test', 'session.test'),
    more: server('people/session', 'passwordRaces.test'),
  },
  {
    name: 'sign-in',
    mutate: server('people/session', 'checkPassword', 'session.routes', 'signIn', 'signInLimits.queries'),
    tests: server('people/session', 'signInLimits.test'),
    more: server('people/session', 'passwordRaces.test', 'session.test'),
  },
  {
    name: 'order files',
    mutate: server('orders', 'receiveFiles', 'sendFile', 'createUpload'),
    tests: server('orders', 'createOrder.test'),
    more: server('orders', 'sendFile.test'),
  },
  {
    name: 'order lists',
    mutate: server('orders', 'orders.queries', 'orderJson.queries', 'handOver.queries'),
    tests: server('orders', 'listOrders.test', 'signLinks.test'),
    more: [...server('orders', 'updateOrder.test'), ...server('people/staff', 'staff.test')],
  },
  {
    name: 'vouchers',
    mutate: server(
      'rewards/vouchers',
      'updateVoucher.queries',
      'createVouchers',
      'voucherSearch.queries',
      'pngDataUrl',
      'voucherGroups.queries',
      'vouchers.queries',
    ),
    tests: server('rewards/vouchers', 'vouchers.test', 'createVouchers.test'),
    more: [...server('rewards/soldVouchers', 'sell.test'), ...server('shop/dashboard', 'voucherStock.test')],
  },
  {
    name: 'voucher upload',
    mutate: server(
      'rewards/voucherImports',
      'importCells',
      'importLines',
      'importText',
      'importVouchers',
      'voucherImports.queries',
    ),
    tests: server('rewards/voucherImports', 'voucherImports.test'),
  },
  {
    name: 'sheets',
    mutate: [
      'contract/src/printing/sheetLayout.ts',
      'contract/src/printing/pageRanges.ts',
      'contract/src/printing/paperFit.ts',
      ...server('printing/sheets', 'planSheets'),
    ],
    tests: ['contract/src/printing/*.test.ts', ...server('printing/sheets', 'planSheets.test')],
    more: server('printing/sheets', 'sheets.test'),
  },
  {
    name: 'ink',
    mutate: server('printing/prepress', 'inkOf'),
    tests: server('printing/prepress', 'inkOf.test'),
  },
  {
    name: 'preflight',
    mutate: server('printing/prepress', 'inspectPage', 'summarize'),
    tests: server('printing/preflight', 'preflight.test'),
  },
  {
    name: 'print rules',
    mutate: server('printing/printJobs', 'judgeSent', 'impressions', 'choosePrinter'),
    tests: server('printing/printJobs', 'judgeSent.test', 'impressions.test', 'choosePrinter.test'),
  },
  {
    name: 'print queue',
    mutate: server('printing/printJobs', 'followJob', 'reprints'),
    tests: server('printing/printJobs', 'printJobs.test'),
    more: server('printing/printJobs', 'printQueue.test'),
  },
  {
    name: 'production',
    mutate: [
      ...server(
        'printing/production',
        'production.queries',
        'productionSummary.queries',
        'printerReadings.queries',
      ),
      ...server('printing/stock', 'stock.queries', 'stockWarnings.queries'),
    ],
    tests: [
      ...server('printing/production', 'production.test', 'groupings.test', 'printerReadings.test'),
      ...server('printing/stock', 'stock.test'),
    ],
  },
  {
    name: 'ticket scans',
    mutate: [
      'contract/src/orders/scannedText.ts',
      ...server('orders/ticketScans', 'scanTicket', 'ticketScans.queries'),
    ],
    tests: ['contract/src/orders/*.test.ts', ...server('orders/ticketScans', 'ticketScans.test')],
  },
  {
    name: 'events',
    mutate: server('shop/events', 'eventHub', 'orderViewers.queries'),
    tests: server('shop/events', 'events.test', 'eventPlaces.test', 'orderViewers.test'),
  },
  {
    name: 'API keys',
    mutate: [
      'contract/src/people/scopeEndpoints.ts',
      ...server('people/apiKeys', 'apiKeyAccess', 'apiKeys.queries'),
    ],
    tests: [...server('people/apiKeys', 'apiKeys.test'), 'test/apiKeys.test.ts'],
  },
  {
    name: 'webhooks',
    mutate: server('shop/webhooks', 'deliverWebhooks', 'deliveries.queries', 'tryDelivery', 'webhookSecrets'),
    tests: server('shop/webhooks', 'webhooks.test', 'webhookFailures.test'),
  },
  {
    name: 'audit',
    mutate: server('shop/audit', 'sealAudit', 'sealTexts', 'verifyAudit', 'nameChanges'),
    tests: server('shop/audit', 'audit.test', 'verifyAudit.alone.test'),
  },
  {
    name: 'bulk jobs and bin',
    mutate: [
      ...server('shop/bulkJobs', 'changeMatchingOrders', 'deleteMatchingRecords', 'portions.queries'),
      ...server('shop/bin', 'bin.queries', 'restoreRecords', 'emptyBin'),
      ...server('shop/savedViews', 'savedViews.queries'),
    ],
    tests: [
      ...server('shop/bulkJobs', 'bulkJobs.test'),
      ...server('shop/bin', 'bin.test'),
      ...server('shop/savedViews', 'savedViews.test'),
    ],
  },
]
