import {
  type CourierTask,
  getCourierTask,
  listCourierTasks,
  settleCourierTask,
} from '@our-print/contract/orders/courierTasks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import OrderCourierTasks from '../OrderCourierTasks.tsx'
import OrderTimeline from '../OrderTimeline.tsx'
import { CourierTasksPage } from './CourierTasksPage.tsx'

const task: CourierTask = {
  id: '01900000-0000-7000-8000-0000000000c1',
  order: order.id,
  order_number: order.number,
  order_title: order.title,
  code: null,
  tried: 'Delivered',
  collected: 120,
  refusal: 'Order 1042 is with somebody else',
  received_by: 'Mrs Hegde',
  pictures: [
    {
      id: '01900000-0000-7000-8000-0000000000c2',
      kind: 'photo',
      url: 'http://print.test/api/courier-task-pictures/1/?expires=1',
    },
  ],
  at: '2026-11-20T10:30:00Z',
  happened_at: '2026-11-20T10:00:00Z',
  said_at: null,
  by: 'Ravi Kumar',
  note: '',
  settled_at: null,
  settled_by: null,
  version: 2,
}
const settled: CourierTask = {
  ...task,
  id: '01900000-0000-7000-8000-0000000000c3',
  tried: 'Failed attempt',
  collected: null,
  note: 'The cash is in the till',
  settled_at: '2026-11-20T12:00:00Z',
  settled_by: 'Asha Rao',
}
const both = (
  <>
    <OrderCourierTasks order={order.id} settled={false} />
    <OrderCourierTasks order={order.id} settled />
  </>
)

test('an order says what was refused on the road, and is told what was done about it', async () => {
  const { calls } = renderPage(both, [
    answer(listCourierTasks, page([task, settled])),
    answer(settleCourierTask, { ...settled, id: task.id }),
  ])
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByText('Refused: Delivered, ₹120.00 collected')).toBeVisible()
  expect(alert.getByText('Order 1042 is with somebody else')).toBeVisible()
  expect(alert.getByText(/^Ravi Kumar/)).toHaveTextContent(/20th Nov 2026, .*, sent /)
  expect(alert.getByText('Received by Mrs Hegde')).toBeVisible()
  expect(alert.getByRole('img', { name: 'Photo that was taken for it' })).toHaveAttribute(
    'src',
    '/api/courier-task-pictures/1/?expires=1',
  )
  expect(calls.map(({ url }) => url.searchParams.get('order'))).toEqual([order.id])
  await userEvent.click(alert.getByRole('button', { name: 'Settle' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Settle' }))
  expect(await dialog.findByText('This field is Required')).toBeVisible()
  await userEvent.type(dialog.getByRole('textbox', { name: 'What was done about it' }), 'Asked Ravi')
  await userEvent.click(dialog.getByRole('button', { name: 'Settle' }))
  expect(await screen.findByText('Refused act of order 1042 settled')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'Asked Ravi', version: 2 })
})

test('what is settled stays on the order, with its pictures', async () => {
  renderPage(both, [answer(listCourierTasks, page([settled]))])
  const list = within(await screen.findByRole('list', { name: 'Refused acts, settled' }))
  expect(list.getByText('The cash is in the till')).toBeVisible()
  expect(list.getByText(/^Settled by Asha Rao/)).toBeVisible()
  expect(list.getByRole('img')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Settle' })).toBeNull()
})

test('an order without any has nothing of it', async () => {
  const { calls, container } = renderPage(both, [answer(listCourierTasks, page<CourierTask>([]))])
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(container).not.toHaveTextContent(/refused/i)
})

test('the timeline names it, and takes it for no move', () => {
  const [first] = order.history ?? []
  const entry = {
    ...(first as NonNullable<typeof first>),
    from: 'assigned' as const,
    to: 'assigned' as const,
  }
  const history = [
    { ...entry, courier_task: 'sent' as const, note: 'Delivered\nRefused: Changed by someone else' },
    { ...entry, courier_task: 'settled' as const, note: 'Delivered\nAsked Ravi' },
  ]
  renderPage(<OrderTimeline order={{ ...order, history }} />)
  const titles = screen.getAllByRole('listitem').map((item) => item.firstElementChild?.textContent)
  expect(titles.slice(0, 2)).toEqual(['Refused act settled', 'Refused on the road'])
  expect(screen.queryByText(/Reassigned|“/)).toBeNull()
})

test('that they cannot be read is said', async () => {
  renderPage(both, [refuse(listCourierTasks, 500, { message: 'Away' })])
  expect(await screen.findByText(/What was refused on the road could not be loaded\. Away/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('all refused acts, each with the way to its order', async () => {
  const { calls } = renderPage(<CourierTasksPage />, [answer(listCourierTasks, page([task, settled]))], {
    abilities: ['assign'],
  })
  expect(await screen.findByText('Delivered, ₹120.00 collected')).toBeVisible()
  expect(screen.getByText('Settled by Asha Rao')).toBeVisible()
  expect(screen.getAllByRole('link').some((each) => each.getAttribute('href') === `/order/${order.id}`)).toBe(
    true,
  )
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Open')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('open')).toBe('true'))
})

const scan: CourierTask = {
  ...task,
  id: '01900000-0000-7000-8000-0000000000c4',
  order: null,
  order_number: null,
  order_title: null,
  code: 'https://other.shop/print/7',
  tried: 'Ticket scanned',
  collected: null,
  received_by: '',
  pictures: [],
}
const showScan = (now: CourierTask) =>
  renderPage(
    <CourierTasksPage />,
    [
      answer(listCourierTasks, page([now])),
      answer(getCourierTask, now),
      answer(settleCourierTask, { ...now, settled_at: '2026-11-20T12:00:00Z', settled_by: 'Asha Rao' }),
    ],
    { abilities: ['assign'] },
  )

test('a scanned code without an order is settled from the list', async () => {
  const { calls } = showScan(scan)
  await userEvent.click(await screen.findByText('Scanned code: https://other.shop/print/7'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Settle the refused scan' }))
  expect(dialog.getByText('Scanned code: https://other.shop/print/7')).toBeVisible()
  expect(dialog.getByText(/^Ravi Kumar/)).toHaveTextContent(/20th Nov 2026/)
  expect(dialog.queryByRole('link')).toBeNull()
  await userEvent.type(dialog.getByRole('textbox', { name: 'What was done about it' }), 'Asked Ravi')
  await userEvent.click(dialog.getByRole('button', { name: 'Settle' }))
  expect(await screen.findByText('Refused scan settled')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ note: 'Asked Ravi', version: 2 })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a settled scan says how, and the order of a code that names one is a link', async () => {
  const { id, order_number, order_title } = task
  showScan({ ...settled, code: String(order_number), order: order.id, id })
  await userEvent.click(await screen.findByText(`#${order_number} ${order_title}`))
  const dialog = within(await screen.findByRole('dialog', { name: 'Refused scan' }))
  expect(await dialog.findByText('Settled by Asha Rao: The cash is in the till')).toBeVisible()
  expect(dialog.getByRole('link')).toHaveAttribute('href', `/order/${order.id}`)
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a scan that cannot be read is said', async () => {
  renderPage(<CourierTasksPage />, [
    answer(listCourierTasks, page([scan])),
    refuse(getCourierTask, 500, { message: 'Away' }),
  ])
  await userEvent.click(await screen.findByText('Scanned code: https://other.shop/print/7'))
  expect(await screen.findByText('This refused scan could not be loaded')).toBeVisible()
})
