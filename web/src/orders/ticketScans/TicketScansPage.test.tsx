import { type KeptScan, listTicketScans } from '@our-print/contract/orders/ticketScans.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, renderPage } from '../../../test/renderPage.tsx'
import { TicketScansPage } from './TicketScansPage.tsx'

const order = '01900000-0000-7000-8000-00000000000a'
const scan = (end: number, fields: Partial<KeptScan>): KeptScan => ({
  id: `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`,
  at: '2026-01-03T12:00:00Z',
  happened_at: '2026-01-03T12:00:00Z',
  said_at: null,
  by: '01900000-0000-7000-8000-00000000000c',
  by_name: 'Ravi Kumar',
  purpose: 'hand_over',
  result: 'accepted',
  reason: null,
  order,
  order_number: 1042,
  shelf_place: null,
  code: order,
  ...fields,
})

test('the scans of an order, refused ones too, and the way to those of all orders', async () => {
  const results = [
    scan(1, {}),
    scan(2, { purpose: 'shelf', shelf_place: 'B3', result: 'repeated' }),
    scan(3, { result: 'refused', reason: 'not_printed' }),
    scan(4, { result: 'refused', reason: 'unknown_ticket', order: null, order_number: null, code: 'menu' }),
  ]
  const list = answer(listTicketScans, { count: 4, next: null, previous: null, results })
  const { calls, location } = renderPage(<TicketScansPage />, [list], {
    path: `/ticket_scans?order=${order}`,
  })
  const table = within(await screen.findByRole('table'))
  for (const text of ['Shelf B3', 'Once more', 'Not fully printed', 'Unknown code', 'menu']) {
    expect(await table.findByText(text)).toBeVisible()
  }
  expect(table.getAllByRole('link', { name: '1042' })[0]).toHaveAttribute('href', `/order/${order}`)
  expect(calls[0]?.url.searchParams.get('order')).toBe(order)
  await userEvent.click(screen.getByRole('button', { name: 'Of all orders' }))
  expect(location()).toBe('/ticket_scans')
})
