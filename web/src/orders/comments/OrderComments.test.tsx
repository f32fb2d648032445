import {
  addOrderComment,
  listMentionable,
  listOrderComments,
  listOwnMentions,
  markMentionsSeen,
  type OrderComment,
} from '@our-print/contract/orders/orderComments.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import MentionsButton from './MentionsButton.tsx'
import OrderComments, { NewestComment } from './OrderComments.tsx'

const ravi = { id: '01900000-0000-7000-8000-000000000002', full_name: 'Ravi Kumar' }
const comment = (n: number, more: Partial<OrderComment> = {}): OrderComment => ({
  id: `01900000-0000-7000-8000-0000000001${10 + n}`,
  at: '2026-11-20T10:00:00Z',
  by: ravi.full_name,
  text: `Comment ${n}`,
  mentions: [],
  is_for_you: false,
  ...more,
})

const shop = [
  answer(listOrderComments, page<OrderComment>([])),
  answer(listMentionable, { people: [ravi] }),
  answer(markMentionsSeen, { seen: 1 }),
]

test('a comment is sent with whom it names', async () => {
  const user = userEvent.setup()
  const sent = comment(1, { text: 'Ring twice @Ravi Kumar', by: 'Asha Rao', mentions: [ravi.full_name] })
  const { calls } = renderPage(<OrderComments order={order} />, [...shop, answer(addOrderComment, sent)])
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'Ring twice')
  const name = await screen.findByRole('button', { name: '@Ravi Kumar' })
  expect(name).toHaveAttribute('aria-pressed', 'false')
  await user.click(name)
  expect(field).toHaveValue('Ring twice @Ravi Kumar ')
  expect(name).toHaveAttribute('aria-pressed', 'true')
  const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  // What is typed is not lost by a link or a reload.
  expect(asksBeforeUnload()).toBe(true)
  await user.type(field, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(field).toHaveValue(''))
  expect(asksBeforeUnload()).toBe(false)
  const posts = calls.filter(({ url, method }) => method === 'POST' && url.pathname.endsWith('/comments/'))
  expect(posts.map(({ body }) => body)).toEqual([{ text: 'Ring twice @Ravi Kumar ', mentions: [ravi.id] }])
})

test('what could not be sent stays, with the reason', async () => {
  const user = userEvent.setup()
  renderPage(<OrderComments order={order} />, [
    ...shop,
    refuse(addOrderComment, 422, { message: 'Somebody who is named does not see this order' }),
  ])
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'Hello')
  await user.click(screen.getByRole('button', { name: 'Comment' }))
  expect(await screen.findByText('Somebody who is named does not see this order')).toBeVisible()
  expect(field).toHaveValue('Hello')
})

test('what is typed while a comment is sent is the next one', async () => {
  const user = userEvent.setup()
  const { promise, resolve } = Promise.withResolvers<void>()
  const posted = answer(addOrderComment, comment(1))
  const { calls } = renderPage(<OrderComments order={order} />, [
    ...shop,
    { ...posted, reply: (call) => promise.then(() => posted.reply(call)) },
  ])
  const lists = () =>
    calls.filter(({ url, method }) => method === 'GET' && url.pathname.endsWith('/comments/')).length
  await waitFor(() => expect(screen.queryByLabelText('Loading comments')).toBeNull())
  const field = screen.getByRole('textbox', { name: 'Comment' })
  await user.type(field, 'Hello{Control>}{Enter}{/Control}')
  await waitFor(() => expect(calls.some(({ method }) => method === 'POST')).toBe(true))
  await user.type(field, ' and')
  const before = lists()
  resolve()
  await waitFor(() => expect(lists()).toBeGreaterThan(before))
  expect(field).toHaveValue('Hello and')
})

test('the newest are shown, all on demand, and one that names the person is marked as seen', async () => {
  const user = userEvent.setup()
  const all = Array.from({ length: 7 }, (_, n) => comment(n, n === 1 ? { is_for_you: true } : {}))
  const { calls } = renderPage(<OrderComments order={order} />, [
    ...shop,
    answer(listOrderComments, ({ url }) => page(all.slice(0, Number(url.searchParams.get('limit'))), 7)),
  ])
  const list = await screen.findByRole('list', { name: 'Comments' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(5)
  expect(within(list).getByText(/for you/)).toBeVisible()
  await waitFor(() =>
    expect(calls.find(({ url }) => url.pathname === markMentionsSeen.url)?.body).toEqual({ order: order.id }),
  )
  await user.click(screen.getByRole('button', { name: 'Show all 7' }))
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(7))
})

test('a failure says so and can be tried again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderComments order={order} />, [
    ...shop,
    refuse(listOrderComments, 503, { message: 'The server is busy.' }),
  ])
  expect(await screen.findByText(/could not be loaded. The server is busy/)).toBeVisible()
  const before = calls.length
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(calls.length).toBeGreaterThan(before))
})

test('the app bar leads to what names the person', async () => {
  const user = userEvent.setup()
  const mention = {
    id: '01900000-0000-7000-8000-000000000900',
    order: order.id,
    at: '2026-11-20T10:00:00Z',
    by: 'Ravi Kumar',
    text: 'Which paper?',
    order_number: 1042,
    order_title: 'Thesis',
    seen_at: null,
  }
  const { location } = renderPage(<MentionsButton unseen={1} />, [answer(listOwnMentions, page([mention]))])
  await user.click(screen.getByRole('button', { name: '1 comment names you' }))
  await user.click(await screen.findByRole('menuitem', { name: /#1042 Thesis/ }))
  expect(location()).toBe(`/order/${order.id}`)
})

test('the head of an order has the newest comment, and leads to all of them with one request', async () => {
  const both = (
    <>
      <NewestComment order={order} />
      <OrderComments order={order} />
    </>
  )
  const { calls } = renderPage(both, [
    ...shop,
    answer(listOrderComments, page([comment(2, { text: 'Use the matte paper' }), comment(1)])),
  ])
  expect(await screen.findByText('Ravi Kumar: Use the matte paper')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: '2 comments' }))
  expect(document.activeElement).toContainElement(screen.getByRole('textbox', { name: 'Comment' }))
  expect(calls.filter(({ url }) => url.pathname.endsWith('/comments/'))).toHaveLength(1)
})
