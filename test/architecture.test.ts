import { basename, dirname } from 'node:path'
import { entities } from '@our-print/contract/entities.ts'
import { binKinds } from '@our-print/contract/entityKinds.ts'
import { expect, test } from 'vitest'
import { arrows, benchFiles, read, sourceFiles, testFiles } from './imports.ts'
import { depthOf, features, layerOf, layers } from './layers.ts'

const inner = arrows.filter(({ isPackage }) => !isPackage)
const serverFiles = sourceFiles.filter((file) => file.startsWith('server/'))
const arrow = ({ from, to }: { from: string; to: string }) => `${from} → ${to}`

test('the scan finds the building', () => {
  expect(sourceFiles.length).toBeGreaterThan(100)
  expect(inner.map(arrow)).toContain(
    'server/src/orders/orders.routes.ts → server/src/orders/orders.queries.ts',
  )
  expect(inner.map(arrow)).toContain('server/src/orders/createOrder.ts → contract/src/orders/price.ts')
})

test('every file has a layer, and every import leads to a file', () => {
  expect(sourceFiles.filter((file) => depthOf(file) === undefined)).toEqual([])
  const files = new Set(sourceFiles)
  // Assets and workers of packages apart, which the web build takes by address.
  const lost = inner.filter(({ to }) => /\.tsx?$/.test(to) && !files.has(to))
  expect(lost.map(arrow)).toEqual([])
})

test('every layer that is listed exists', () => {
  const used = new Set(sourceFiles.map(layerOf))
  const isFeature = (layer: string) => layer.replace(/^(server|web)\/src\//, '') in features
  expect(Object.keys(layers).filter((layer) => !used.has(layer) && !isFeature(layer))).toEqual([])
  const isBuilt = (name: string) => used.has(`server/src/${name}`) || used.has(`web/src/${name}`)
  expect(Object.keys(features).filter((name) => !isBuilt(name))).toEqual([])
})

test('arrows point down, or stay in the same folder', () => {
  const wrong = inner.filter(
    ({ from, to }) => layerOf(from) !== layerOf(to) && (depthOf(to) ?? -1) <= (depthOf(from) ?? 0),
  )
  expect(wrong.map(arrow)).toEqual([])
})

test('workspaces import only what stands below both sides', () => {
  const workspaceOf = (file: string) => file.split('/')[0] ?? ''
  const below: Record<string, string[]> = { server: ['contract', 'postgres'], web: ['contract'] }
  const wrong = inner.filter(({ from, to }) => {
    const [importing, imported] = [workspaceOf(from), workspaceOf(to)]
    return importing !== imported && !below[importing]?.includes(imported)
  })
  expect(wrong.map(arrow)).toEqual([])
})

test('a file of the web app that is loaded later cannot take the page away when it is missing', () => {
  const web = sourceFiles.filter((file) => file.startsWith('web/src/'))
  const usesLazy = web.filter((file) => /\blazy\b[^'"]*from 'react'|React\.lazy/.test(read(file)))
  expect(usesLazy).toEqual(['web/src/base/feedback/lazyPart.tsx'])
  // Each import() is that of a part, of an action that says so, or has its own answer.
  const answered =
    /(?:lazyPart|heavyPart|lazyFile|loadFile)\(\s*(?:async )?\(\) =>[\s({]*(?:default: \()?(?:await )?import\(/g
  const bare = web.filter((file) => {
    const code = read(file).replace(/typeof import\(/g, '')
    return (code.match(/\bimport\(/g)?.length ?? 0) > (code.match(answered)?.length ?? 0)
  })
  expect(bare).toEqual([
    'web/src/app/main.tsx',
    'web/src/app/shell/FindButton.tsx',
    'web/src/people/session/session.ts',
  ])
})

test('no test of the web app types letter by letter into a field that waits for a pause', () => {
  const typing = /\b(?:user|userEvent|session)\.type\([^,\n]*'(?:searchbox|combobox)'/
  const wrong = testFiles.filter((file) => file.startsWith('web/src/') && typing.test(read(file)))
  expect(wrong).toEqual([])
})

test('the contract stands on zod alone', () => {
  const packages = arrows.filter(({ from, isPackage }) => isPackage && from.startsWith('contract/'))
  expect([...new Set(packages.map(({ to }) => to))]).toEqual(['zod'])
})

test('the browser is given nothing of Node', () => {
  const wrong = arrows.filter(({ from, to }) => from.startsWith('web/src/') && to.startsWith('node:'))
  expect(wrong.map(arrow)).toEqual([])
})

test('there are no cycles, type imports included', () => {
  const next = Map.groupBy(inner, ({ from }) => from)
  const done = new Set<string>()
  const cycles: string[][] = []
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || done.has(file)) return
    for (const { to } of next.get(file) ?? []) walk(to, [...path, file])
    done.add(file)
  }
  for (const file of sourceFiles) walk(file, [])
  expect(cycles).toEqual([])
})

test('no file is longer than 300 lines', () => {
  const long = [...sourceFiles, ...benchFiles].filter((file) => read(file).split('\n').length > 301)
  expect(long).toEqual([])
})

test('random tests take fast-check with its seed', () => {
  const random = testFiles.filter((file) => /^import .* from 'fast-check'/m.test(read(file)))
  expect(random).toEqual([])
})

// A loaded machine is slow: such a limit fails without a fault, or is so wide that it finds none. The benchmarks hold speed.
test('no test expects an elapsed time to be below a limit', () => {
  const timed = testFiles.flatMap((file) => {
    const text = read(file)
    const clocks = [...text.matchAll(/\b(\w+) = (?:performance|Date)\.now\(\)/g)].map(([, name]) => name)
    const elapsed = new RegExp(`\\.now\\(\\) - (${clocks.join('|') || '\\W'})\\b`)
    return text
      .split('\n')
      .filter((line) => elapsed.test(line) && !/toBeGreaterThan|process\.stdout/.test(line))
      .map((line) => `${file}: ${line.trim()}`)
  })
  expect(timed).toEqual([])
})

// On a loaded machine a pause is too short, elsewhere too long: a test waits for what it waits for. These mean time itself.
const pausesOnPurpose: Record<string, string> = {
  'e2e/walk.ts': 'a browser that draws nothing for minutes',
  'server/src/base/database/databaseFailover.proof.test.ts': 'a client waits before it tries again',
  'server/src/base/database/databaseWatch.proof.test.ts': 'the database comes some time after the server',
  'server/src/base/http/connectionDeadlines.proof.test.ts': 'slow connections, for longer than a deadline',
  'server/src/base/http/csv.proof.test.ts': 'a client disconnects at any moment',
  'server/src/base/queue/leases.proof.test.ts': 'work that takes time',
  'server/src/orders/searchRaces.proof.test.ts': 'looks again whether a statement waits or has ended',
  'server/src/shop/search/search.test.ts': 'a statement that takes longer than the limit of a search',
  'server/test/processes/concurrentWrites.proof.test.ts': 'looks again whether all wait or have ended',
  'server/test/processes/pushProcesses.proof.test.ts': 'a push service that answers late',
  'server/test/processes/webhookProcesses.proof.test.ts': 'a receiver that answers late',
  'server/test/randomWrites.proof.test.ts': 'a client waits before it tries again',
  'test/testCommand.test.ts': 'looks again whether the other step has begun',
}

test('no test waits by a helper whose time ends after a second', () => {
  const wrong = testFiles.filter((file) => /\bvi\.wait(For|Until)\(/.test(read(file)))
  expect(wrong).toEqual([])
})

test('no test pauses for a fixed time, except where a written reason says so', () => {
  const pause = /\b(waitForTimeout|sleep|(?<!test\.)setTimeout)\(/
  const pausing = testFiles.filter((file) => pause.test(read(file)))
  expect(pausing).toEqual(Object.keys(pausesOnPurpose))
})

// What is awaited comes late on a busy machine; whoever waits longer than needed waits only when it does not come.
test('no test of the server or the web app gives up waiting within a minute', () => {
  const short = testFiles.flatMap((file) =>
    // As an option, or as the time of a whole test.
    [...read(file).matchAll(/\btimeout: (\d[\d_]*)|\), (\d+_000)\)$/gm)]
      .map(([, option, whole = '']) => Number((option ?? whole).replaceAll('_', '')))
      // Below a hundred they are the seconds in which a pool of connections closes.
      .filter((ms) => ms >= 100 && ms < 60_000 && !file.startsWith('e2e/'))
      .map((ms) => `${file}: ${ms}`),
  )
  expect(short).toEqual([])
})

// A request that a page makes in the moment in which its last route goes is never answered (Playwright's issue 41802).
test('no story takes a route away: it says with a variable of its own what happens from now on', () => {
  const removing = testFiles.filter((file) =>
    /\.unroute(All)?\(|\.route\([^\n]*\{ times:|^\s+\{ times: /m.test(read(file)),
  )
  expect(removing).toEqual(['test/architecture.test.ts'])
})

// Where something still moves, a forced click lands beside what it is for.
test('no story forces a click', () => {
  const forcing = testFiles.filter(
    (file) => file.startsWith('e2e/') && /\b(click|check|uncheck|tap)\([^\n]*force: true/.test(read(file)),
  )
  expect(forcing).toEqual([])
})

// It is there with the first of them; the others may be drawn later.
test('no test counts what a page shows before all of it is there', () => {
  const counting = testFiles.filter((file) => /\.findAllBy\w+\([^\n]*\)\)\.toHaveLength\(/.test(read(file)))
  expect(counting).toEqual([])
})

// An effect that comes after drawing would miss the first keys.
test('the keys of the whole page are heard in one way', () => {
  const hearing = sourceFiles.filter(
    (file) => file.startsWith('web/src/') && /addEventListener\(\s*'keydown'/.test(read(file)),
  )
  expect(hearing.toSorted()).toEqual(['web/src/base/page/FocusKeeper.tsx', 'web/src/base/useKeyDown.ts'])
})

test('a test that replaces modules has them for itself: others share modules with the files before them', () => {
  const sharing = testFiles.filter((file) => read(file).includes('vi.mock(') && !/\.alone\.test\./.test(file))
  expect(sharing).toEqual(['test/architecture.test.ts'])
})

test('no folder is a drawer for everything', () => {
  const drawers = sourceFiles.filter((file) =>
    /\/(utils|helpers|types|hooks|services|common|shared|lib)\//.test(file),
  )
  const barrels = sourceFiles.filter((file) => /^index\.tsx?$/.test(basename(file)))
  expect({ drawers, barrels }).toEqual({ drawers: [], barrels: [] })
})

test('feature files have names of their own', () => {
  const names = Map.groupBy(
    sourceFiles.filter((file) => file.startsWith('server/')),
    (file) => basename(file),
  )
  expect([...names.values()].filter((files) => files.length > 1)).toEqual([])
})

/** Rooms whose files are SQL by nature. */
const sqlRooms = new Set(['server/src/base/database', 'server/src/base/http', 'server/src/base/files'])

// Beside *.queries.ts and these layers, SQL stands where a rule and the statement that enforces it cannot be told apart.
const rulesInSql = new Set([
  // An intake is one transaction over customer, files, price and order.
  'server/src/orders/createOrder.ts',
  // An insert that must find no admin, under a lock against a second process.
  'server/src/people/staff/firstAdmin.ts',
])

const sql = /`\s*(select|insert into|update|delete from|with \w+ as|lock table|truncate|vacuum)\b/

test('SQL stands in queries, in the layers for it, and where a written reason says so', () => {
  const holds = serverFiles.filter((file) => sql.test(read(file)))
  const wrong = holds.filter(
    (file) => !file.endsWith('.queries.ts') && !sqlRooms.has(dirname(file)) && !rulesInSql.has(file),
  )
  expect(wrong).toEqual([])
  // A reason that is no longer needed goes.
  expect([...rulesInSql].filter((file) => !holds.includes(file))).toEqual([])
})

// A statement that waits for a locked row reads the row again, but what it joins as it was before: where the join is by a column
// that has changed meanwhile, the row is lost or has a stranger's values. So rows are locked first, and read by another
// statement. These join by what never changes.
const lockingJoins = [
  'server/src/money/statements/statementMatches.queries.ts',
  'server/src/shop/bulkJobs/portions.queries.ts',
  'server/src/shop/webhooks/deliveries.queries.ts',
]

test('a statement that waits for rows joins nothing to them, but by what never changes', () => {
  const joins = /\bfor (no key update|update|share|key share) of \w+(?! skip locked)\b/
  const holds = serverFiles.filter((file) => joins.test(read(file)))
  expect(holds).toEqual(lockingJoins)
})

// A feature may read any table, and one feature writes it: its owner is the folder that writes it. These have two.
const sharedTables: Record<string, string[]> = {
  // An import adds groups and codes in one statement.
  voucher_infos: ['voucherImports', 'vouchers'],
  // A purchase takes its code in the statement that writes the sale.
  vouchers: ['soldVouchers', 'voucherImports', 'vouchers'],
  // The toner of a printer that is deleted names no printer.
  stock_items: ['printers', 'stock'],
  // An import writes a million customers in one statement.
  users: ['customerImports', 'customers'],
  // A merge says whose these are; what they say stays.
  coin_entries: ['coins', 'customerMerges'],
  payments: ['customerMerges', 'payments'],
  coupon_uses: ['coupons', 'customerMerges'],
  customer_addresses: ['customerImports', 'customerMerges', 'customers'],
  referral_claims: ['customerMerges', 'referrals'],
  referrals: ['customerMerges', 'referrals'],
  // What is paid of an order is kept with it.
  orders: ['invoices', 'orders', 'payments'],
  invoices: ['customerMerges', 'invoices'],
  // An order that gets another customer ends the link of the one before.
  order_links: ['orderPage', 'orders'],
  // An order that ends answers its customer, who asked to cancel it.
  order_requests: ['orderRequests', 'orders'],
  // People change their own profile and password where they sign in.
  // The account that names what customers did, too.
  staff_users: ['publicPages', 'session', 'staff'],
}

test('a table is written by one feature', () => {
  const writes = serverFiles
    // The demo shop fills every table at once, on an empty shop.
    .filter((file) => !file.startsWith('server/demo/'))
    .flatMap((file) =>
      [
        ...read(file).matchAll(
          /\b(?:insert into|delete from|update)\s+([a-z_]+)\s+(?:(?:as\s+)?[a-z]\s+)?(?:set|where|using|select|values|returning|\(|\$\{)/g,
        ),
      ].map(([, table]) => ({ table: table ?? '', feature: basename(dirname(file)) })),
    )
    .filter(({ table }) => table !== 'set')
  const writers = [...Map.groupBy(writes, ({ table }) => table)].map(
    ([table, found]) => [table, [...new Set(found.map(({ feature }) => feature))].toSorted()] as const,
  )
  expect(writers.length).toBeGreaterThan(30)
  expect(Object.fromEntries(writers.filter(([, features]) => features.length > 1))).toEqual(sharedTables)
})

// Settings are read once, by main or a command beside it; the others ask what the system says of us: who we are, where programs lie.
const mayAskTheSystem = ['postgres/src/dataFolder.ts', 'postgres/src/postmaster.ts']

const entries = [
  'server/src/app/admin.ts',
  'server/src/app/auditCommand.ts',
  'server/src/app/backupCommand.ts',
  'server/src/app/main.ts',
  'server/src/app/restoreCommand.ts',
]

test('nothing but main and the commands beside it reads the environment', () => {
  const wrong = sourceFiles.filter(
    (file) =>
      /process\.env|import\.meta\.env\.(?!DEV|PROD|LANGUAGE)/.test(read(file)) && !entries.includes(file),
  )
  expect(wrong).toEqual(mayAskTheSystem)
})

test('the server asks for the client’s address in one place', () => {
  // `request.ip` is the socket's, and `host` and `protocol` are what a client says: none of them is to be relied on.
  const wrong = serverFiles.filter((file) => /\brequest\.(ip|ips|host|hostname|protocol)\b/.test(read(file)))
  expect(wrong).toEqual([])
})

// What can be in the bin is read through its view, which has no deleted rows. These statements mean all rows:
const readsDeletedRows: Record<string, string[]> = {
  // An entry of the audit names a record also after it was deleted.
  // The history of an order names its plan, also one that was deleted since.
  'server/src/orders/changeOrder.queries.ts': ['clients', 'subscription_plans'],
  'server/src/shop/audit/recordNames.queries.ts': [
    'clients',
    'coupons',
    'leads',
    'qr_codes',
    'subscription_plans',
    'voucher_infos',
  ],
  // An invoice is issued to whom it is for, also when the company is deleted.
  'server/src/money/invoices/invoiceSettings.queries.ts': ['clients'],
  'server/src/money/invoices/invoicedOrders.queries.ts': ['clients'],
  'server/src/money/invoices/registers.queries.ts': ['clients'],
  // What was paid stays, also when the company is deleted.
  'server/src/money/accounts/accountList.queries.ts': ['clients'],
  'server/src/money/payments/payments.queries.ts': ['clients'],
  'server/src/money/statements/statementLines.queries.ts': ['clients'],
  'server/src/orders/orderJson.queries.ts': ['clients'],
  'server/src/money/payments/refundActs.queries.ts': ['clients'],
  // The bin itself: what is deleted, restored, deleted for good, and what the name of its company was.
  'server/src/rewards/clients/clients.queries.ts': ['clients', 'leads', 'voucher_infos'],
  'server/src/rewards/coupons/coupons.queries.ts': ['coupons'],
  'server/src/people/leads/leads.queries.ts': ['clients', 'leads'],
  'server/src/rewards/plans/plans.queries.ts': ['subscription_plans'],
  'server/src/rewards/qrCodes/qrCodes.queries.ts': ['qr_codes'],
  'server/src/rewards/vouchers/deleteVouchers.queries.ts': ['clients', 'voucher_infos', 'vouchers'],
  'server/src/shop/bin/deleteForGoodAct.queries.ts': ['vouchers'],
  // What a company was owed stays when its codes are deleted, and a code in the bin has its way, too.
  'server/src/rewards/voucherStatements/voucherStatements.queries.ts': ['voucher_infos', 'vouchers'],
  // The uses of a deleted coupon are given back, too.
  'server/src/rewards/coupons/couponUses.queries.ts': ['coupons'],
  // An image stays as long as a row shows it, deleted or not.
  'server/src/rewards/images/images.queries.ts': ['qr_codes', 'voucher_infos'],
  // Locks, and the groups of companies that are restored.
  'server/src/rewards/vouchers/voucherGroups.queries.ts': ['clients', 'voucher_infos'],
  // The codes of a group or a company that the same statement has found not to be deleted.
  'server/src/rewards/soldVouchers/sell.queries.ts': ['vouchers'],
  'server/src/rewards/vouchers/vouchers.queries.ts': ['vouchers'],
  'server/src/rewards/voucherImports/voucherImports.queries.ts': ['clients', 'voucher_infos', 'vouchers'],
}

const binTables = ['voucher_infos', ...binKinds.map((kind) => entities[kind].table)]
const reads = new RegExp(`(?<!delete )\\b(?:from|join|analyze|db\`)\\s*(${binTables.join('|')})\\b`, 'g')

test('deleted rows are read only where a written reason says so', () => {
  const found = serverFiles
    .filter((file) => !file.startsWith('server/demo/'))
    .flatMap((file) => {
      const tables = [...read(file).matchAll(reads)].map(([, table]) => table ?? '')
      return tables.length > 0 ? [[file, [...new Set(tables)].toSorted()] as const] : []
    })
  expect(Object.fromEntries(found)).toEqual(readsDeletedRows)
})
