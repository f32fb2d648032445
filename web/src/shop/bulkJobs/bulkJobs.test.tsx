import { listOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import {
  type BulkJob,
  cancelBulkJob,
  createClientBulkJob,
  createOrderBulkJob,
  getBulkJob,
  undoBulkJob,
} from '@our-print/contract/shop/bulkJobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, type Call, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { BulkJobs } from '../../app/shell/BulkJobs.tsx'
import { OrdersPage } from '../../orders/OrdersPage.tsx'
import { ClientsPage } from '../../rewards/clients/ClientsPage.tsx'

const id = '01900000-0000-7000-8000-0000000000b1'
const undoId = '01900000-0000-7000-8000-0000000000b2'
const staff = '01900000-0000-7000-8000-0000000000c1'
const time = '2026-11-22T10:00:00Z'

const job: BulkJob = {
  id,
  kind: 'order',
  action: 'update',
  change: { assigned_user: staff },
  assigned_user_data: { id: staff, full_name: 'Suresh Nair' },
  status: 'running',
  total: 2000,
  changed: 1200,
  unchanged: 0,
  refused: 0,
  can_undo: false,
  undoes: null,
  error: null,
  created_by: staff,
  created_by_name: 'Asha Rao',
  created_at: time,
  started_at: time,
  ended_at: null,
}
const done: BulkJob = { ...job, status: 'done', changed: 1998, refused: 2, can_undo: true, ended_at: time }

const orders: Order[] = [1, 2].map((at) => ({
  ...order,
  id: `01900000-0000-7000-8000-00000000010${at}`,
  number: 1000 + at,
  status: 'confirmed',
  allowed_transitions: ['assigned', 'cancelled'],
}))
const suresh = { id: staff, full_name: 'Suresh Nair', email: 's@print.test', mobile: null, is_active: true }
const staffUsers = answer(listStaff, page([suresh as StaffUser]))

const sent = (calls: Call[], path: string) =>
  calls
    .filter(({ url, method }) => method === 'POST' && url.pathname === path)
    .map(({ url, body }) => ({ query: Object.fromEntries(url.searchParams), body }))

beforeEach(() => localStorage.clear())

/** As after a reload: the device knows the id only. */
const remember = () => localStorage.setItem('bulk jobs:01900000-0000-7000-8000-000000000001', id)

const app = (element: React.ReactNode = null) => (
  <>
    <BulkJobs />
    {element}
  </>
)

async function selectAllMatching(count: string) {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: `Select all ${count} that match` }))
  await screen.findByText(`All ${count} that match are selected`)
  return user
}

test('all that match are assigned by a bulk job with the filter of the list and the exact number', async () => {
  const { calls } = renderPage(
    app(<OrdersPage view="pending" />),
    [
      answer(listOrders, page(orders, 3214)),
      staffUsers,
      answer(createOrderBulkJob, { ...job, status: 'queued', changed: 0, total: 3214 }),
      answer(getBulkJob, { ...job, total: 3214 }),
    ],
    { path: '/?query=thesis&from_date=2026-11-01&page=2' },
  )
  const user = await selectAllMatching('3,214')
  await user.click(await screen.findByRole('button', { name: 'Assign' }))
  expect(screen.queryByRole('link', { name: 'Job tickets' })).toBeNull()
  const dialog = await screen.findByRole('dialog', { name: 'Assign 3,214 orders' })
  await user.click(within(dialog).getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: /Suresh Nair/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  await screen.findByRole('button', { name: 'Bulk jobs. Assigning: 1,200 of 3,214' })
  expect(sent(calls, createOrderBulkJob.url)).toEqual([
    {
      query: {
        query: 'thesis',
        from_date: '2026-11-01',
        exclude_order_type: 'subscription',
        status: 'confirmed',
      },
      body: {
        assigned_user: staff,
        from: ['confirmed', 'assigned'],
        count: 3214,
        seen_seconds_ago: expect.any(Number),
      },
    },
  ])
  expect(screen.queryByText('All 3,214 that match are selected')).toBeNull()
})

test('all that match are promised, or ready', async () => {
  const { calls } = renderPage(app(<OrdersPage view="pending" />), [
    answer(listOrders, page(orders, 30)),
    answer(createOrderBulkJob, { ...job, status: 'queued', changed: 0, total: 30 }),
    answer(getBulkJob, { ...job, change: { is_ready: true }, total: 30, changed: 3 }),
  ])
  const user = await selectAllMatching('30')
  await user.click(await screen.findByRole('button', { name: 'Promise' }))
  const dialog = await screen.findByRole('dialog', { name: 'Promise 30 orders' })
  await user.click(within(dialog).getByRole('button', { name: 'In 2 hours' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await selectAllMatching('30')
  await user.click(await screen.findByRole('button', { name: 'Change status' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Ready for pick-up' }))
  await waitFor(() =>
    expect(sent(calls, createOrderBulkJob.url).map(({ body }) => body)).toEqual([
      { promised_at: expect.any(String), window_from: null, count: 30 },
      { is_ready: true, count: 30 },
    ]),
  )
})

test('what was printed at once is named', async () => {
  remember()
  const printed: BulkJob = {
    ...done,
    kind: 'print_job',
    action: 'print',
    change: null,
    assigned_user_data: null,
  }
  renderPage(app(), [answer(getBulkJob, { ...printed, total: 31, changed: 30, refused: 1 })])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Bulk jobs\. 30 in the queue, 1 refused/ }))
  expect(screen.getByText('Print 31 print jobs')).toBeVisible()
})

test('a changed number is said, and the list is read again', async () => {
  let count = 30
  renderPage(app(<OrdersPage view="pending" />), [
    answer(listOrders, () => page(orders, count)),
    staffUsers,
    refuse(createOrderBulkJob, 409, {
      code: 'count_changed',
      message: 'The list has changed: 31 match now, not 30. Nothing was done.',
    }),
  ])
  const user = await selectAllMatching('30')
  await user.click(await screen.findByRole('button', { name: 'Assign' }))
  const dialog = await screen.findByRole('dialog', { name: 'Assign 30 orders' })
  await user.click(within(dialog).getByRole('combobox'))
  await user.click(await screen.findByRole('option', { name: /Suresh Nair/ }))
  count = 31
  await user.click(within(dialog).getByRole('button', { name: 'Assign' }))
  expect(await within(dialog).findByText(/31 match now, not 30/)).toBeDefined()
  expect(await screen.findByRole('dialog', { name: 'Assign 31 orders' })).toBeDefined()
})

test('a change of one row, and Clear, end the selection of all that match', async () => {
  renderPage(app(<OrdersPage view="pending" />), [answer(listOrders, page(orders, 30))])
  const user = await selectAllMatching('30')
  await user.click(screen.getByRole('checkbox', { name: 'Select order 1002' }))
  expect(await screen.findByText('1 selected')).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select order 1002' }))
  await user.click(screen.getByRole('button', { name: 'Select all 30 that match' }))
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('a list on one page offers nothing more', async () => {
  renderPage(app(<OrdersPage view="pending" />), [answer(listOrders, page(orders))])
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  expect(await screen.findByText('2 selected')).toBeVisible()
  expect(screen.queryByRole('button', { name: /that match/ })).toBeNull()
})

test('all companies that match are deleted after a question with their number', async () => {
  const client: Client = {
    id,
    name: 'Zaffran Sweets',
    contact: '+919800000000',
    potential: '',
    joined_on: '2026-01-01',
    is_advertisible: false,
    client_type: 1,
    address: '{}',
    low_stock_below: 10,
    agreed_price: 0,
    low_stock: false,
    vouchers: { groups: 0, codes: 0, available: 0 },
    version: 1,
  }
  const { calls } = renderPage(app(<ClientsPage />), [
    answer(listClients, page([client], 12)),
    answer(createClientBulkJob, { ...job, kind: 'company', action: 'delete', change: null }),
    answer(getBulkJob, job),
  ])
  const user = await selectAllMatching('12')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete all 12 companies that match?' })
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
  await waitFor(() =>
    expect(sent(calls, createClientBulkJob.url)).toEqual([
      { query: {}, body: { action: 'delete', count: 12 } },
    ]),
  )
})

test('the progress is there after a reload, and the end is said with Report and Undo', async () => {
  remember()
  let now = job
  const { calls } = renderPage(app(), [
    answer(getBulkJob, ({ url }) => (url.pathname.includes(undoId) ? { ...now, id: undoId } : now)),
    answer(undoBulkJob, { ...done, id: undoId, action: 'undo', undoes: id, status: 'queued', changed: 0 }),
  ])
  await screen.findByRole('button', { name: 'Bulk jobs. Assigning: 1,200 of 2,000' })
  now = done
  await screen.findByText('1,998 assigned, 2 refused', { selector: '[data-toast] *' })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Bulk jobs. 1,998 assigned, 2 refused' }))
  const panel = await screen.findByRole('dialog', { name: 'Bulk jobs' })
  expect(within(panel).getByText('Assign 2,000 orders to Suresh Nair')).toBeDefined()
  now = { ...done, action: 'undo', change: null, assigned_user_data: null, can_undo: false, total: 1998 }
  await user.click(within(panel).getByRole('button', { name: 'Undo' }))
  await within(panel).findByText('1,998 changed back, 2 refused')
  expect(sent(calls, `/api/bulk-jobs/${id}/undo/`)).toHaveLength(1)
  await user.click(within(panel).getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /Bulk jobs/ })).toBeNull())
})

test('a running job can be cancelled', async () => {
  remember()
  let now: BulkJob = job
  renderPage(app(), [
    answer(getBulkJob, () => now),
    answer(cancelBulkJob, () => {
      now = { ...job, status: 'cancelled', can_undo: true, ended_at: time }
      return now
    }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Bulk jobs/ }))
  const panel = await screen.findByRole('dialog', { name: 'Bulk jobs' })
  expect(within(panel).getByRole('progressbar', { name: /Assign 2,000/ })).toBeDefined()
  await user.click(within(panel).getByRole('button', { name: 'Cancel' }))
  await within(panel).findByText('Cancelled: 1,200 assigned, 800 not changed')
})

test('a failed job says why', async () => {
  remember()
  const failed: BulkJob = { ...job, status: 'failed', error: 'Something went wrong on our side.' }
  renderPage(app(), [answer(getBulkJob, failed)])
  await userEvent.click(await screen.findByRole('button', { name: /Failed: 1,200 assigned, 800 not/ }))
  expect(await screen.findByText('Something went wrong on our side.')).toBeDefined()
})

test('a job that the server does not have any more is forgotten', async () => {
  remember()
  renderPage(app(), [refuse(getBulkJob, 404, {})])
  await waitFor(() => expect(localStorage.getItem('bulk jobs:01900000-0000-7000-8000-000000000001')).toBe(''))
})
