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
      'contract/src/rules/price.ts',
      'contract/src/rules/orderMoves.ts',
      'contract/src/values.ts',
      'contract/src/session.ts:6-13',
      'contract/src/coins.ts',
      'contract/src/coupons.ts:28-61',
      'contract/src/plans.ts:25-39',
      'contract/src/referrals.ts:63-89',
    ],
    tests: ['contract/src/*.test.ts'],
  },
  {
    name: 'order moves',
    mutate: server('orders', 'updateOrder', 'updateOrders', 'moveOrders.queries'),
    tests: server('orders', 'updateOrder.test', 'moveOrders.test'),
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
]
