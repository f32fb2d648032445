import { listOrders, moveOrders, type Order } from '@our-print/contract/orders/orders.ts'
import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { type BulkJob, undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../test/order.ts'
import { answer, page, renderPage } from '../../test/renderPage.tsx'
import { typeAtOnce } from '../../test/typeAtOnce.ts'
import { FindButton } from '../app/shell/FindButton.tsx'
import { OrdersPage } from './OrdersPage.tsx'

const job = '01900000-0000-7000-8000-0000000000b1'
const orders: Order[] = [1, 2, 3, 4].map((at) => ({
  ...order,
  id: `01900000-0000-7000-8000-00000000020${at}`,
  number: 1000 + at,
  status: 'confirmed',
  assigned_user: null,
  allowed_transitions: ['assigned', 'cancelled'],
}))
const ravi = { id: job, full_name: 'Ravi Kumar', email: 'r@print.test', mobile: null, is_active: true }

async function show() {
  const rendered = renderPage(
    <>
      <FindButton />
      <OrdersPage view="pending" />
    </>,
    [
      answer(listOrders, page(orders)),
      answer(listStaff, page([ravi as StaffUser])),
      answer(moveOrders, ({ body }) => ({
        bulk_job: job,
        results: (body as { ids: string[] }).ids.map((id) => ({ id, ok: true, code: null, message: null })),
      })),
      answer(undoBulkJob, { id: job, kind: 'order', action: 'undo', status: 'queued', total: 3 } as BulkJob),
    ],
  )
  await screen.findAllByText('1001')
  return { ...rendered, user: userEvent.setup() }
}

const bar = () => screen.queryByRole('region', { name: 'Selected rows' })
const isSelected = (number: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select order ${number}` }).checked
const selected = () => [1001, 1002, 1003, 1004].filter(isSelected)

test('a range is selected and taken back by Shift, j and k, and Esc clears it', async () => {
  const { user } = await show()
  // Faster than their file is loaded.
  await user.keyboard('j{Shift>}JJ{/Shift}')
  await waitFor(() => expect(selected()).toEqual([1001, 1002, 1003]))
  await user.keyboard('{Shift>}J{/Shift}')
  await waitFor(() => expect(selected()).toEqual([1001, 1002, 1003, 1004]))
  await user.keyboard('{Shift>}K{/Shift}')
  await waitFor(() => expect(selected()).toEqual([1001, 1002, 1003]))
  expect(bar()).toHaveTextContent('3 selected')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(selected()).toEqual([]))
})

test('Tab leads from selected rows to their actions in one step', async () => {
  const { user } = await show()
  await user.keyboard('jxjx')
  const assign = await screen.findByRole('button', { name: 'Assign' })
  await user.tab()
  expect(assign).toHaveFocus()
})

test('a assigns the row in focus, s opens the statuses of a selection, and no letter acts while typing', async () => {
  const { user, calls } = await show()
  await user.keyboard('ja')
  const dialog = await screen.findByRole('dialog', { name: 'Assign 1 order' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  await user.keyboard('s')
  expect(await screen.findByRole('menu', { name: 'Change status' })).toBeVisible()
  await user.keyboard('{Escape}')
  await typeAtOnce(screen.getByRole('searchbox'), 'asp')
  expect(screen.getByRole('searchbox')).toHaveValue('asp')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
})

test('the palette assigns what is selected, and Ctrl+Z takes it back once', async () => {
  const { user, calls } = await show()
  await user.keyboard('jxjxjx')
  await screen.findByRole('button', { name: 'Assign' })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Find anything' })
  await user.keyboard('assign to rav')
  expect(await screen.findByRole('option', { name: /Assign to Ravi Kumar.*3 selected orders/ })).toBeVisible()
  await user.keyboard('{Enter}')
  await screen.findByText('3 orders assigned to Ravi Kumar')
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ url }) => url.pathname)
  expect(sent()).toEqual(['/api/all-orders/bulk/'])
  await user.keyboard('{Control>}zz{/Control}')
  await waitFor(() => expect(sent()).toEqual(['/api/all-orders/bulk/', `/api/bulk-jobs/${job}/undo/`]))
})

test('the palette prints what is selected', async () => {
  const { user } = await show()
  await user.keyboard('jxjx')
  await screen.findByRole('button', { name: 'Print' })
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('dialog', { name: 'Find anything' })
  await user.keyboard('print')
  expect(await screen.findByRole('option', { name: /^Print.*2 selected orders/ })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Print 2 orders' })).toBeVisible()
})

test('g and a letter lead to a screen, the letter only once and not as a key of the list', async () => {
  const { user } = await show()
  await user.keyboard('jga')
  await waitFor(() => expect(window.location.pathname).toBe('/assigned_orders'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the sheet begins with the keys of this page', async () => {
  const { user } = await show()
  await user.keyboard('?')
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  const headings = within(sheet).getAllByRole('heading', { level: 3 })
  expect(headings.map(({ textContent }) => textContent)).toEqual([
    'Everywhere',
    'In a list',
    'With orders',
    'Go to a screen',
    'In Find anything',
    'On the page of an order or a customer (not on this page)',
  ])
})
