import { getClient, listClients } from '@our-print/contract/rewards/clients.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { listSoldVouchers, sellVoucher, voidSoldVoucher } from '@our-print/contract/rewards/soldVouchers.ts'
import {
  createVouchers,
  deleteVouchers,
  getVoucherGroup,
  listVoucherGroups,
  listVouchers,
  updateVoucher,
  type Voucher,
} from '@our-print/contract/rewards/vouchers.ts'
import { createVoucherBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { client, group, groupId, pageOf, soldVoucher, voucher } from '../../../test/voucher.ts'
import SellVoucherDialog from '../soldVouchers/SellVoucherDialog.tsx'
import { VouchersPage } from './VouchersPage.tsx'

const second: Voucher = { ...voucher, id: '01900000-0000-7000-8000-0000000000e2', voucher_code: 'CHAI-2' }

type Answers = NonNullable<Parameters<typeof renderPage>[1]>

const show = (answers: Answers = [], path = '/vouchers', of?: 'client') =>
  renderPage(
    of ? <VouchersPage of={of} /> : <VouchersPage />,
    [
      answer(listVouchers, pageOf([voucher, second])),
      answer(listClients, pageOf([client])),
      answer(listSoldVouchers, pageOf([soldVoucher])),
      ...answers,
    ],
    { path },
  )

const listCall = (calls: Call[]) => calls.find(({ url }) => url.pathname === listVouchers.url)

const groupReply = (call: Call, gone: string) =>
  (call.url.pathname.includes(gone)
    ? refuse(getVoucherGroup, 404, { code: 'not_found' })
    : answer(getVoucherGroup, group)
  ).reply(call)

const dialog = async () => within(await screen.findByRole('dialog'))

test('Edit takes exactly one, Delete one or more, and a search clears the selection', async () => {
  const user = userEvent.setup()
  show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select voucher CHAI-1' }))
  const edit = await screen.findByRole('button', { name: 'Edit' })
  const remove = screen.getByRole('button', { name: 'Delete' })
  expect(edit).toBeEnabled()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(edit).toBeDisabled()
  expect(remove).toBeEnabled()
  await typeAtOnce(screen.getByRole('searchbox', { name: 'Search' }), 'chai')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull())
})

test('a failed delete shows the server’s message in the banner and keeps the selection', async () => {
  const user = userEvent.setup()
  const message = 'A purchased voucher cannot be deleted: CHAI-2'
  const { calls } = show([refuse(deleteVouchers, 409, { message })])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click((await dialog()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Something went wrong — please try again!')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(await screen.findByText('2 selected')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'DELETE')?.url.searchParams.getAll('voucher_ids')
  expect(sent).toEqual([voucher.id, second.id])
})

test('so does a failed delete of all that match, which keeps the selection', async () => {
  const user = userEvent.setup()
  const message = 'The number of vouchers has changed.'
  show([
    answer(listVouchers, { ...pageOf([voucher, second]), count: 30 }),
    refuse(createVoucherBulkJob, 409, { message }),
  ])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 30 that match' }))
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click((await dialog()).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Something went wrong — please try again!')).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
  expect(screen.getByText('All 30 that match are selected')).toBeVisible()
})

test('what was sold of one company says so, and shows all again', async () => {
  const user = userEvent.setup()
  const { calls, location } = show([answer(getClient, client)], `/vouchers?tab=purchased&client=${client.id}`)
  expect(await screen.findByText('Only Chai Point')).toBeVisible()
  const asked = () =>
    calls.findLast(({ url }) => url.pathname === listSoldVouchers.url)?.url.searchParams.get('client_id')
  expect(asked()).toBe(client.id)
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(asked()).toBeNull())
  expect(location()).toBe('/vouchers?tab=purchased')
})

test('?id= shows the codes of one group, and an invalid id finds nothing', async () => {
  const { calls } = show([], '/vouchers?id=7')
  await screen.findByRole('button', { name: 'Show all vouchers' })
  await waitFor(() => expect(listCall(calls)?.url.searchParams.get('id')).toMatch(/^[0-9a-f-]{36}$/))
})

test('a new voucher has one code until lines are pasted, which become its codes', async () => {
  const user = userEvent.setup()
  const { calls } = show([
    refuse(createVouchers, 409, {
      message: 'This company has the code C already',
      errors: [
        { message: 'This company has the code C already', context: { key: 'vouchers.2.voucher_code' } },
      ],
    }),
  ])
  await user.click(screen.getByRole('button', { name: 'Create New' }))
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(form.getAllByText('This field is Required')).toHaveLength(5))
  expect(form.getByRole('button', { name: 'Add voucher' })).toBeDisabled()
  expect(form.queryByRole('button', { name: /^Remove voucher code/ })).toBeNull()

  await user.click(form.getByRole('combobox', { name: 'Company' }))
  await user.click(await screen.findByRole('option', { name: /Chai Point/ }))
  await user.type(form.getByLabelText('Voucher details'), 'A cup of chai')
  await user.tab()
  await user.keyboard('31/3/2099{Enter}')
  await user.type(form.getByLabelText('Cost'), '12.5')
  await user.click(form.getByLabelText('Voucher code'))
  await user.paste('A\r\nB\n\nC')
  expect(form.getByRole('radio', { name: 'Multiple' })).toBeChecked()
  expect(form.getByRole('button', { name: 'Add voucher' })).toBeEnabled()
  await user.click(form.getByRole('button', { name: 'Remove voucher code 1' }))
  await user.click(form.getByRole('button', { name: 'Add voucher' }))
  await user.type(form.getByLabelText('Voucher code 3'), 'B')
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('This code is entered twice')).toBeVisible()
  await user.clear(form.getByLabelText('Voucher code 3'))
  await user.type(form.getByLabelText('Voucher code 3'), '007')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await form.findByText('Something went wrong — please try again!')
  expect(form.getAllByText('This company has the code C already')).toHaveLength(2)
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    client: client.id,
    cost: 12.5,
    expiry_date: '2099-03-31',
    is_single: false,
    image: null,
    vouchers: [{ voucher_code: 'B' }, { voucher_code: 'C' }, { voucher_code: '007' }],
  })
})

test('a past day stays when another field is changed, and the type cannot be changed', async () => {
  const user = userEvent.setup()
  const old = { ...voucher, expiry_date: '2026-01-01' }
  const { calls } = show([answer(listVouchers, pageOf([old])), answer(updateVoucher, old)])
  await user.click(await screen.findByRole('checkbox', { name: 'Select voucher CHAI-1' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const form = await dialog()
  expect(form.getByRole('radio', { name: 'Multiple' })).toBeDisabled()
  expect(form.getByRole('combobox', { name: 'Company' })).toBeDisabled()
  await user.type(form.getByLabelText('Voucher code'), '0')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    id: voucher.id,
    client: client.id,
    voucher_code: 'CHAI-10',
    voucher_detail: 'A cup of chai',
    cost: 20,
    expiry_date: '2026-01-01',
    version: 3,
  })
})

test('a conflict shows what others changed in a voucher and keeps what was typed', async () => {
  const user = userEvent.setup()
  let now: Voucher = voucher
  const { calls } = show([answer(listVouchers, () => pageOf([now])), refuseStale(updateVoucher, () => now)])
  await user.click(await screen.findByRole('checkbox', { name: 'Select voucher CHAI-1' }))
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  const form = await dialog()
  await user.type(form.getByLabelText('Voucher code'), '0')
  now = { ...voucher, cost: 25, version: 4 }
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('Cost: 20.00 → 25.00')).toBeVisible()
  await user.click(form.getByRole('button', { name: 'Reload' }))
  expect(form.getByLabelText('Cost')).toHaveValue('25')
  expect(form.getByLabelText('Voucher code')).toHaveValue('CHAI-10')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ cost: 25, version: 4 }),
  )
})

const clientPath = (list: string) =>
  `/clientVouchers?clientName=Old%20name&voucherList=${encodeURIComponent(list)}`

test('a company’s vouchers are those of the first existing group, with the name from the server', async () => {
  const gone = '01900000-0000-7000-8000-0000000000d9'
  const { calls } = show(
    [{ ...answer(getVoucherGroup, group), reply: (call) => groupReply(call, gone) }],
    clientPath(JSON.stringify([gone, groupId])),
    'client',
  )
  expect(await screen.findByRole('heading', { name: 'Chai Point Vouchers' })).toBeVisible()
  await screen.findByRole('row', { name: /CHAI-1/ })
  expect(listCall(calls)?.url.searchParams.get('client_id')).toBe(client.id)
  for (const name of ['Create New', 'Upload Vouchers'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test.each([
  ['[]', 'This client has no vouchers!'],
  [JSON.stringify([groupId]), 'This client has no vouchers!'],
  ['[1]', 'This link is not complete'],
  ['{', 'This link is not complete'],
])('the list of groups %s says: %s', async (list, text) => {
  show([answer(getVoucherGroup, { ...group, codes: 0 })], clientPath(list), 'client')
  expect(await screen.findByText(text)).toBeVisible()
})

test('a sold voucher is voided with a reason and the version', async () => {
  const user = userEvent.setup()
  const voided = { ...soldVoucher, voided_at: '2026-01-05T10:00:00Z' }
  let left = [soldVoucher]
  const { calls } = show(
    [
      answer(listSoldVouchers, () => pageOf(left)),
      answer(voidSoldVoucher, () => {
        // With this filter the row disappears.
        left = []
        return voided
      }),
    ],
    '/vouchers?tab=purchased&voided=false',
  )
  const row = await screen.findByRole('row', { name: /Asha Menon/ })
  await user.click(within(row).getByRole('button', { name: 'Void CHAI-1' }))
  const form = await dialog()
  await user.click(form.getByRole('button', { name: 'Void voucher' }))
  expect(await form.findByText('This field is Required')).toBeVisible()
  await user.type(form.getByLabelText('Reason'), 'Wrong company')
  await user.click(form.getByRole('button', { name: 'Void voucher' }))
  await screen.findByText(/20\.00 coins returned to Asha Menon/)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    id: soldVoucher.id,
    reason: 'Wrong company',
    version: 1,
  })
})

test('voiding a voucher that someone else voided shows a message, and then the list shows it', async () => {
  const user = userEvent.setup()
  const message = 'This purchase is voided already'
  let now = soldVoucher
  show(
    [answer(listSoldVouchers, () => pageOf([now])), refuse(voidSoldVoucher, 409, { message })],
    '/vouchers?tab=purchased',
  )
  await user.click(await screen.findByRole('button', { name: 'Void CHAI-1' }))
  now = { ...soldVoucher, voided_at: '2026-01-05T10:00:00Z' }
  const form = await dialog()
  await user.type(form.getByLabelText('Reason'), 'Wrong company')
  await user.click(form.getByRole('button', { name: 'Void voucher' }))
  expect(await form.findByText(message)).toBeVisible()
  expect(form.getByLabelText('Reason')).toHaveValue('Wrong company')
  await user.click(form.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('Voided', { selector: 'span' })).toBeVisible()
})

const sell = (answers: Answers) =>
  renderPage(<SellVoucherDialog customer={{ ...anita, coins: 15 }} onClose={() => {}} />, [
    answer(listVoucherGroups, pageOf([group])),
    answer(getCoins, { user_id: anita.id, balance: 15, earned: 15, spent: 0, entries: [] }),
    ...answers,
  ])

async function chooseAndSell() {
  const user = userEvent.setup()
  const form = await dialog()
  await user.click(form.getByRole('combobox', { name: 'Voucher' }))
  await user.click(await screen.findByRole('option', { name: /A cup of chai/ }))
  await user.dblClick(form.getByRole('button', { name: 'Sell voucher' }))
  return form
}

test('a double click sells one voucher, and its code is shown in large letters', async () => {
  const { calls } = sell([answer(sellVoucher, soldVoucher)])
  const form = await chooseAndSell()
  expect(await form.findByText('CHAI-1')).toBeVisible()
  expect(form.getByRole('button', { name: 'Close' })).toHaveFocus()
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ body }) => body)).toEqual([
    { user_id: anita.id, voucher_info_id: groupId, cost: group.cost },
  ])
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/\w{32}/)
})

test('too few coins show the missing number before sending, and the server’s message after', async () => {
  const message = 'The customer has too few coins'
  sell([refuse(sellVoucher, 422, { message, errors: [{ message, context: { key: 'user_id' } }] })])
  const form = await chooseAndSell()
  expect(await form.findByText(/5\.00 coins too few/)).toBeVisible()
  expect(await form.findByText(message)).toBeVisible()
})
