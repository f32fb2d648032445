import {
  cancelHandOver,
  countHandOver,
  declareHandOver,
  explainHandOver,
  getCash,
  listHandOvers,
} from '@our-print/contract/money/cash.ts'
import { setCurrency } from '@our-print/contract/money/currency.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { difference, handOver } from '../../../test/cash.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { CashPage } from './CashPage.tsx'
import OwnCash from './OwnCash.tsx'

const own = { id: '01900000-0000-7000-8000-000000000001', full_name: 'Asha Rao', amount: 0, hand_over: null }
const hand = (open: typeof handOver | null) => ({
  id: handOver.holder,
  full_name: 'Ravi Kumar',
  amount: open?.status === 'declared' ? null : 300,
  hand_over: open,
})

const showAdmin = (open: typeof handOver | null, ...more: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<CashPage />, [
    answer(getCash, { own, hands: [hand(open)], till: 1200.5 }),
    answer(listHandOvers, page(open ? [open] : [])),
    ...more,
  ])

test('a courier counts what they hand over with one thumb', async () => {
  const user = userEvent.setup()
  const mine = { ...own, amount: 342.5 }
  const { calls } = renderPage(
    <OwnCash />,
    [
      answer(getCash, { own: mine, hands: [mine], till: null }),
      answer(declareHandOver, { ...handOver, declared: 342.5 }),
    ],
    { role: 'staff' },
  )
  expect(await screen.findByText('₹342.50')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over cash' }))
  const more = (note: string) => user.click(dialog.getByRole('button', { name: `One ${note} more` }))
  for (const note of ['₹200', '₹100', '₹20', '₹20', '₹2', '₹2', '50 paise']) await more(note)
  expect(dialog.getByRole('status')).toHaveTextContent('₹344.50')
  await user.click(dialog.getByRole('button', { name: 'One ₹2 less' }))
  // As a keyboard in Hindi writes it.
  await user.click(dialog.getByRole('textbox', { name: 'How many ₹20' }))
  await user.paste('२')
  await user.click(dialog.getByRole('button', { name: 'Hand over' }))
  expect(await screen.findByText('₹342.50 handed over: it is counted now')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    notes: { 200: 1, 100: 1, 20: 2, 2: 1, 0.5: 1 },
    rest: 0,
  })
})

test('cash that the phone has not sent yet is named before it is counted into a hand-over', async () => {
  const user = userEvent.setup()
  const mine = { ...own, amount: 300 }
  const show = (unsent: number) =>
    renderPage(<OwnCash unsent={unsent} />, [answer(getCash, { own: mine, hands: [mine], till: null })], {
      role: 'staff',
    })
  const { unmount } = show(150)
  const text = '₹150.00 more is not sent from this phone yet. Send it before you hand it over.'
  expect(await screen.findByText(text)).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Hand over' }))
  expect(await within(await screen.findByRole('dialog')).findByText(text)).toBeVisible()
  unmount()
  show(0)
  expect(await screen.findByText('₹300.00')).toBeVisible()
  expect(screen.queryByText(/not sent/)).toBeNull()
})

test('notes and coins are named in the currency of the shop', async () => {
  setCurrency('EUR')
  const user = userEvent.setup()
  const mine = { ...own, amount: 5.5 }
  renderPage(<OwnCash />, [answer(getCash, { own: mine, hands: [mine], till: null })], { role: 'staff' })
  await user.click(await screen.findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over cash' }))
  for (const note of ['€5', '€0.50'])
    await user.click(dialog.getByRole('button', { name: `One ${note} more` }))
  expect(dialog.getByRole('status')).toHaveTextContent('€5.50')
  expect(dialog.getByText('Torn notes, smaller coins')).toBeVisible()
})

test('a declaration can be taken back until it is counted', async () => {
  const user = userEvent.setup()
  const mine = { ...own, amount: 300, hand_over: { ...handOver, declared: 300 } }
  const { calls } = renderPage(
    <OwnCash />,
    [
      answer(getCash, { own: mine, hands: [mine], till: null }),
      answer(cancelHandOver, { ...handOver, status: 'cancelled' }),
    ],
    { role: 'staff' },
  )
  expect(await screen.findByText(/₹300.00 handed over .* waits to be counted/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Take back' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('Taken back: the cash is in your hand')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('cash in hand that cannot be read says why', async () => {
  renderPage(<OwnCash />, [refuse(getCash, 500, { message: 'Something broke.' })], { role: 'staff' })
  expect(await screen.findByText('Something broke.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('what is not there is named where the cash of the shop cannot be read', async () => {
  renderPage(<CashPage />, [refuse(getCash, 500, { message: 'Something broke.' })])
  expect(
    await screen.findByText('The till and what is in hand could not be loaded. Something broke.'),
  ).toBeVisible()
})

test('who counts sees no sum to find, and what differs is explained', async () => {
  const user = userEvent.setup()
  const { calls } = showAdmin(handOver, answer(countHandOver, difference))
  await user.click(await screen.findByRole('button', { name: 'Count the cash of Ravi Kumar' }))
  expect(screen.getByText('In hand, but for what is to be counted')).toBeVisible()
  expect(screen.queryByText(/300/)).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Count the cash of Ravi Kumar' }))
  const many = dialog.getByRole('textbox', { name: 'How many ₹50' })
  await user.type(many, '5')
  expect(dialog.queryByText(/300/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Counted' }))
  expect(await screen.findByText('It differs: Short by ₹50.00')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ notes: { 50: 5 }, rest: 0 })
})

test('a difference is explained with both counts in sight', async () => {
  const user = userEvent.setup()
  const { calls } = showAdmin(difference, answer(explainHandOver, { ...difference, status: 'done' }))
  expect(await screen.findByText('In hand, all together')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'Explain the cash of Ravi Kumar' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('₹250.00')).toBeVisible()
  expect(dialog.getByRole('radio', { name: 'Short' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Explain' }))
  expect(await dialog.findByText('This field is Required')).toBeVisible()
  await user.type(dialog.getByLabelText('Why'), 'Wrong change')
  await user.click(dialog.getByRole('button', { name: 'Explain' }))
  expect(await screen.findByText('₹250.00 of Ravi Kumar is in the till')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    explanation: 'short',
    reason: 'Wrong change',
    version: 2,
  })
})

test('where nobody has cash the page says so', async () => {
  renderPage(<CashPage />, [answer(getCash, { own, hands: [], till: 0 }), answer(listHandOvers, page([]))])
  expect(await screen.findByText('Nobody else has cash in hand.')).toBeVisible()
  expect(await screen.findByText(/Delivery staff hand over/)).toBeVisible()
})
