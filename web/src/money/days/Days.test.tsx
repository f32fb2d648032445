import { closeDay, getDay, listDays, signDay } from '@our-print/contract/money/days.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openDay } from '../../../test/cash.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { today } from '../../base/format/format.ts'
import { DayPage } from './DayPage.tsx'
import { DaysPage } from './DaysPage.tsx'

const { day } = openDay.report
const closing = {
  closed_at: '2026-01-03T15:00:00Z',
  closed_by: { id: '01900000-0000-7000-8000-000000000001', full_name: 'Asha Rao' },
  needs_signature: true,
  signed_at: null,
  signed_by: null,
  seal: 'ab12',
  previous_seal: '',
  version: 1,
}
const closed = { ...openDay, closing }
const show = (...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<DayPage />, answers, { path: `/day/${day}`, route: '/day/:day' })

test('a day shows what is expected, and is closed with what was counted', async () => {
  const user = userEvent.setup()
  const { calls } = show(answer(getDay, openDay), answer(closeDay, closed))
  const methods = within(await screen.findByRole('table', { name: 'By method' }))
  expect(methods.getByRole('row', { name: /UPI 1 ₹200.00/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /Ravi Kumar ₹500.00/ })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close the day' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Close 3rd Jan 2026' }))
  expect(dialog.queryByText(/until tomorrow/)).toBeNull()
  await user.type(dialog.getByRole('textbox', { name: 'How many ₹100' }), '3')
  expect(dialog.getByText('Till: −₹50.00')).toBeVisible()
  await user.type(dialog.getByLabelText('UPI that arrived'), '200')
  await user.type(dialog.getByLabelText('Note'), 'A note is missing')
  await user.click(dialog.getByRole('button', { name: 'Close the day' }))
  expect(await screen.findByText('3rd Jan 2026 closed. Another super admin signs it.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    till: { notes: { 100: 3 }, rest: 0 },
    counted: [{ method: 'upi', amount: 200 }],
    note: 'A note is missing',
  })
})

test('what was counted stays with its method when a payment by another one comes in', async () => {
  const user = userEvent.setup()
  const { report } = openDay
  const card = { ...report.methods[1], method: 'card', expected: 75 } as (typeof report.methods)[number]
  const [cash, upi] = report.methods as [typeof card, typeof card]
  let methods = [cash, upi]
  const { calls, client } = show(
    answer(getDay, () => ({ ...openDay, report: { ...report, methods } })),
    answer(closeDay, closed),
  )
  await user.click(await screen.findByRole('button', { name: 'Close the day' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('UPI that arrived'), '200')
  methods = [card, cash, upi]
  await client.invalidateQueries()
  await user.type(await dialog.findByLabelText('Card that arrived'), '75')
  expect(dialog.getByLabelText('UPI that arrived')).toHaveValue('200')
  await user.type(dialog.getByLabelText('Note'), 'Till is short')
  await user.click(dialog.getByRole('button', { name: 'Close the day' }))
  expect(await screen.findByText(/closed. Another super admin/)).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    counted: [
      { method: 'upi', amount: 200 },
      { method: 'card', amount: 75 },
    ],
  })
})

test('who closes today is told what is still out', async () => {
  const user = userEvent.setup()
  const { report } = openDay
  show(answer(getDay, { ...openDay, report: { ...report, day: today() }, orders_out: 2 }))
  await user.click(await screen.findByRole('button', { name: 'Close the day' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('No more money can be entered until tomorrow.')).toBeVisible()
  expect(dialog.getByText('Still out for delivery: 2')).toBeVisible()
  expect(dialog.getByText('Still in hand: ₹50.00')).toBeVisible()
})

test('what is to be counted is shown neither on the day nor to who closes it', async () => {
  const user = userEvent.setup()
  const { report } = openDay
  const waiting = report.people.map((each) => ({ ...each, id: 'x', full_name: 'Nitin Bose' }))
  const people = [...report.people, ...waiting.map((each) => ({ ...each, cash: null, in_hand: null }))]
  show(answer(getDay, { ...openDay, report: { ...report, day: today(), people } }))
  expect(await screen.findByRole('row', { name: 'Nitin Bose ₹500.00 – ₹250.00 –' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Close the day' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Still in hand, but for what is to be counted: ₹50.00')).toBeVisible()
})

test('a day that cannot be closed yet says why', async () => {
  show(answer(getDay, { ...openDay, blocked: 'Close 2 Jan 2026 first: days are closed in sequence.' }))
  expect(await screen.findByText(/Close 2 Jan 2026 first/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Close the day' })).toBeNull()
})

test('a closed day is signed', async () => {
  const user = userEvent.setup()
  const signed = { ...closed, closing: { ...closing, signed_by: { id: 'x', full_name: 'Nitin Bose' } } }
  const { calls } = show(answer(getDay, closed), answer(signDay, signed))
  expect(await screen.findByText('Not yet')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Sign' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sign' }))
  expect(await screen.findByText('3rd Jan 2026 signed')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a day that cannot be read says why', async () => {
  show(refuse(getDay, 500, { message: 'Something broke.' }))
  expect(await screen.findByText('Something broke.')).toBeVisible()
})

test('the list of days leads to each, and to today', async () => {
  const row = { id: '01900000-0000-7000-8000-0000000000f1', day, closed_at: closing.closed_at }
  const sums = { received: 500, till: 350, difference: -50, seal: 'ab12' }
  const people = { closed_by_name: 'Asha Rao', needs_signature: true, signed_at: null, signed_by_name: null }
  renderPage(<DaysPage />, [answer(listDays, page([{ ...row, ...sums, ...people }]))])
  expect(await screen.findByText('Not signed')).toBeVisible()
  expect(screen.getByRole('link', { name: /3rd Jan 2026/ })).toHaveAttribute('href', `/day/${day}`)
  expect(screen.getByRole('link', { name: 'Today' })).toBeVisible()
})
