import {
  type Coupon,
  createCoupon,
  deleteCoupon,
  listCoupons,
  listCouponUses,
  updateCoupon,
} from '@our-print/contract/rewards/coupons.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { coupon, couponOf, givenBack } from '../../../test/coupon.ts'
import { answer, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { formatDay } from '../../base/format/format.ts'
import { CouponsPage } from './CouponsPage.tsx'

const page = <CouponsPage />

// Dialogs are loaded as separate chunks.

/** Sets whether the window is wide enough for the form next to the cards. */
const setWideWindow = (beside: boolean) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: media.includes('min-width: 1180px') ? beside : !media.includes('max-width'),
    media,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
beforeEach(() => setWideWindow(true))

const list = (...coupons: Coupon[]) => answer(listCoupons, coupons)
const field = (name: string) => screen.getByLabelText(name)
const button = (name: string) => screen.getByRole('button', { name })
const sent = (calls: ReturnType<typeof renderPage>['calls'], method: string) =>
  calls.filter((call) => call.method === method)

async function choose(user: ReturnType<typeof userEvent.setup>, action: 'Edit' | 'Delete', code: string) {
  await user.click(await screen.findByRole('button', { name: `More actions for ${code}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

async function fillIn(
  user: ReturnType<typeof userEvent.setup>,
  percentage: string,
  from: string,
  to: string,
) {
  await user.type(field('Name Of Coupon'), 'New year')
  await user.type(field('Coupon Code'), 'NEWYEAR')
  await user.type(field('Discount %'), percentage)
  await user.tab()
  await day('Validity start', from)
  await day('Validity end', to)
}

/** The day is typed, as a click would open the picker. */
async function day(label: string, text: string) {
  fireEvent.change(field(label), { target: { value: text } })
  fireEvent.blur(field(label))
}

test('a card shows the coupon’s facts, and a ribbon when it has expired', async () => {
  const old = { ...couponOf(1, -9, -1), isfornew: true, one_time_only: false, discount_percentage: 12.5 }
  renderPage(page, [list(coupon, old, couponOf(2, 0, 0))])
  const [running, expired, lastDay] = await screen.findAllByRole('listitem')
  const facts = within(running as HTMLElement)
  for (const text of ['DIWALI20', 'Diwali sale', '20%', 'all users', 'one time', 'Used 3 times'])
    expect(facts.getByText(text)).toBeVisible()
  expect(facts.getByText('₹240.50 given away')).toBeVisible()
  expect(running).toHaveTextContent(`${coupon.valid_from} to ${coupon.valid_to}`)
  expect(facts.queryByText('EXPIRED')).toBeNull()
  for (const text of ['EXPIRED', '12.5%', 'new users', 'multi-time'])
    expect(within(expired as HTMLElement).getByText(text)).toBeVisible()
  expect(within(lastDay as HTMLElement).queryByText('EXPIRED')).toBeNull()
})

test('while a field is empty an alert says so and nothing is sent', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [list()])
  expect(await screen.findByText('No Records found')).toBeVisible()
  await user.click(button('Submit'))
  expect(await screen.findByText('Please enter the values correctly')).toBeVisible()
  expect(field('Name Of Coupon')).toHaveAccessibleDescription('This field is Required')
  await fillIn(user, '10', '1 Dec 2026', '31 Dec 2026')
  expect(screen.queryByText('Please enter the values correctly')).toBeNull()
  expect(sent(calls, 'POST')).toHaveLength(0)
})

test('an invalid percentage and an end before the start show errors at their fields before sending', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [list()])
  await fillIn(user, '150', '10 Dec 2026', '9 Dec 2026')
  await waitFor(() => expect(field('Discount %')).toHaveAccessibleDescription('A discount is at most 100 %'))
  await waitFor(() =>
    expect(field('Validity end')).toHaveAccessibleDescription('The end cannot be before the start'),
  )
  await user.click(button('Submit'))
  expect(screen.queryByText('Please enter the values correctly')).toBeNull()
  expect(sent(calls, 'POST')).toHaveLength(0)
  // A new start makes the end valid.
  await day('Validity start', '8 Dec 2026')
  await waitFor(() => expect(field('Validity end')).not.toHaveAccessibleDescription())
})

test('a new coupon is sent in the specified form, and the form is emptied', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [list(), answer(createCoupon, coupon)])
  await fillIn(user, '12.5', '1 Dec 2026', '31 Dec 2026')
  await user.click(screen.getByRole('radio', { name: 'One-time use' }))
  await user.click(screen.getByRole('radio', { name: 'Only for New Users' }))
  await user.click(button('Submit'))
  expect(await screen.findByText('Coupon Updated')).toBeVisible()
  expect(sent(calls, 'POST')[0]?.body).toEqual({
    name: 'New year',
    code: 'NEWYEAR',
    discount_percentage: 12.5,
    valid_from: '2026-12-01T00:00',
    valid_to: '2026-12-31T00:00',
    one_time_only: true,
    isfornew: true,
    usage_count: 0,
  })
  expect(field('Name Of Coupon')).toHaveValue('')
  expect(screen.queryByText('Please enter the values correctly')).toBeNull()
})

test('the letters of a code become capitals as they are typed or pasted, and the cursor stays', async () => {
  renderPage(<CouponsPage />, [answer(listCoupons, [])])
  const code = screen.getByLabelText('Coupon Code')
  await userEvent.type(code, 'diwi')
  await userEvent.keyboard('{ArrowLeft}al')
  expect(code).toHaveValue('DIWALI')
  await userEvent.keyboard('{End}')
  await userEvent.paste('-twenty')
  expect(code).toHaveValue('DIWALI-TWENTY')
})

test('a taken code shows an error below its field, and what was typed stays', async () => {
  const user = userEvent.setup()
  renderPage(page, [
    list(),
    refuse(createCoupon, 409, {
      message: 'This code is taken',
      errors: [{ message: 'This code is taken', context: { key: 'code' } }],
    }),
  ])
  await fillIn(user, '10', '1 Dec 2026', '31 Dec 2026')
  await user.click(button('Submit'))
  const toast = await screen.findByText(/^Error Occured while creating coupon/)
  expect(toast.textContent).toBe('Error Occured while creating coupon ')
  await waitFor(() => expect(field('Coupon Code')).toHaveAccessibleDescription('This code is taken'))
  expect(field('Coupon Code')).toHaveValue('NEWYEAR')
})

test('Edit fills the form, Cancel empties it, and Update sends the version', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [list(coupon), answer(updateCoupon, { ...coupon, version: 3 })])
  await choose(user, 'Edit', 'DIWALI20')
  expect(field('Coupon Code')).toHaveValue('DIWALI20')
  expect(field('Validity end')).toHaveValue(formatDay(coupon.valid_to))
  await user.click(button('Cancel'))
  expect(field('Coupon Code')).toHaveValue('')
  expect(button('Submit')).toBeVisible()
  await choose(user, 'Edit', 'DIWALI20')
  await user.clear(field('Discount %'))
  await user.type(field('Discount %'), '25')
  // Clicked twice: one request and one message.
  const update = button('Update')
  act(() => {
    update.click()
    update.click()
  })
  expect(await screen.findByText('Coupon Updated')).toBeVisible()
  expect(sent(calls, 'PUT')).toHaveLength(1)
  expect(sent(calls, 'PUT')[0]?.body).toMatchObject({
    discount_percentage: 25,
    valid_to: `${coupon.valid_to}T00:00`,
    usage_count: 3,
    version: 2,
  })
  expect(button('Submit')).toBeVisible()
})

test('a conflict shows what others changed in a coupon and keeps what was typed', async () => {
  const user = userEvent.setup()
  const now = { ...coupon, name: 'Festival', version: 7 }
  let changed = false
  const { calls } = renderPage(page, [
    answer(listCoupons, () => [changed ? now : coupon]),
    refuseStale(updateCoupon, now),
  ])
  await choose(user, 'Edit', 'DIWALI20')
  await user.clear(field('Discount %'))
  await user.type(field('Discount %'), '25')
  changed = true
  await user.click(button('Update'))
  expect(await screen.findByText('Name: Diwali sale → Festival')).toBeVisible()
  await user.click(button('Reload'))
  expect(field('Name Of Coupon')).toHaveValue('Festival')
  expect(field('Discount %')).toHaveValue('25')
  await user.click(button('Update'))
  await waitFor(() => expect(sent(calls, 'PUT')).toHaveLength(2))
  expect(sent(calls, 'PUT')[1]?.body).toMatchObject({
    name: 'Festival',
    discount_percentage: 25,
    version: 7,
  })
})

test('after editing the focus returns to the coupon’s card, with or without a confirmation', async () => {
  const user = userEvent.setup()
  renderPage(page, [list(coupon), answer(updateCoupon, { ...coupon, version: 3 })])
  const more = await screen.findByRole('button', { name: 'More actions for DIWALI20' })
  await choose(user, 'Edit', 'DIWALI20')
  await user.type(field('Name Of Coupon'), ' 2026')
  await user.click(button('Cancel'))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(more).toHaveFocus())
  await choose(user, 'Edit', 'DIWALI20')
  expect(field('Name Of Coupon')).toHaveFocus()
  await user.click(button('Update'))
  await waitFor(() => expect(more).toHaveFocus())
})

test('the card of a coupon that someone else deleted disappears, and what was typed stays', async () => {
  const user = userEvent.setup()
  let known = true
  renderPage(page, [
    answer(listCoupons, () => (known ? [coupon] : [])),
    refuse(updateCoupon, 404, { message: 'Coupon not found' }),
  ])
  await choose(user, 'Edit', 'DIWALI20')
  await user.type(field('Name Of Coupon'), ' 2026')
  known = false
  await user.click(button('Update'))
  expect(await screen.findByText('Coupon not found')).toBeVisible()
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(field('Name Of Coupon')).toHaveValue('Diwali sale 2026')
})

test('editing another coupon asks before unsaved input is discarded', async () => {
  const user = userEvent.setup()
  renderPage(page, [list(coupon)])
  await user.type(await screen.findByLabelText('Name Of Coupon'), 'Half')
  await choose(user, 'Edit', 'DIWALI20')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(field('Name Of Coupon')).toHaveValue('Half')
})

test('Delete asks for confirmation, and a failure shows its reason', async () => {
  const user = userEvent.setup()
  let known = true
  const { calls } = renderPage(page, [
    answer(listCoupons, () => (known ? [coupon] : [])),
    refuse(deleteCoupon, 404, { message: 'Coupon not found' }),
  ])
  await choose(user, 'Delete', 'DIWALI20')
  const dialog = await screen.findByRole('dialog', { name: 'Do you want to delete this Coupon' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(sent(calls, 'DELETE')).toHaveLength(0)
  await choose(user, 'Delete', 'DIWALI20')
  known = false
  await user.click(await screen.findByRole('button', { name: 'Yes, Delete' }))
  expect(await screen.findByText('Error Occured while creating coupon')).toBeVisible()
  expect(screen.getByText('Coupon not found')).toBeVisible()
  expect(await screen.findByText('No Records found')).toBeVisible()
})

test('the menu of a card closes 3 s after the mouse has left it', async () => {
  const user = userEvent.setup()
  renderPage(page, [list(coupon)])
  await user.click(await screen.findByRole('button', { name: 'More actions for DIWALI20' }))
  const menu = await screen.findByRole('menu')
  vi.useFakeTimers()
  const move = (target: Element, x: number) =>
    fireEvent(
      target,
      Object.assign(new MouseEvent('pointermove', { bubbles: true, clientX: x, clientY: 900 }), {
        pointerType: 'mouse',
      }),
    )
  const away = menu.closest('[role=presentation]') as Element
  move(away, 900)
  act(() => void vi.advanceTimersByTime(2900))
  move(menu, 0)
  act(() => void vi.advanceTimersByTime(3000))
  expect(menu).toBeInTheDocument()
  move(away, 900)
  act(() => void vi.advanceTimersByTime(3000))
  vi.useRealTimers()
  await waitFor(() => expect(menu).not.toBeInTheDocument())
})

test('the menu of a card closes after the mouse moved from it out of the window', async () => {
  const user = userEvent.setup()
  renderPage(page, [list(coupon)])
  await user.click(await screen.findByRole('button', { name: 'More actions for DIWALI20' }))
  const menu = await screen.findByRole('menu')
  vi.useFakeTimers()
  const out = new MouseEvent('pointerout', { bubbles: true, relatedTarget: null })
  fireEvent(menu, Object.assign(out, { pointerType: 'mouse' }))
  act(() => void vi.advanceTimersByTime(2900))
  expect(menu).toBeVisible()
  act(() => void vi.advanceTimersByTime(100))
  vi.useRealTimers()
  await waitFor(() => expect(menu).not.toBeInTheDocument())
})

test('many coupons are searched by code, filtered by status, and shown ten per page', async () => {
  const user = userEvent.setup()
  const many = Array.from({ length: 12 }, (_, at) => couponOf(at, -9, at < 11 ? 3 : -1))
  const { location } = renderPage(page, [list(...many)])
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10))
  await user.click(button('Next page'))
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
  await user.selectOptions(screen.getByLabelText('Status'), 'Expired')
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(location()).toBe('/?state=expired')
  await typeAtOnce(screen.getByRole('searchbox'), 'code7')
  expect(await screen.findByText('Nothing matches this search.')).toBeVisible()
  await user.click(button('Clear search and filters'))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(10))
})

test('coupon uses link to customer and order, and mark those given back', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [
    list(coupon),
    answer(listCouponUses, { count: 1, next: null, previous: null, results: [givenBack] }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Uses of DIWALI20' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Uses of DIWALI20' }))
  expect(await dialog.findByRole('link', { name: 'Anita Hegde' })).toHaveAttribute(
    'href',
    `/user/${givenBack.user}?tab=coupons`,
  )
  expect(dialog.getByRole('link', { name: 'Order 1042' })).toHaveAttribute(
    'href',
    `/order/${givenBack.order}`,
  )
  expect(dialog.getByText('Given back')).toBeVisible()
  const requested = calls.find(({ url }) => url.pathname === listCouponUses.url)
  expect(requested?.url.searchParams.get('coupon_id')).toBe(coupon.id)
})

test('coupons that cannot be loaded show a message, and Retry loads them', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(page, [refuse(listCoupons, 500, { message: 'The server is busy.' })])
  expect(await screen.findByText('Error Occured while getting coupons')).toBeVisible()
  expect(screen.getByText('The server is busy.')).toBeVisible()
  await user.click(button('Retry'))
  await waitFor(() => expect(sent(calls, 'GET')).toHaveLength(2))
})

test('in a narrow window the form is a dialog', async () => {
  setWideWindow(false)
  const user = userEvent.setup()
  renderPage(page, [list(coupon)])
  expect(screen.queryByLabelText('Coupon Code')).toBeNull()
  await user.click(button('New coupon'))
  const making = within(await screen.findByRole('dialog', { name: 'New coupon' }))
  expect(making.getByRole('button', { name: 'Submit' })).toBeVisible()
  await user.click(making.getByRole('button', { name: 'Cancel' }))
  await choose(user, 'Edit', 'DIWALI20')
  expect(await screen.findByRole('dialog', { name: 'Edit DIWALI20' })).toBeVisible()
  expect(button('Update')).toBeVisible()
})
