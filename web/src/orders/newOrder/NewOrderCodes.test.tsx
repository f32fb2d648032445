import { getTaxRules } from '@our-print/contract/money/taxRules.ts'
import { createUpload, type Upload } from '@our-print/contract/orders/orderFiles.ts'
import { createOrder } from '@our-print/contract/orders/orders.ts'
import { type CustomerAddress, listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import { getUser, type User } from '@our-print/contract/people/customers.ts'
import { validateCoupon } from '@our-print/contract/rewards/coupons.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { getCustomerReferral } from '@our-print/contract/rewards/referrals.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { configuration as usual } from '../../../test/configuration.ts'
import { answer, type Call, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { NewOrderPage } from './NewOrderPage.tsx'

const configuration = {
  ...usual,
  price_per_page: { ...usual.price_per_page, color: { single: 8, double: 7 } },
  binding: { ...usual.binding, spiral: 40 },
}
const counted: Upload = {
  id: '01900000-0000-7000-8000-000000000110',
  name: 'notes.pdf',
  content_type: 'application/pdf',
  size: 10,
  page_count: 10,
}

type Asked = { code: string; user_id: string; amount: number }
const requested = (calls: Call[]) =>
  calls.filter(({ url }) => url.pathname === validateCoupon.url).map(({ body }) => body as Asked)

/** A coupon of 50 % for everyone. */
const half = answer(validateCoupon, ({ body }) => {
  const { amount } = body as Asked
  return { valid: true, discount: amount / 2, payable: amount / 2, reason: null }
})

/** The page with this customer and a file of ten pages for pickup: 20 rupees. */
async function openPage(user: User, ...answers: Parameters<typeof renderPage>[1] & object) {
  const view = renderPage(
    <NewOrderPage />,
    [
      answer(getConfiguration, configuration),
      answer(getUser, user),
      answer(listCustomerAddresses, page<CustomerAddress>([])),
      answer(listSoldPlans, page<SoldPlan>([])),
      answer(createUpload, counted),
      ...answers,
    ],
    { path: `/new_order?user=${user.id}` },
  )
  await screen.findByText('Anita Hegde')
  const file = new File(['%PDF'], 'notes.pdf', { type: 'application/pdf' })
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), { target: { files: [file] } })
  await screen.findByText('10 pages')
  await userEvent.click(screen.getByRole('switch', { name: 'Pick-up' }))
  return view
}

const newcomer: User = { ...anita, orders_count: 0 }
const coupon = () => screen.getByLabelText(/^Coupon code/)
const total = () => screen.getByTestId('total')

beforeEach(() => stubUploads())

test('a customer in the address who cannot be loaded shows a message', async () => {
  const lost = refuse(getUser, 500, { message: 'The server stumbled.' })
  renderPage(<NewOrderPage />, [lost], { path: `/new_order?user=${anita.id}` })
  expect(await screen.findByText('The customer could not be chosen')).toBeVisible()
  expect(screen.getByText('The server stumbled.')).toBeVisible()
})

test('an inactive customer in the address shows a message', async () => {
  const gone = answer(getUser, { ...anita, is_active: false })
  renderPage(<NewOrderPage />, [gone], { path: `/new_order?user=${anita.id}` })
  expect(await screen.findByText('Anita Hegde is inactive: choose another customer')).toBeVisible()
})

test('plans that cannot be loaded show the reason, and Retry loads them', async () => {
  const user = userEvent.setup()
  const { calls } = await openPage(newcomer, refuse(listSoldPlans, 503, { message: 'The server is busy.' }))
  const requested = () => calls.filter(({ url }) => url.pathname === listSoldPlans.url).length
  expect(await screen.findByText(/could not be loaded. The server is busy./)).toBeVisible()
  const before = requested()
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(requested()).toBe(before + 1))
})

test('the discount is shown while a code is typed and updated when the amount changes', async () => {
  const user = userEvent.setup()
  const { calls } = await openPage(anita, half)
  await typeAtOnce(coupon(), 'half')
  expect(await screen.findByText('Valid for this customer')).toBeVisible()
  expect(screen.getByText('−₹10.00')).toBeVisible()
  expect(total()).toHaveTextContent('₹10.00')
  // One request, not one per letter.
  expect(requested(calls)).toEqual([{ code: 'HALF', user_id: anita.id, amount: 20 }])
  await user.selectOptions(screen.getByLabelText('Binding'), 'Spiral')
  await waitFor(() => expect(screen.getByText('−₹30.00')).toBeVisible())
  expect(total()).toHaveTextContent('₹30.00')
  expect(requested(calls).at(-1)?.amount).toBe(60)
  await user.clear(coupon())
  expect(total()).toHaveTextContent('₹60.00')
})

test('a tax that is added to prices is part of the total, of what the coupon leaves', async () => {
  const [name, tax] = ['VAT', { tax: 'VAT', code: '' }]
  const rules = {
    seller: { state: '', country_code: 'DE' },
    taxes: [{ name, parts: [{ name, rate: 1900 }], between: [] }],
    work: { printing: tax, binding: tax, delivery: tax, extras: tax },
  }
  await openPage(anita, half, answer(getTaxRules, { rules }))
  expect(await screen.findByText('₹3.80')).toBeVisible()
  expect(total()).toHaveTextContent('₹23.80')
  await typeAtOnce(coupon(), 'half')
  await waitFor(() => expect(total()).toHaveTextContent('₹11.90'))
  await userEvent.click(screen.getByRole('radio', { name: 'Now' }))
  expect(await screen.findByLabelText(/^Amount/)).toHaveAttribute('placeholder', '11.90')
})

test('without the rules of taxes no total is said', async () => {
  await openPage(anita, refuse(getTaxRules, 503, { message: 'The server is busy.' }))
  expect(await screen.findByText(/Prices could not be loaded/)).toBeVisible()
  expect(total()).toHaveTextContent('—')
})

test('an invalid coupon shows its reason below the field, and the price stays', async () => {
  const reason = 'This coupon ended on 3 Nov 2026'
  await openPage(anita, answer(validateCoupon, { valid: false, discount: 0, payable: 20, reason }))
  await typeAtOnce(coupon(), 'OLD')
  await waitFor(() => expect(coupon()).toHaveAccessibleDescription(reason))
  expect(coupon()).toBeInvalid()
  expect(total()).toHaveTextContent('₹20.00')
})

test('the order can be created while a coupon cannot be checked', async () => {
  await openPage(anita, refuse(validateCoupon, 503, { message: 'The server is busy.' }))
  await typeAtOnce(coupon(), 'HALF')
  expect(await screen.findByText(/checked when the order is taken. The server is busy./)).toBeVisible()
  expect(coupon()).toBeValid()
})

test('a coupon that is refused with the order shows its error below the field, and the form stays', async () => {
  const user = userEvent.setup()
  const message = 'This customer has used this coupon already'
  const { calls } = await openPage(
    anita,
    half,
    refuse(createOrder, 422, { message, errors: [{ message, context: { key: 'coupon_code' } }] }),
  )
  await typeAtOnce(coupon(), 'HALF')
  await screen.findByText('Valid for this customer')
  const checks = requested(calls).length
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(coupon()).toHaveAccessibleDescription(message))
  expect(coupon()).toHaveValue('HALF')
  await waitFor(() => expect(requested(calls).length).toBe(checks + 1))
})

test('the referral code is a field for customers without orders, and its error is shown below it', async () => {
  const user = userEvent.setup()
  const message = 'There is no such referral code'
  const { calls } = await openPage(
    newcomer,
    refuse(createOrder, 422, { message, errors: [{ message, context: { key: 'referral_code' } }] }),
  )
  const referral = screen.getByLabelText(/^Referral code/)
  await user.type(referral, 'NOSUCH')
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(referral).toHaveAccessibleDescription(message))
  expect(requested(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Change customer' }))
  expect(screen.queryByLabelText(/^Referral code/)).toBeNull()
})

const came = (may_bring_code: boolean) =>
  answer(getCustomerReferral, { referred_by: null, as_referrer: null, may_bring_code })

test('a customer with only cancelled orders can use a referral code', async () => {
  await openPage(anita, came(true))
  expect(await screen.findByLabelText(/^Referral code/)).toBeVisible()
})

test('a customer who has ordered before cannot use a referral code', async () => {
  const { calls } = await openPage(anita, came(false))
  await waitFor(() => expect(calls.some(({ url }) => url.pathname === getCustomerReferral.url)).toBe(true))
  expect(screen.queryByLabelText(/^Referral code/)).toBeNull()
})
