import { listCourierTasks } from '@our-print/contract/orders/courierTasks.ts'
import { listOrders } from '@our-print/contract/orders/orders.ts'
import { listPrinters, type Printer } from '@our-print/contract/printing/printers.ts'
import { getProductionSummary } from '@our-print/contract/printing/production.ts'
import { type Dashboard, getDashboard } from '@our-print/contract/shop/dashboard.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { answer, type Call, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { OpensProvider } from '../../base/ui/RouterLink.tsx'
import { DashboardPage } from './DashboardPage.tsx'

const none = { confirmed: 0, assigned: 0, 'out-for-delivery': 0, delivered: 0, cancelled: 0, total: 0 }

/** A dashboard response for these days: one order a day, some of them delivered. */
const of = (from_date: string, to_date: string, more: Partial<Dashboard> = {}): Dashboard => ({
  as_of: '2026-11-20T10:35:00Z',
  from_date,
  to_date,
  orders: {
    print: { confirmed: 22, assigned: 35, 'out-for-delivery': 18, delivered: 213, cancelled: 11, total: 299 },
    subscription: { ...none, confirmed: 3, total: 3 },
  },
  revenue: 1231162.5,
  pages: 48156,
  new_customers: 9,
  leads_waiting: 4,
  per_day: [from_date, to_date].map((day) => ({
    day,
    // One of them was cancelled.
    orders: 13,
    cancelled: 1,
    delivered: 7,
    pages: 1204,
    revenue: 8412.5,
    scans: 31,
  })),
  per_hour: null,
  ageing: [
    { label: 'Today', min_days: 0, max_days: 0, orders: 8, print: 8, subscription: 0 },
    { label: 'Over a week', min_days: 8, max_days: null, orders: 3, print: 2, subscription: 1 },
  ],
  due: { late: { print: 2, subscription: 1 }, soon: { print: 0, subscription: 0 } },
  owed: { total: 1350, ageing: { week: 100, month: 200, two_months: 250, older: 800 } },
  staff: [{ id: '01900000-0000-7000-8000-000000000009', full_name: 'Ravi Kumar', open: 15, delivered: 28 }],
  coupons: [{ id: '01900000-0000-7000-8000-000000000010', code: 'STUDENT10', usage_count: 41 }],
  voucher_stock: [
    { id: '01900000-0000-7000-8000-000000000011', client: 'Tea & Co', available: 2, low_stock: true },
    {
      id: '01900000-0000-7000-8000-000000000012',
      client: 'Malgudi Books',
      available: 1280,
      low_stock: false,
    },
  ],
  previous: { orders: 200, revenue: 1231162.5, pages: 60195, new_customers: 0, delivered: 14, scans: 31 },
  ...more,
})

type Day = Dashboard['per_day'][number]

const production = {
  from_date: '2026-10-22',
  to_date: '2026-11-20',
  ordered: 0,
  printed: 0,
  wasted: 0,
  delivered: 0,
  sheets: 0,
  orders: 0,
  revenue: 0,
  paper: 0,
  click: 0,
  binding: 0,
  waste: 0,
  cost: 0,
  margin: 0,
}

const responseTo = ({ url }: Call) =>
  of(url.searchParams.get('from_date') ?? '', url.searchParams.get('to_date') ?? '')

const show = (path = '/dashboard', answers = [answer(getDashboard, responseTo)]) =>
  renderPage(<DashboardPage />, answers, { path })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T16:05:00') })
  onTestFinished(() => void vi.useRealTimers())
})

const link = (name: string) => screen.getByRole('link', { name })
const dates = 'from_date=2026-10-22&to_date=2026-11-20'

test('a tile opens the list that it counts, for the same days', async () => {
  show()
  const print = within(screen.getByRole('region', { name: 'Print orders' }))
  expect(await print.findByRole('link', { name: 'Pending print orders 22' })).toHaveAttribute(
    'href',
    `/pending_orders?${dates}`,
  )
  expect(link('Out for delivery print orders 18')).toHaveAttribute(
    'href',
    `/total_orders?status=out-for-delivery&${dates}`,
  )
  expect(link('Total print orders 299')).toHaveAttribute('href', `/total_orders?${dates}`)
  expect(link('Pending subscription orders 3')).toHaveAttribute(
    'href',
    `/subscription_pending_orders?${dates}`,
  )
  expect(link('Cancelled subscription orders 0')).toHaveAttribute(
    'href',
    `/subscription_total_orders?status=cancelled&${dates}`,
  )
  expect(screen.getByRole('link', { name: /^Leads waiting/ })).toHaveAttribute('href', '/leads?status=new')
})

test('the change from the period before is shown in words', async () => {
  show()
  expect(await screen.findByRole('button', { name: 'Orders 302 51% more' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(screen.getByRole('button', { name: 'Pages 48,156 20% less' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delivered 14 No change' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Scans 62 100% more' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Revenue ₹12,31,163 No change' })).toBeVisible()
  expect(screen.getByText('Compared with 22nd Sep to 21st Oct 2026')).toBeVisible()
  expect(screen.getByText('None before')).toBeVisible()
})

test('the period is chosen by name or by days, and stays in the address', async () => {
  const user = userEvent.setup()
  const { calls, location } = show()
  const chooser = screen.getByLabelText('Period', { selector: 'select' })
  const lastAsked = () =>
    calls.filter(({ url }) => url.pathname.startsWith('/api/dashboard')).at(-1)?.url.search
  for (const [name, address, search] of [
    ['Today', '?period=today', '?from_date=2026-11-20&to_date=2026-11-20'],
    ['Last 7 days', '?period=7d', '?from_date=2026-11-14&to_date=2026-11-20'],
    ['This month', '?period=this_month', '?from_date=2026-11-01&to_date=2026-11-20'],
    ['Last month', '?period=last_month', '?from_date=2026-10-01&to_date=2026-10-31'],
  ] as const) {
    await user.selectOptions(chooser, name)
    expect(location()).toBe(`/dashboard${address}`)
    expect(lastAsked()).toBe(search)
  }
  await user.selectOptions(chooser, 'Custom range')
  const to = screen.getByLabelText('To')
  expect(to).toHaveValue('31st Oct 2026')
  await user.clear(to)
  await user.type(to, '5/10/2026{Enter}', { skipClick: true })
  expect(location()).toBe('/dashboard?period=custom&from_date=2026-10-01&to_date=2026-10-05')
  expect(lastAsked()).toBe('?from_date=2026-10-01&to_date=2026-10-05')
})

test('an invalid range in the address is corrected, and the field shows the error', async () => {
  const { calls } = show('/dashboard?from_date=2026-11-30&to_date=2026-11-02')
  expect(await screen.findByText('Date should not be before minimal date')).toBeVisible()
  expect(calls[0]?.url.search).toBe('?from_date=2026-11-30&to_date=2026-11-30')
})

test('the charts can be shown as a table', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('button', { name: 'Show as table' }))
  const table = await screen.findByRole('table', { name: 'Day by day' })
  expect(within(table).getByRole('row', { name: '20 Nov 13 7 1,204 ₹8,412.50 31' })).toBeVisible()
})

test('the lists of coupons and of low stock link to their records', async () => {
  show()
  const coupons = within(await screen.findByRole('table', { name: 'Running coupons' }))
  expect(await coupons.findByRole('row', { name: 'STUDENT10 41' })).toBeVisible()
  expect(coupons.getByRole('link', { name: 'STUDENT10' })).toHaveAttribute('href', '/coupons?query=STUDENT10')
  const stock = within(screen.getByRole('table', { name: 'Voucher stock' }))
  expect(stock.getByRole('row', { name: 'Tea & Co Low 2' })).toBeVisible()
  expect(stock.getByRole('row', { name: 'Malgudi Books 1,280' })).toBeVisible()
  expect(stock.getByRole('link', { name: 'Tea & Co' })).toHaveAttribute(
    'href',
    '/client_companies?query=Tea+%26+Co',
  )
})

test('a chart has a name and a description, and the chosen one is in the address', async () => {
  const user = userEvent.setup()
  const { location } = show()
  await user.click(await screen.findByRole('button', { name: /^Revenue/ }))
  expect(location()).toBe('/dashboard?chart=revenue')
  expect(
    await screen.findByRole('figure', { name: /^Payable .* from 22nd Oct 2026 to 20th Nov 2026/ }),
  ).toBeVisible()
})

test('the oldest orders come first, and one line sums up today', async () => {
  show()
  expect(await screen.findByText('11 open orders now')).toBeVisible()
  const card = within(screen.getByRole('region', { name: 'Open orders by age' }))
  expect(card.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Over a weekLate3', 'Today8'])
  expect(screen.getByText(/^Today so far/)).toHaveTextContent(
    'Today so far: 12 orders taken in, 7 delivered, 1,204 pages, ₹8,412.50',
  )
  expect(
    within(screen.getByRole('table', { name: 'Staff load' })).getByRole('row', { name: 'Ravi Kumar 15 28' }),
  ).toBeVisible()
})

test('without orders the dashboard says so and what to do', async () => {
  const empty = of('2026-10-22', '2026-11-20', {
    orders: { print: none, subscription: none },
    per_day: [],
    ageing: [{ label: 'Today', min_days: 0, max_days: 0, orders: 0, print: 0, subscription: 0 }],
    staff: [],
    coupons: [],
    voucher_stock: [],
  })
  show('/dashboard', [answer(getDashboard, empty)])
  expect(await screen.findByText('No orders in this period')).toBeVisible()
  expect(screen.getByRole('link', { name: 'New order' })).toHaveAttribute('href', '/new_order')
  expect(screen.getByText('No open orders. Orders appear here until they are delivered.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Add a staff user' })).toHaveAttribute('href', '/staff_users')
  expect(screen.getByRole('link', { name: 'See coupons' })).toHaveAttribute('href', '/coupons')
  expect(screen.getByRole('link', { name: 'See companies' })).toHaveAttribute('href', '/client_companies')
})

test('loading is shown; a server error is shown with Retry', async () => {
  const loading = show('/dashboard', [hang(getDashboard)])
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  loading.unmount()
  const { calls } = show('/dashboard', [refuse(getDashboard, 500, { message: 'Something broke.' })])
  expect(await screen.findByText('Something broke.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(calls).toHaveLength(2)
})

test('numbers that cannot be refreshed stay, with their time', async () => {
  let times = 0
  const { calls } = show('/dashboard', [
    {
      ...answer(getDashboard, responseTo),
      reply: (call) =>
        (times++ === 0
          ? answer(getDashboard, responseTo)
          : refuse(getDashboard, 503, { message: 'Too busy.' })
        ).reply(call),
    },
  ])
  await userEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  expect(await screen.findByText(/^Could not be refreshed, as of/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Pending print orders 22' })).toBeVisible()
  expect(calls.filter(({ url }) => url.pathname === getDashboard.url)).toHaveLength(2)
})

test('who sees prices and not the orders has their numbers without lists, and no tile that stays empty', async () => {
  const page = (
    <OpensProvider value={(to) => !/^.(total|subscription|leads|users|stock|printers)/.test(to)}>
      <DashboardPage />
    </OpensProvider>
  )
  renderPage(page, [answer(getDashboard, responseTo)], { path: '/dashboard', abilities: ['prices'] })
  const print = within(screen.getByRole('region', { name: 'Print orders' }))
  expect(await print.findByText('299')).toBeVisible()
  // /assigned_orders would show them their own ones.
  expect(print.getByText('35')).toBeVisible()
  expect(print.queryByRole('link')).toBeNull()
  const people = within(screen.getByRole('region', { name: 'People' }))
  expect(people.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Leads waiting  4 Now',
    'New customers  9 None before',
  ])
  const needs = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(
    needs.getAllByRole('listitem').map(({ textContent }) => /^\D*/.exec(textContent)?.[0].trim()),
  ).toEqual(['Late print orders', 'Low paper, toner', 'Differences'])
})

test('what needs a person comes first, with a list for each', async () => {
  const printer = (name: string, state: 'idle' | 'stopped' | 'unreachable') =>
    ({ id: name, name, is_active: true, status: { state } }) as unknown as Printer
  show('/dashboard', [
    answer(getDashboard, responseTo),
    answer(listOrders, ({ url }) => {
      expect(url.search).toBe('?due=at_risk&exclude_order_type=subscription&limit=1')
      return { count: 4, next: null, previous: null, results: [] }
    }),
    answer(getProductionSummary, {
      ...production,
      tasks: {
        gaps: [],
        low_stock: ['A4 80 g', 'A3 80 g'].map((name) => ({
          id: name,
          kind: 'paper' as const,
          name,
          paper_size: null,
          printer: null,
          amount: 3,
          low_at: 500,
          level: 'low' as const,
          message: `${name}: 3 sheets left`,
        })),
        not_printed: 0,
        oldest: [],
      },
    }),
    answer(listPrinters, {
      count: 3,
      next: null,
      previous: null,
      results: [printer('Office', 'idle'), printer('Cellar', 'stopped'), printer('Shop', 'unreachable')],
    }),
  ])
  const needs = within(screen.getByRole('region', { name: 'Needs attention' }))
  expect(
    await needs.findByRole('link', { name: 'Late print orders 2 and 1 of subscriptions' }),
  ).toHaveAttribute('href', '/total_orders?due=late&ordering=created_at')
  expect(await needs.findByRole('link', { name: 'Will be late 4 By measured pace' })).toHaveAttribute(
    'href',
    '/total_orders?due=at_risk&ordering=promised_at',
  )
  expect(await needs.findByRole('link', { name: 'Low paper, toner 2 A4 80 g, A3 80 g' })).toHaveAttribute(
    'href',
    '/stock?is_low=true',
  )
  expect(needs.getByRole('link', { name: 'Differences 0 None' })).toHaveAttribute(
    'href',
    '/production?tab=printer&period=custom&from_date=2026-10-22&to_date=2026-11-20',
  )
  expect(await needs.findByRole('link', { name: 'Stopped printers 2 Cellar, Shop' })).toHaveAttribute(
    'href',
    '/printers',
  )
})

test('today stands beside the same weekday before, where the period has it', async () => {
  show('/dashboard', [
    answer(getDashboard, () => {
      const [first, last] = of('2026-11-13', '2026-11-20').per_day
      return of('2026-10-22', '2026-11-20', {
        per_day: [{ ...first, orders: 21, pages: 900 } as Day, last as Day],
      })
    }),
  ])
  expect(await screen.findByText(/^All of last Friday/)).toHaveTextContent(
    'All of last Friday: 20 orders taken in, 7 delivered, 900 pages, ₹8,412.50',
  )
})

test('refused acts of couriers that wait for the office have a line, and none otherwise', async () => {
  const refused = (count: number) => [
    answer(getDashboard, responseTo),
    answer(listCourierTasks, { count, next: null, previous: null, results: [] }),
  ]
  const { calls, unmount } = show('/dashboard', refused(3))
  const needs = within(screen.getByRole('region', { name: 'Needs attention' }))
  const line = within(await needs.findByRole('alert'))
  expect(line.getByText('3 acts of delivery staff were refused')).toBeVisible()
  expect(line.getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/courier_tasks?open=true')
  const asked = calls.filter(({ url }) => url.pathname === listCourierTasks.url)
  expect(asked.map(({ url }) => url.search)).toEqual(['?open=true&limit=1'])
  unmount()
  const { calls: again } = show('/dashboard', refused(0))
  await waitFor(() => expect(again.some(({ url }) => url.pathname === listCourierTasks.url)).toBe(true))
  expect(screen.queryByText(/refused/)).toBeNull()
})
