import { createUpload, type Upload } from '@our-print/contract/orders/orderFiles.ts'
import { getPromiseProposal } from '@our-print/contract/orders/promiseProposal.ts'
import { type CustomerAddress, listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { answer, page, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { formatSoon } from '../../base/format/format.ts'
import { NewOrderPage } from './NewOrderPage.tsx'

beforeEach(() => stubUploads())

const upload: Upload = {
  id: '01900000-0000-7000-8000-000000000107',
  name: 'notes.pdf',
  content_type: 'application/pdf',
  size: 10,
  page_count: 7,
}
const promised_at = new Date(Date.now() + 26 * 3_600_000).toISOString()

function renderWith(measured_orders: number) {
  const rendered = renderPage(<NewOrderPage />, [
    answer(getConfiguration, configuration),
    answer(listUsers, page<User>([])),
    answer(listCustomerAddresses, page<CustomerAddress>([])),
    answer(listSoldPlans, page<SoldPlan>([])),
    answer(createUpload, upload),
    answer(getPromiseProposal, { promised_at, median_at: promised_at, measured_orders }),
  ])
  const file = new File(['%PDF'], upload.name, { type: upload.content_type })
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files: [file] } })
  return rendered
}

test('the measured time of these sides is offered, and a tap takes it in place of what was typed', async () => {
  const user = userEvent.setup()
  const { calls } = renderWith(40)
  await user.type(screen.getByRole('textbox', { name: /^Promised for/ }), 'soon')
  await screen.findByText('9 of 10 such orders are done by then')
  await user.click(screen.getByRole('button', { name: formatSoon(promised_at) }))
  expect(screen.getByRole('textbox', { name: /^Promised for/ })).toHaveValue(formatSoon(promised_at))
  await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
  await waitFor(() => {
    const asked = calls.filter(({ url }) => url.pathname === getPromiseProposal.url)
    expect(asked.map(({ url }) => url.search)).toEqual([
      '?sides=7&color=false&pickup=false',
      '?sides=7&color=false&pickup=true',
    ])
  })
})

test('it says so where too few orders were measured', async () => {
  renderWith(0)
  expect(await screen.findByText('by usual times, until enough orders were measured')).toBeVisible()
})
