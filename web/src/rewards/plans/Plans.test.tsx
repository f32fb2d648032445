import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import {
  createPlan,
  deletePlan,
  getPlan,
  listPlans,
  listSoldPlans,
  sellPlan,
  updatePlan,
  updateSoldPlan,
} from '@our-print/contract/rewards/plans.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { plan, soldPlan } from '../../../test/plan.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { SubscriptionsPage } from './SubscriptionsPage.tsx'
import { UserSubscriptionPage } from './UserSubscriptionPage.tsx'

const bodyOf = (calls: ReturnType<typeof renderPage>['calls'], wanted: string) =>
  calls.findLast(({ method }) => method === wanted)?.body

const asha: User = { ...anita, ...soldPlan.user_data }

test('a plan is created; missing fields show errors', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<SubscriptionsPage />, [
    answer(listPlans, page([plan])),
    answer(createPlan, plan),
  ])
  await user.click(screen.getByRole('button', { name: 'New plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New plan' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const price = dialog.getByLabelText('Price')
  await waitFor(() => expect(price).toHaveAccessibleDescription('This field is Required'))
  await user.type(dialog.getByLabelText('Name'), 'Student 500')
  await user.type(price, '299')
  await user.type(dialog.getByLabelText('Pages a month'), '500')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Student 500 can be sold now')
  expect(bodyOf(calls, 'POST')).toEqual({
    name: 'Student 500',
    price: 299,
    pages_per_month: 500,
    duration_days: 30,
    description: '',
  })
})

test('a plan that was sold cannot be deleted, and is deactivated instead', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<SubscriptionsPage />, [
    answer(listPlans, page([plan])),
    refuse(deletePlan, 409, { code: 'in_use', message: 'This plan was sold and cannot be deleted.' }),
    answer(updatePlan, { ...plan, is_active: false }),
  ])
  await user.click(await screen.findByRole('button', { name: 'More actions for Student 500' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('dialog', { name: 'Student 500 cannot be deleted' })
  await user.click(screen.getByRole('button', { name: 'Deactivate' }))
  await screen.findByText('Student 500 is no longer offered')
  expect(bodyOf(calls, 'PUT')).toMatchObject({ is_active: false, price: 299, version: 4 })
})

test('a plan is sold to a customer, and invalid input shows errors', async () => {
  const user = userEvent.setup()
  const message = 'This plan is not for sale'
  const { calls } = renderPage(<UserSubscriptionPage />, [
    answer(listSoldPlans, page([soldPlan])),
    answer(listPlans, page([plan])),
    answer(listUsers, page([asha])),
    refuse(sellPlan, 422, { message, errors: [{ message, context: { key: 'plan' } }] }),
  ])
  await user.click(screen.getByRole('button', { name: 'Sell plan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sell plan' }))
  await typeAtOnce(dialog.getByRole('combobox', { name: 'Customer' }), 'asha')
  await user.click(await dialog.findByRole('option', { name: /Asha Menon/ }))
  await dialog.findByRole('option', { name: /Student 500/ })
  await user.selectOptions(dialog.getByLabelText('Plan'), plan.id)
  expect(dialog.getByText('₹299.00 for 500 pages a month, 30 days')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Sell plan' }))
  expect(await dialog.findByText(message)).toBeVisible()
  expect(bodyOf(calls, 'POST')).toEqual({ user: asha.id, plan: plan.id, price: plan.price })
})

test('a sold plan is renewed by selling it again, and cancelled after a confirmation', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<UserSubscriptionPage />, [
    answer(listSoldPlans, page([soldPlan])),
    answer(sellPlan, { ...soldPlan, starts_on: '2026-02-02', ends_on: '2026-03-03' }),
    answer(updateSoldPlan, { ...soldPlan, status: 'cancelled' }),
  ])
  expect(await screen.findByText('20 of 500')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Renew Student 500 of Asha Menon' }))
  // Another one of theirs may end later than this one.
  expect(await screen.findByRole('dialog')).toHaveTextContent(
    'It starts today, or the day after the last one of this plan that they have ends.',
  )
  await user.click(await screen.findByRole('button', { name: 'Renew' }))
  await screen.findByText('Student 500 renewed: 2nd Feb 2026 to 3rd Mar 2026')
  expect(bodyOf(calls, 'POST')).toEqual({ user: soldPlan.user, plan: plan.id, price: plan.price })

  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel plan' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  await waitFor(() => expect(bodyOf(calls, 'PATCH')).toEqual({ status: 'cancelled', version: 2 }))
})

test('the subscribers of a plan lead to its sold plans that are active, and from there to all', async () => {
  const user = userEvent.setup()
  const subscriptions = renderPage(<SubscriptionsPage />, [answer(listPlans, page([plan]))])
  const link = await screen.findByRole('link', { name: '2 subscribers of Student 500' })
  const path = `/user_subscription?plan=${plan.id}&status=active`
  expect(link).toHaveAttribute('href', path)
  subscriptions.unmount()
  const { calls, location } = renderPage(
    <UserSubscriptionPage />,
    [answer(listSoldPlans, page([soldPlan])), answer(getPlan, plan)],
    { path },
  )
  expect(await screen.findByText('Only Student 500')).toBeVisible()
  const asked = () => {
    const { searchParams } = calls.findLast(({ url }) => url.pathname === listSoldPlans.url)?.url ?? {}
    return [searchParams?.get('plan'), searchParams?.get('status')]
  }
  expect(asked()).toEqual([plan.id, 'active'])
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(asked()).toEqual([null, 'active']))
  expect(location()).toBe('/user_subscription?status=active')
})

test('the last day of a sold plan is changed and is required', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<UserSubscriptionPage />, [
    answer(listSoldPlans, page([soldPlan])),
    answer(updateSoldPlan, { ...soldPlan, ends_on: '2026-02-15' }),
  ])
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change last day' }))
  const dialog = within(await screen.findByRole('dialog', { name: /last day/ }))
  const day = await dialog.findByRole('textbox', { name: 'Last day' })
  await user.click(dialog.getByRole('button', { name: 'Clear' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(day).toHaveAccessibleDescription('This field is Required'))
  day.focus()
  await user.keyboard('15/2/2026')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Student 500 now ends on 15th Feb 2026')
  expect(bodyOf(calls, 'PATCH')).toEqual({ ends_on: '2026-02-15', version: 2 })
})

test('a conflict shows what others changed in a plan without a list request, and keeps what was typed', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<SubscriptionsPage />, [
    answer(listPlans, page([plan])),
    refuseStale(updatePlan, { ...plan, price: 350, version: 9 }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Edit Student 500' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Student 500' }))
  await user.type(dialog.getByLabelText('Name'), ' plus')
  const requested = calls.length
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Price: ₹299.00 → ₹350.00')).toBeVisible()
  expect(calls.slice(requested).map(({ method }) => method)).toEqual(['PUT'])
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(dialog.getByLabelText('Price')).toHaveValue('350')
  expect(dialog.getByLabelText('Name')).toHaveValue('Student 500 plus')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(bodyOf(calls, 'PUT')).toMatchObject({ name: 'Student 500 plus', price: 350, version: 9 }),
  )
})

test('a sold plan that someone else has cancelled is not cancelled again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<UserSubscriptionPage />, [
    answer(listSoldPlans, page([soldPlan])),
    refuseStale(updateSoldPlan, { ...soldPlan, status: 'cancelled', version: 9 }),
  ])
  await user.click(await screen.findByRole('button', { name: /^More actions/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Cancel plan' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel plan' }))
  await screen.findByText('Student 500 of Asha Menon cancelled')
  expect(calls.filter(({ method }) => method === 'PATCH')).toHaveLength(1)
})
