import { getCustomerReferral, markFulfilled } from '@our-print/contract/rewards/referrals.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { fulfilled, referralOf, referrer } from '../../../../test/referrer.ts'
import { answer, refuse, renderPage } from '../../../../test/renderPage.tsx'
import { anita } from '../../../../test/user.ts'
import { CustomerReferrals } from './CustomerReferrals.tsx'

const referredBy = {
  user: referralOf(7).user,
  referral_code: 'FRIEND77',
  order: 'order-7',
  order_number: 1007,
  counted_at: null,
}

test('a customer’s page shows their referral code, referrer and referrals', async () => {
  let as_referrer = referrer
  const { calls } = renderPage(<CustomerReferrals user={anita} />, [
    answer(getCustomerReferral, () => ({ referred_by: referredBy, as_referrer, may_bring_code: false })),
    answer(markFulfilled, () => {
      as_referrer = fulfilled
      return as_referrer
    }),
  ])
  const by = await screen.findByRole('link', { name: 'Friend 7' })
  expect(by).toHaveAttribute('href', `/user/${referredBy.user.id}?tab=referrals`)
  screen.getByText(/counts once it is delivered/)
  expect(screen.getByRole('link', { name: 'Order 1007' })).toHaveAttribute('href', '/order/order-7')
  screen.getByRole('button', { name: 'Copy their referral code' })
  screen.getByText('ANITA234')
  const tiles = screen.getByRole('list', { name: 'Referred by Anita Hegde' })
  expect(within(tiles).getAllByRole('listitem')).toHaveLength(2)
  expect(calls[0]?.url.searchParams.get('user_id')).toBe(anita.id)

  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Mark As Fulfilled' }))
  await user.click(await screen.findByRole('button', { name: 'Yes, Mark' }))
  expect(await screen.findByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
})

test('without referrer and referrals the page says so', async () => {
  renderPage(<CustomerReferrals user={anita} />, [
    answer(getCustomerReferral, { referred_by: null, as_referrer: null, may_bring_code: false }),
  ])
  await screen.findByText('Their first order came without a referral code.')
  screen.getByText(/^No one yet/)
})

test('who has not ordered yet may still bring a code', async () => {
  renderPage(<CustomerReferrals user={anita} />, [
    answer(getCustomerReferral, { referred_by: null, as_referrer: null, may_bring_code: true }),
  ])
  await screen.findByText('No one yet. Their first order can bring a referral code.')
})

test('a failure shows its reason', async () => {
  renderPage(<CustomerReferrals user={anita} />, [refuse(getCustomerReferral, 500, { message: 'It broke' })])
  await screen.findByText('Error Occured while getting referrals')
  screen.getByText('It broke')
})
