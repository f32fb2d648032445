import { type BinEntry, deleteBinEntry, listBin, restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { BinPage, timeLeft } from './BinPage.tsx'

const day = 86_400_000
const company: BinEntry = {
  id: '01900000-0000-7000-8000-0000000000b1',
  kind: 'company',
  name: 'Chai Point',
  deleted_at: '2026-09-18T10:00:00Z',
  deleted_by: 'Asha Rao',
  expires_at: new Date(Date.now() + 12.2 * day).toISOString(),
}
const code: BinEntry = {
  ...company,
  id: '01900000-0000-7000-8000-0000000000b2',
  kind: 'qr_code',
  name: '523 · Chai Point',
  deleted_by: null,
}

const page = (...results: BinEntry[]) => ({ count: results.length, next: null, previous: null, results })
const show = (answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<BinPage />, [answer(listBin, page(company, code)), ...answers], { path: '/bin' })
const rowOf = async (name: RegExp) => within(await screen.findByRole('row', { name }))
const sent = (calls: Call[], method: string) => calls.filter((call) => call.method === method)

test('a row says what, who, when and how long; the address filters by kind and name', async () => {
  const user = userEvent.setup()
  const { calls, location } = show()
  const row = await screen.findByRole('row', { name: /Asha Rao/ })
  expect(row).toHaveTextContent(/Chai Point.*Company.*Asha Rao.*18th Sep.*12 days/)
  expect(await screen.findByRole('row', { name: /523/ })).toHaveTextContent(/QR code.*Unknown/)
  await user.selectOptions(screen.getByLabelText('Kind'), 'Coupon')
  await waitFor(() => expect(location()).toBe('/bin?kind=coupon'))
  expect(calls.at(-1)?.url.searchParams.get('kind')).toBe('coupon')
})

test('one or several are restored, and every list is read again', async () => {
  const user = userEvent.setup()
  const { calls } = show([answer(restoreBinEntries, { restored: 1 })])
  const row = await rowOf(/Asha Rao/)
  await user.click(row.getByRole('button', { name: 'Restore Chai Point' }))
  expect(await screen.findByText('Chai Point is back')).toBeVisible()
  expect(sent(calls, 'POST').at(-1)?.body).toEqual({ ids: [company.id] })
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  await user.click(bar.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText('2 deleted records are back')).toBeVisible()
  expect(sent(calls, 'POST').at(-1)?.body).toEqual({ ids: [company.id, code.id] })
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
})

test('a refused restore says what to do', async () => {
  const user = userEvent.setup()
  const message = 'Another coupon has the code DIWALI now. Delete that one or give it another code.'
  show([refuse(restoreBinEntries, 409, { message })])
  await user.click((await rowOf(/Asha Rao/)).getByRole('button', { name: 'Restore Chai Point' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('what someone else restored leaves the list', async () => {
  const user = userEvent.setup()
  let entries = page(company, code)
  show([answer(listBin, () => entries), refuse(restoreBinEntries, 404, { message: 'Not found' })])
  const row = await rowOf(/Asha Rao/)
  entries = page(code)
  await user.click(row.getByRole('button', { name: 'Restore Chai Point' }))
  expect(await screen.findByText(/Someone else restored it/)).toBeVisible()
  await waitFor(() => expect(screen.queryByRole('row', { name: /Asha Rao/ })).toBeNull())
})

test('deleting for good names the thing and asks first', async () => {
  const user = userEvent.setup()
  const { calls } = show([answer(deleteBinEntry, null)])
  const row = await rowOf(/Asha Rao/)
  const ask = async () => {
    await user.click(row.getByRole('button', { name: 'Delete for good: Chai Point' }))
    return within(await screen.findByRole('dialog', { name: 'Delete Chai Point for good?' }))
  }
  const question = await ask()
  expect(question.getByText(/with all its codes/)).toBeVisible()
  expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent(calls, 'DELETE')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click((await ask()).getByRole('button', { name: 'Delete for good' }))
  expect(await screen.findByText('Chai Point deleted for good')).toBeVisible()
  expect(sent(calls, 'DELETE')[0]?.url.pathname).toBe(`/api/bin/${company.id}/`)
})

test('it is empty, loading or failed', async () => {
  const user = userEvent.setup()
  const empty = show([answer(listBin, page())])
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(screen.getByText(/stays here for 30 days/)).toBeVisible()
  empty.unmount()
  const loading = show([hang(listBin)])
  expect(await screen.findByText('Loading...')).toBeVisible()
  loading.unmount()
  show([refuse(listBin, 503, { message: 'The shop is busy' })])
  expect(await screen.findByText('The shop is busy')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
})

test('the time left is in whole days', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  const left = (days: number) => timeLeft({ expires_at: new Date(now + days * day).toISOString() }, now)
  expect([left(29.99), left(1.4), left(0.9)]).toEqual(['30 days', '1 day', '< 1 day'])
})
