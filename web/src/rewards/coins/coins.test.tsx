import { type CoinEntry, createCoinEntry, getCoins } from '@our-print/contract/rewards/coins.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { CoinBalance } from './CoinBalance.tsx'
import { CoinLedger } from './CoinLedger.tsx'

const entry: CoinEntry = {
  id: 'e1',
  at: '2026-01-03T10:00:00Z',
  delta: 7.2,
  reason: 'Order delivered',
  order: order.id,
  order_number: order.number,
  purchased_voucher: null,
  by: 'Ravi Kumar',
}
const gift = { ...entry, id: 'e2', delta: -7.2, reason: 'Gift', order: null }
const coins = (entries: CoinEntry[]) =>
  answer(getCoins, { user_id: anita.id, balance: 120.5, earned: 127.7, spent: 7.2, entries })

test('the ledger lists every entry with its sign, reason, order and staff user', async () => {
  renderPage(<CoinLedger user={anita.id} />, [coins([gift, entry])])
  const table = within(await screen.findByRole('table', { name: 'Coin ledger' }))
  const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
  expect(rows[1]).toContain('Gift')
  expect(rows[1]).toContain('−7.20')
  expect(rows[2]).toContain('+7.20')
  expect(rows[2]).toContain('Ravi Kumar')
  expect(table.getByRole('link', { name: 'Order 1042' })).toHaveAttribute('href', `/order/${order.id}`)
})

test('without coins the page says how coins are earned', async () => {
  renderPage(<CoinLedger user={anita.id} />, [coins([])])
  await screen.findByText('Coins appear here after a delivery or a grant.')
})

test('coins are deducted with a reason; more than the balance is refused below the field', async () => {
  const message = 'This customer does not have that many coins'
  const refusal = refuse(createCoinEntry, 422, { message, errors: [{ message, context: { key: 'delta' } }] })
  const { calls } = renderPage(<CoinBalance user={anita} />, [coins([]), refusal])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Grant or deduct' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Coins of Anita Hegde' }))
  await user.click(dialog.getByRole('radio', { name: 'Deduct' }))
  await user.click(dialog.getByLabelText('Coins'))
  await user.paste('-5')
  await user.click(dialog.getByLabelText('Reason'))
  await user.paste('Gift')
  await user.click(dialog.getByRole('button', { name: 'Deduct' }))
  await dialog.findByText('This must be more than zero')
  await user.clear(dialog.getByLabelText('Coins'))
  await user.paste('200.25')
  await user.click(dialog.getByRole('button', { name: 'Deduct' }))
  await waitFor(() => expect(dialog.getAllByText(message)).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ delta: -200.25, reason: 'Gift' })
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('Gift')
})

test('a balance that cannot be loaded shows the reason, and Retry loads it', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<CoinBalance user={anita} />, [
    refuse(getCoins, 503, { message: 'The server is busy.' }),
  ])
  expect(await screen.findByText(/The server is busy\./)).toBeVisible()
  expect(screen.getByTestId('balance')).toHaveTextContent('120.50')
  const requested = () => calls.filter(({ url }) => url.pathname === getCoins.url).length
  const before = requested()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requested()).toBe(before + 1))
})
