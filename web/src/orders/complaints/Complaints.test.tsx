import { complaintReasons } from '@our-print/contract/orders/complaintReasons.ts'
import {
  type Complaint,
  countComplaints,
  createComplaint,
  listComplaints,
  listOrderComplaints,
  resolveComplaint,
} from '@our-print/contract/orders/complaints.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { order } from '../../../test/order.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import OrderComplaints from '../OrderComplaints.tsx'
import { ComplaintsPage } from './ComplaintsPage.tsx'

const delivered = { ...order, status: 'delivered' as const }
const complaint: Complaint = {
  id: '01900000-0000-7000-8000-0000000000c1',
  order: order.id,
  order_number: order.number,
  order_title: order.title,
  customer: 'Kavya Iyer',
  reason: 'missing_pages',
  text: 'Page seven is not there',
  photos: [
    {
      id: '01900000-0000-7000-8000-0000000000c2',
      url: 'http://print.test/api/complaint-photos/1/?expires=1',
    },
  ],
  at: '2026-11-20T10:00:00Z',
  by: 'Ravi Kumar',
  resolution: null,
  note: '',
  coins: null,
  refund: null,
  paid_back: null,
  reprint: null,
  resolved_at: null,
  resolved_by: null,
  version: 2,
}
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('something is wrong: what, and a photo', async () => {
  const { calls } = renderPage(<OrderComplaints order={delivered} />, [
    answer(listOrderComplaints, page<Complaint>([])),
    answer(createComplaint, complaint),
  ])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Something is wrong' })).toBeEnabled())
  await click('Something is wrong')
  const reason = await screen.findByRole('combobox', { name: 'What is wrong' })
  await click('Save')
  expect(await screen.findByText('Choose what is wrong')).toBeVisible()
  await userEvent.selectOptions(reason, 'Missing pages')
  await userEvent.type(screen.getByRole('textbox', { name: /What the customer says/ }), 'Page seven')
  const photo = new File(['x'], 'torn.jpg', { type: 'image/jpeg' })
  await userEvent.upload(screen.getByLabelText('Photos'), photo)
  expect(screen.getByText('torn.jpg')).toBeVisible()
  await click('Save')
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  const form = calls.find(({ method }) => method === 'POST')?.body as FormData
  expect([form.get('reason'), form.get('text'), (form.get('photo_1') as File).name]).toEqual([
    'missing_pages',
    'Page seven',
    'torn.jpg',
  ])
})

test('an order that is not delivered has nothing to complain about', async () => {
  const { calls, container } = renderPage(<OrderComplaints order={{ ...order, status: 'assigned' }} />, [
    answer(listOrderComplaints, page<Complaint>([])),
  ])
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(container).not.toHaveTextContent('wrong')
})

test('an open complaint shows its photo, and is resolved by a reprint', async () => {
  const { calls } = renderPage(
    <OrderComplaints order={delivered} />,
    [
      answer(listOrderComplaints, page([complaint])),
      answer(resolveComplaint, {
        ...complaint,
        resolution: 'reprint',
        reprint: { id: order.id, number: 1391 },
      }),
    ],
    { role: 'admin' },
  )
  expect(await screen.findByText('Page seven is not there')).toBeVisible()
  expect(screen.getByRole('img', { name: 'Photo 1 of what is wrong' })).toBeVisible()
  // One at a time.
  expect(screen.queryByRole('button', { name: 'Something is wrong' })).toBeNull()
  await click('Resolve')
  await screen.findByRole('dialog')
  await userEvent.click(screen.getByRole('radio', { name: 'Nothing' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Resolve' }).at(-1) as HTMLElement)
  expect(await screen.findByText('This field is Required')).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: 'Print again' }))
  await userEvent.click(screen.getAllByRole('button', { name: 'Resolve' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Taken in to print again as order 1391')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    resolution: 'reprint',
    note: '',
    version: 2,
  })
})

test('a refund says how much and how it goes back', async () => {
  const ended: Complaint = { ...complaint, resolution: 'refund', refund: 40, paid_back: 25 }
  const { calls } = renderPage(
    <OrderComplaints order={delivered} />,
    [
      answer(listOrderComplaints, page([complaint])),
      answer(resolveComplaint, ended),
      answer(getConfiguration, configuration),
    ],
    { role: 'admin' },
  )
  await click('Resolve')
  await userEvent.click(await screen.findByRole('radio', { name: 'Refund' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '40')
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'How it goes back' }), 'Cash')
  await userEvent.click(screen.getAllByRole('button', { name: 'Resolve' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Complaint resolved, ₹25.00 paid back')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    resolution: 'refund',
    amount: 40,
    method: 'cash',
    reference: null,
    note: '',
    version: 2,
  })
})

test('a refund that waits for a second person is told as waiting', async () => {
  const summary = 'Resolve the complaint about order 1390 with a refund of ₹400.00 (cash)'
  renderPage(
    <OrderComplaints order={delivered} />,
    [
      answer(listOrderComplaints, page([complaint])),
      {
        ...answer(resolveComplaint, complaint),
        reply: async () => Response.json({ act: 'refunds', summary, status: 'waiting' }, { status: 202 }),
      },
      answer(getConfiguration, configuration),
    ],
    { role: 'admin' },
  )
  await click('Resolve')
  await userEvent.click(await screen.findByRole('radio', { name: 'Refund' }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Amount' }), '400')
  await userEvent.click(screen.getAllByRole('button', { name: 'Resolve' }).at(-1) as HTMLElement)
  expect(await screen.findByText('Waiting for a second person')).toBeVisible()
  expect(screen.getByText(summary)).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('who neither pays back nor gives coins prints again or does nothing', async () => {
  renderPage(<OrderComplaints order={delivered} />, [answer(listOrderComplaints, page([complaint]))], {
    abilities: ['orders', 'customers'],
  })
  await click('Resolve')
  await screen.findByRole('dialog')
  expect(screen.getAllByRole('radio').map((each) => each.closest('label')?.textContent)).toEqual([
    'Print again',
    'Nothing',
  ])
})

test('a staff user reads how it ended', async () => {
  const ended: Complaint = {
    ...complaint,
    resolution: 'credit',
    coins: 7.5,
    note: 'Sorry',
    resolved_by: 'Asha Rao',
    resolved_at: '2026-11-21T10:00:00Z',
  }
  renderPage(<OrderComplaints order={delivered} />, [answer(listOrderComplaints, page([ended]))], {
    role: 'staff',
  })
  expect(await screen.findByText('Credit of 7.5 coins')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Resolve' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Something is wrong' })).toBeEnabled()
})

test('complaints that cannot be read can be asked for again', async () => {
  renderPage(<OrderComplaints order={delivered} />, [refuse(listOrderComplaints, 500, { message: 'Away' })])
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Something is wrong' })).toBeDisabled()
})

test('all complaints, with how many there were for each reason', async () => {
  const counts = complaintReasons.map((reason) => ({
    reason,
    complaints: reason === 'late' ? 31 : 0,
    open: 0,
    reprints: 0,
    refunds: 0,
    credits: 0,
  }))
  const { calls } = renderPage(
    <ComplaintsPage />,
    [answer(listComplaints, page([complaint])), answer(countComplaints, { counts })],
    { role: 'admin' },
  )
  expect(await screen.findByText('31')).toBeVisible()
  expect(await screen.findByText(`#${order.number} ${order.title}`)).toBeVisible()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Resolution' }), 'Open')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get('resolution')).toBe('open'))
})
