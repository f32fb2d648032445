import { listReferrers, markFulfilled, type Referrer } from '@our-print/contract/rewards/referrals.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fulfilled, referralOf, referrer, referrersOf } from '../../../test/referrer.ts'
import { answer, type Call, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { ReferralsPage } from './ReferralsPage.tsx'

const page = <ReferralsPage />

/** The requested rows. */
const part =
  (all: Referrer[]) =>
  ({ url }: Call) =>
    all.slice(Number(url.searchParams.get('start')), Number(url.searchParams.get('end')))
const list = (...referrers: Referrer[]) => answer(listReferrers, part(referrers))
const starts = (calls: Call[]) =>
  calls.filter(({ method }) => method === 'GET').map(({ url }) => url.searchParams.get('start'))
const cards = () =>
  within(screen.getByRole('list', { name: 'Referrers' })).getAllByRole('heading', { level: 2 })

/** Replaces IntersectionObserver. */
function watchScrollIntoView() {
  const watched: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly tell: () => void
      constructor(seen: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = () => seen([{ isIntersecting: true }])
      }
      observe() {
        watched.push(this.tell)
      }
      disconnect() {
        watched.splice(watched.indexOf(this.tell), 1)
      }
    },
  )
  return () => act(() => watched.at(-1)?.())
}

test('pages of 50 are loaded when the bar scrolls into view; a short page is the last', async () => {
  const scrollIntoView = watchScrollIntoView()
  const { calls } = renderPage(page, [list(...referrersOf(0, 112))])
  await screen.findByRole('list', { name: 'Referrers' })
  expect(cards()).toHaveLength(50)
  scrollIntoView()
  await waitFor(() => expect(cards()).toHaveLength(100))
  scrollIntoView()
  await screen.findByText('112 referrers')
  scrollIntoView()
  expect(starts(calls)).toEqual(['0', '50', '100'])
})

test('an empty page is the last, too; without IntersectionObserver a button loads it', async () => {
  const { calls } = renderPage(page, [list(...referrersOf(0, 50))])
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('50 referrers')
  expect(starts(calls)).toEqual(['0', '50'])
})

test('a referrer moved to the next page by a new one is shown once', async () => {
  const all = referrersOf(0, 52)
  renderPage(page, [list(...all.slice(0, 50), ...all.slice(49))])
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Load more' }))
  await screen.findByText('52 referrers')
  expect(cards()).toHaveLength(52)
})

test('a failed page keeps the loaded ones, shows its reason, and waits for Retry', async () => {
  const scrollIntoView = watchScrollIntoView()
  const answers = [list(...referrersOf(0, 60))]
  const { calls } = renderPage(page, answers)
  await screen.findByRole('list', { name: 'Referrers' })
  answers.push(refuse(listReferrers, 503, { message: 'The database is being restarted.' }))
  scrollIntoView()
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Error Occured while getting referrals')
  alert.getByText('The database is being restarted.')
  expect(cards()).toHaveLength(50)
  scrollIntoView()
  expect(starts(calls)).toEqual(['0', '50'])
  answers.pop()
  await userEvent.setup().click(alert.getByRole('button', { name: 'Retry' }))
  await screen.findByText('60 referrers')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a list that cannot be loaded shows a message', async () => {
  renderPage(page, [refuse(listReferrers, 500, { message: 'Something broke' })])
  const alert = within(await screen.findByRole('alert'))
  alert.getByText('Error Occured while getting referrals')
  alert.getByText('Something broke')
  alert.getByRole('button', { name: 'Retry' })
})

test('a card has counts, and referrals with price, date and links', async () => {
  const reason = 'Same address as another referred customer'
  const referrals = [referralOf(1, [reason]), ...[2, 3, 4, 5, 6].map((n) => referralOf(n))]
  renderPage(page, [list({ ...referrer, referrals, referrals_count: 140, remaining_claims: 4 })])
  const card = within(
    (await screen.findByRole('heading', { name: 'Anita Hegde' })).closest('li') as HTMLElement,
  )
  expect(card.getByRole('link', { name: 'Anita Hegde' })).toHaveAttribute('href', `/user/${referrer.user.id}`)
  expect(card.getByRole('link', { name: '+91 90000 00005' })).toHaveAttribute('href', 'tel:+919000000005')
  card.getByText('ANITA234')
  for (const [label, figure] of [
    ['Eligible', '6'],
    ['Remaining', '4'],
  ]) {
    expect(card.getByText(label ?? '').parentElement?.textContent).toBe(`${label}${figure}`)
  }
  card.getByRole('button', { name: 'Claimed 2' })
  card.getByText('1 referral looks suspicious')
  const tiles = () =>
    within(card.getByRole('list', { name: 'Referred by Anita Hegde' })).getAllByRole('listitem')
  expect(tiles()).toHaveLength(4)
  expect(tiles()[0]?.textContent).toBe(`Friend 1Rs 1,235.50+91 90000 100012026-01-03Order 1001${reason}`)
  expect(card.getByRole('link', { name: 'Friend 1' })).toHaveAttribute(
    'href',
    `/user/${referralOf(1).user.id}`,
  )
  expect(card.getByRole('link', { name: 'Order 1001' })).toHaveAttribute('href', '/order/order-1')
  await userEvent.setup().click(card.getByRole('button', { name: 'Show all 6' }))
  expect(tiles()).toHaveLength(6)
  card.getByText('The newest 6 of 140')
})

test('claims are shown on hover, focus and tap', async () => {
  const user = userEvent.setup()
  renderPage(page, [list(fulfilled, { ...referrer, user: referralOf(9).user })])
  const had = await screen.findByRole('button', { name: 'Claimed 6' })
  const none = screen.getByRole('button', { name: 'Claimed 0' })
  await user.hover(had)
  await screen.findByText('3rd Jan 2026, Super Admin')
  expect(had).toHaveAccessibleDescription(/Friend 1\s*3 claims\s*Friend 2\s*3 claims/)
  await user.unhover(had)
  await waitFor(() => expect(screen.queryByText('3rd Jan 2026, Super Admin')).toBeNull())

  act(() => none.focus())
  await screen.findByText('No claims so far')
  await user.keyboard('{Escape}')
  expect(screen.queryByText('No claims so far')).toBeNull()
  await user.keyboard('{Enter}')
  await screen.findByText('No claims so far')
  await user.tab()
  await waitFor(() => expect(screen.queryByText('No claims so far')).toBeNull())

  await user.pointer({ keys: '[TouchA]', target: none })
  await screen.findByText('No claims so far')
  expect(none).toHaveAttribute('aria-expanded', 'true')
  await user.pointer({ keys: '[TouchA]', target: document.body })
  expect(none).toHaveAttribute('aria-expanded', 'false')
})

test('fulfilling asks for confirmation, and two clicks send one request', async () => {
  const user = userEvent.setup()
  let now = referrer
  const { calls } = renderPage(page, [
    answer(listReferrers, () => [now]),
    answer(markFulfilled, () => {
      now = fulfilled
      return now
    }),
  ])
  const mark = await screen.findByRole('button', { name: 'Mark As Fulfilled' })
  await user.click(mark)
  const title = 'Do you want to Mark this user as Fulfilled ?'
  const question = within(await screen.findByRole('dialog', { name: title }))
  question.getByText(/Anita Hegde has 6 claims left/)
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)

  await user.click(mark)
  const yes = await screen.findByRole('button', { name: 'Yes, Mark' })
  fireEvent.click(yes)
  fireEvent.click(yes)
  await screen.findByText('Marked as Fulfilled')
  expect(await screen.findByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts.map(({ body }) => body)).toEqual([{ referral_code: 'ANITA234' }])
  // The list is read again.
  await waitFor(() => expect(starts(calls).length).toBe(2))
})

test('the card is updated before a long list is read again', async () => {
  const answers = [list(referrer), answer(markFulfilled, fulfilled)]
  renderPage(page, answers)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mark As Fulfilled' }))
  answers.push(hang(listReferrers))
  await user.click(await screen.findByRole('button', { name: 'Yes, Mark' }))
  expect(await screen.findByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
  expect(screen.getByRole('link', { name: 'Anita Hegde' })).toHaveFocus()
})

test('a failed fulfilling shows its reason and the current claims', async () => {
  const message = 'This referrer has no claims left; all are fulfilled.'
  let now = referrer
  renderPage(page, [
    answer(listReferrers, () => [now]),
    refuse(markFulfilled, 409, { code: 'fulfilled_already', message }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Mark As Fulfilled' }))
  now = fulfilled
  await user.click(await screen.findByRole('button', { name: 'Yes, Mark' }))
  await screen.findByText('Error Occured while marking fulfilled')
  await screen.findByText(message)
  expect(await screen.findByRole('button', { name: 'Marked As Fulfilled' })).toBeDisabled()
})

test('search and tab are kept in the address and sent with the request', async () => {
  const { calls, location } = renderPage(page, [list()], { path: '/referrals', route: '/referrals' })
  const user = userEvent.setup()
  await screen.findByText('No Records found')
  expect(screen.getByRole('link', { name: 'New order' })).toHaveAttribute('href', '/new_order')
  await user.click(screen.getByRole('link', { name: 'Claims due' }))
  await screen.findByText('No claims are left. All are fulfilled.')
  await typeAtOnce(screen.getByRole('searchbox'), 'anita')
  await screen.findByText('Nothing matches this search.')
  expect(location()).toBe('/referrals?due=true&query=anita')
  const requested = calls.map(({ url }) => url.searchParams.toString())
  expect(requested).toEqual([
    'start=0&end=50',
    'due=true&start=0&end=50',
    'query=anita&due=true&start=0&end=50',
  ])
  await user.click(screen.getByRole('button', { name: 'Clear search and filters' }))
  await screen.findByText('No claims are left. All are fulfilled.')
  expect(location()).toBe('/referrals?due=true')
})
