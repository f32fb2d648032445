import { randomBytes } from 'node:crypto'
import { languages } from '@our-print/contract/customer/languages.ts'
import type { Browser } from '@playwright/test'
import { median } from './compare.ts'
import type { Row } from './page.ts'
import { startReactAdmin } from './reactAdmin/serve.ts'
import type { Bench, Shop } from './shop.ts'
import {
  changeRoute,
  launchBrowser,
  openContext,
  processor,
  type Route,
  revisit,
  type Screen,
  type Session,
  sessionOf,
  typeInto,
  type Visit,
  visit,
} from './visits.ts'

/** A product in the browser: its screens, ways between them and fields by the works of the page. */
type Site = {
  url: string
  session: Session
  screens: (Screen & { screen: string })[]
  /** The screen on which the menu is first used. */
  list: Screen
  routes: Route[]
  fields: { work: string; path: string; field: string; text: string }[]
}

const list = { path: '/total_orders', shown: 'main a[href^="/order/"]' }
const title = 'main form input[name=title]'
const dashboard = 'main button[aria-label=Refresh]'
const entry = (to: string, title: string, shown: string): Route => ({
  link: `nav a[href="${to}"]`,
  heading: 'h1',
  title,
  shown,
})
const reactAdminEntry = (to: string, title: string, shown: string): Route => ({
  link: `a[href="#/${to}"]`,
  heading: '#react-admin-title',
  title,
  shown,
})
const search = { work: 'search of a list', text: 'kowalski' }

const product = {
  screens: [
    { screen: 'sign-in', path: '/login', shown: 'input[name=password]' },
    { screen: 'list of orders', ...list },
    { screen: 'dashboard', path: '/dashboard', shown: dashboard },
    { screen: 'new order', path: '/new_order', shown: title },
  ],
  list,
  routes: [
    entry('/pending_orders', 'Pending orders', list.shown),
    entry('/total_orders', 'Total orders', list.shown),
    entry('/dashboard', 'Dashboard', dashboard),
  ],
  fields: [
    { ...search, path: list.path, field: 'input[type=search]' },
    { work: 'title of a new order', path: '/new_order', field: title, text: 'Thesis, two copies' },
  ],
}

/** bench/reactAdmin: its list of orders stands beside ours of all orders, to which one comes from another list as well. */
const orders = { path: '/', shown: 'td.column-number' }
const reactAdmin = {
  screens: [{ screen: 'list of orders', ...orders }],
  list: orders,
  routes: [
    reactAdminEntry('users', 'Customers', 'td.column-mobile'),
    reactAdminEntry('all-orders', 'Total orders', orders.shown),
  ],
  fields: [{ ...search, path: '/', field: 'input[name=query]' }],
}

/** At most: seconds of a first view, and KiB of JavaScript and CSS until then. */
const limits: Record<string, { seconds: number; kib: number }> = {
  'sign-in': { seconds: 2, kib: 66 },
  'list of orders': { seconds: 2.4, kib: 120 },
  dashboard: { seconds: 2.5, kib: 130 },
  'new order': { seconds: 2.8, kib: 170 },
}
/** Most requests of a first view, seconds of a second one, and milliseconds of a route change and of a typed letter. */
const most = { requests: 8, secondSignIn: 0.4, secondView: 0.6, route: 100, typing: 30 }
/** Of a page for customers: seconds of a first view, KiB in all. */
const mostPublic = { seconds: 1, kib: 30 }
const rounds = 3

/**
 * What a person waits for in Chromium with a 4 times slower processor: first views on Fast 3G, route changes and typing. The
 * list of react-admin is measured beside ours, on the same server.
 */
export async function measureViews(bench: Bench): Promise<Row[]> {
  const shop = await bench.open(bench.orders)
  const { ours, headers } = shop
  const session = await sessionOf(ours.url, headers)
  const other = bench.isOther ? undefined : await startReactAdmin(ours.url, bench.say)
  const browser = await launchBrowser()
  try {
    const own = { ...product, url: ours.url, session }
    const rows = [
      ...(await measureSite(browser, own)),
      ...(await measureSecondViews(browser, own, shop)),
      ...(await measurePublicPages(browser, shop)),
    ]
    const theirs = other && (await measureSite(browser, { ...reactAdmin, url: other.url, session }))
    const beside = (work: string) =>
      theirs ? theirs.find((row) => row.work === work)?.measured : 'not installed'
    return rows.map((row) => ({ ...row, beside: beside(row.work) }))
  } finally {
    await browser.close()
    other?.stop()
  }
}

/** Screens that open before the network answers, and without any. */
async function measureSecondViews(browser: Browser, site: Site, shop: Shop): Promise<Row[]> {
  const { courier, order } = await peopleOf(shop)
  const customer = 'main a[href^="tel:"]'
  const screens = [
    ...site.screens.filter(({ screen }) => /sign-in|orders|dashboard/.test(screen)),
    { screen: 'order', path: `/order/${order}`, shown: customer },
    { screen: 'round', path: '/round', shown: customer },
  ]
  const rows: Row[] = []
  for (const { screen, ...at } of screens) {
    const as = { ...site, session: screen === 'round' ? courier : site.session }
    // The app is kept from the first screen of whoever is signed in.
    const signedOutAt = screen === 'sign-in' ? site.list : undefined
    const timed = async (isOffline: boolean) => {
      const times: number[] = []
      for (let round = 0; round < rounds; round++)
        times.push(await revisit(browser, as, at, { isOffline, signedOutAt }))
      return median(times)
    }
    const [slow, none] = [await timed(false), await timed(true)]
    const limit = screen === 'sign-in' ? most.secondSignIn : most.secondView
    rows.push({
      work: `second view: ${screen}`,
      measured: `${slow.toFixed(1)} s, without network ${none.toFixed(1)} s`,
      target: `≤ ${limit} s`,
      isKept: Math.max(slow, none) <= limit,
    })
  }
  return rows
}

/** The session of the delivery staff user with the most orders to deliver, and an order that is not done. */
async function peopleOf({ db, ours }: Shop): Promise<{ courier: Session; order: string }> {
  const { rows } = await db.query<{ courier: string; order: string }>(`
    select assigned_user as courier, max(id::text) as order from orders where status = 'out-for-delivery'
    group by assigned_user order by count(*) desc limit 1`)
  const [{ courier, order } = { courier: '', order: '' }] = rows
  const token = randomBytes(32).toString('base64url')
  await db.query('insert into sessions (token_hash, staff_user) values (sha256($1::text::bytea), $2)', [
    token,
    courier,
  ])
  return { courier: await sessionOf(ours.url, { authorization: `Token ${token}` }), order }
}

/** The pages that customers open on a phone, in three languages. */
async function measurePublicPages(browser: Browser, shop: Shop): Promise<Row[]> {
  const { url } = shop.ours
  const { order } = await peopleOf(shop)
  const made = await fetch(`${url}/api/all-orders/${order}/customer-link/`, {
    method: 'POST',
    headers: shop.headers,
  })
  const link = (await made.json()) as { url: string }
  const { pathname } = new URL(link.url)
  const rows: Row[] = []
  for (const language of languages) {
    const visits: Visit[] = []
    for (let round = 0; round < rounds; round++)
      visits.push(
        await visit(browser, { url, session: {} }, { path: `${pathname}?lang=${language}`, shown: 'h1' }),
      )
    const [seconds, kilobytes] = (['seconds', 'kilobytes'] as const).map((part) =>
      median(visits.map((one) => one[part])),
    )
    const kib = (kilobytes ?? Number.NaN) / 1.024
    rows.push({
      work: `first view: a customer's order, ${language}`,
      measured: `${seconds?.toFixed(1)} s, ${kib.toFixed(1)} KiB`,
      target: `≤ ${mostPublic.seconds} s, ≤ ${mostPublic.kib} KiB`,
      isKept: (seconds ?? Number.NaN) <= mostPublic.seconds && kib <= mostPublic.kib,
    })
  }
  return rows
}

const measureSite = async (browser: Browser, site: Site): Promise<Row[]> => [
  ...(await measureFirstViews(browser, site)),
  ...(await measureInteractions(browser, site)),
]

async function measureFirstViews(browser: Browser, { screens, ...site }: Site): Promise<Row[]> {
  const views: Row[] = []
  const weights: Row[] = []
  let moved = { shift: 0, screen: '' }
  for (const { screen, ...at } of screens) {
    const visits: Visit[] = []
    const session = screen === 'sign-in' ? {} : site.session
    for (let round = 0; round < rounds; round++) visits.push(await visit(browser, { ...site, session }, at))
    const of = (part: keyof Visit) => median(visits.map((one) => one[part]))
    const shift = Math.max(...visits.map((one) => one.shift))
    if (shift > moved.shift) moved = { shift, screen }
    const { seconds = Number.NaN, kib = Number.NaN } = limits[screen] ?? {}
    views.push({
      work: `first view: ${screen}`,
      measured: `${of('seconds').toFixed(1)} s, ${of('requests')} requests, ${Math.round(of('kilobytes'))} KB`,
      target: `≤ ${seconds} s, ≤ ${most.requests} requests`,
      isKept: of('seconds') <= seconds && of('requests') <= most.requests,
    })
    weights.push({
      work: `weight: ${screen}`,
      measured: `${of('kib').toFixed(1)} KiB`,
      target: `≤ ${kib} KiB`,
      isKept: of('kib') <= kib,
    })
  }
  const shift = {
    work: 'layout shift of these',
    measured: `${moved.shift.toFixed(3)} ${moved.screen}`.trim(),
    target: '0',
    isKept: moved.shift < 0.0005,
  }
  return [...views, shift, ...weights]
}

/** Route changes whose files and data are there already, and typing, until the browser has painted. */
async function measureInteractions(browser: Browser, site: Site): Promise<Row[]> {
  const { url, session, list, routes, fields } = site
  const context = await openContext(browser, url, session)
  const page = await context.newPage()
  await page.goto(url + list.path)
  await page.locator(list.shown).first().waitFor()
  for (const route of routes) await changeRoute(page, route)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', processor)
  const times = routes.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [at, route] of routes.entries()) times[at]?.push(await changeRoute(page, route))
  const row = (work: string, ms: number, limit: number): Row => ({
    work,
    measured: `${Math.round(ms)} ms`,
    target: `≤ ${limit} ms`,
    isKept: ms <= limit,
  })
  const rows = routes.map(({ title }, at) =>
    row(`route change: ${title}`, median(times[at] ?? []), most.route),
  )
  for (const { work, path, field, text } of fields) {
    await page.goto(url + path)
    rows.push(row(`typing: ${work}`, await typeInto(page, field, text), most.typing))
  }
  await context.close()
  return rows
}
