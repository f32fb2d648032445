import { type Client, deleteClients, listClients } from '@our-print/contract/rewards/clients.ts'
import { listVoucherGroups, type VoucherGroup } from '@our-print/contract/rewards/vouchers.ts'
import { createClientBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { client } from '../../../test/client.ts'
import { configuration } from '../../../test/configuration.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { ClientsPage } from './ClientsPage.tsx'

const empty: Client = {
  ...client,
  id: '01900000-0000-7000-8000-0000000000c2',
  name: 'Book Nook',
  low_stock: false,
  agreed_price: 0,
  vouchers: { groups: 0, codes: 0, available: 0 },
}

const group: VoucherGroup = {
  id: '01900000-0000-7000-8000-0000000000d1',
  client: client.id,
  client_name: client.name,
  voucher_detail: 'Ten percent off',
  cost: 50,
  expiry_date: '2027-12-31',
  image: null,
  is_single: false,
  codes: 12,
  available: 3,
  created_on: '2026-11-01T10:00:00Z',
  version: 1,
}

// jsdom does not have scrollIntoView.
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

const show = (answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(
    <ClientsPage />,
    [
      answer(listClients, page([client, empty])),
      answer(getConfiguration, { ...configuration, client_types: ['Cafés'] }),
      ...answers,
    ],
    { path: '/client_companies', route: '/client_companies' },
  )

const row = (name: RegExp) => screen.findByRole('row', { name })

test('a row shows the available codes and marks a low number', async () => {
  show()
  expect(await row(/Chai Point/)).toHaveTextContent('Low stock3 of 12')
  expect(await row(/Book Nook/)).toHaveTextContent('None yet')
})

test('a type has the name that the shop gave it, and its number without one', async () => {
  show([
    answer(
      listClients,
      page([
        { ...client, client_type: 1 },
        { ...empty, client_type: 2 },
      ]),
    ),
  ])
  // The names come with the configuration, after the list.
  expect(await row(/Chai Point\s*Cafés/)).toBeVisible()
  expect(await row(/Book Nook\s*2/)).toBeVisible()
})

test('a company’s vouchers open with its groups; without vouchers a banner says so', async () => {
  const user = userEvent.setup()
  let groups = page<VoucherGroup>([])
  const { location } = show([answer(listVoucherGroups, () => groups)])
  await user.click(within(await row(/Book Nook/)).getByRole('button', { name: 'Vouchers' }))
  expect(await screen.findByText('This client has no vouchers!')).toBeVisible()
  groups = page([group])
  await user.click(within(await row(/Chai Point/)).getByRole('button', { name: 'Vouchers' }))
  await waitFor(() => expect(location()).toContain('/clientVouchers'))
  const search = new URLSearchParams(location().split('?')[1])
  expect([search.get('clientName'), search.get('voucherList')]).toEqual([
    'Chai Point',
    JSON.stringify([group.id]),
  ])
})

test('deleting shows the number of codes lost, takes one company or more, and shows the server’s refusal', async () => {
  const user = userEvent.setup()
  const message = 'Chai Point has sold vouchers, so it cannot be deleted.'
  const { calls } = show([refuse(deleteClients, 409, { message })])
  await user.click(within(await row(/Chai Point/)).getByRole('checkbox'))
  const bar = within(await screen.findByRole('region', { name: 'Selected rows' }))
  expect(bar.getByRole('button', { name: 'Edit' })).toBeEnabled()
  await user.click(within(await row(/Book Nook/)).getByRole('checkbox'))
  expect(bar.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await user.click(bar.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 companies?' }))
  expect(dialog.getByText(/with their 12 codes/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Something went wrong — please try again!')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  const sent = calls.find(({ method }) => method === 'DELETE')
  expect(sent?.url.searchParams.getAll('client_id')).toEqual([client.id, empty.id])
})

test('a failed delete of all that match shows the server’s refusal in the banner', async () => {
  const user = userEvent.setup()
  const message = 'The number of companies has changed.'
  show([answer(listClients, page([client, empty], 30)), refuse(createClientBulkJob, 409, { message })])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 30 that match' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete all 30/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Something went wrong — please try again!')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test('a company that someone else deleted leaves the list and the selection', async () => {
  const user = userEvent.setup()
  const { calls } = show([refuse(deleteClients, 404, { message: 'Company not found' })])
  await user.click(within(await row(/Chai Point/)).getByRole('checkbox'))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Chai Point?' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('It was deleted meanwhile.')).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  expect(calls.at(-1)?.method).toBe('GET')
})

test('while a company for an upload is chosen, each row has only Upload', async () => {
  const user = userEvent.setup()
  show()
  const toggle = await screen.findByRole('button', { name: 'Upload vouchers' })
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-pressed', 'true')
  const chai = within(await row(/Chai Point/))
  expect(chai.queryByRole('button', { name: 'Vouchers' })).toBeNull()
  await user.click(chai.getByRole('button', { name: 'Upload' }))
  expect(await screen.findByRole('dialog', { name: 'Upload vouchers of Chai Point' })).toBeVisible()
})
