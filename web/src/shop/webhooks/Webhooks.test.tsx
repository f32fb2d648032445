import {
  createWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayPeriod,
  rotateSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryDetail,
} from '@our-print/contract/shop/webhooks.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { WebhookPage } from './WebhookPage.tsx'
import WebhooksAlert from './WebhooksAlert.tsx'
import { WebhooksPage } from './WebhooksPage.tsx'

const id = '01900000-0000-7000-8000-0000000000b1'
const hook: Webhook = {
  id,
  url: 'https://shop.example/hook',
  description: 'Website',
  event_types: ['order.created', 'order.delivered'],
  is_active: true,
  switched_off_at: null,
  switched_off_reason: null,
  previous_secret_until: null,
  failed: 0,
  pending: 0,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
}
const delivery: WebhookDelivery = {
  id: '01900000-0000-7000-8000-0000000000d1',
  message_id: 'msg_01900000-0000-7000-8000-0000000000d1',
  event_type: 'order.delivered',
  entity: 'order',
  record: '01900000-0000-7000-8000-0000000000c1',
  state: 'delivered',
  attempts: 1,
  next_try_at: null,
  last_tried_at: '2026-01-03T10:00:01Z',
  last_status: 204,
  last_error: null,
  happened_at: '2026-01-03T10:00:00Z',
}
const detail: WebhookDeliveryDetail = {
  ...delivery,
  request: {
    type: 'order.delivered',
    timestamp: delivery.happened_at,
    data: { id: delivery.record, entity: 'order', version: 4, by: null },
  },
  tries: [
    {
      id,
      at: '2026-01-03T10:00:01Z',
      duration_ms: 12,
      url: hook.url,
      status: 204,
      error: null,
      answer: 'thanks',
    },
  ],
}
const where = { path: `/webhook/${id}`, route: '/webhook/:id' }
const opened = (webhook: Webhook, deliveries: WebhookDelivery[] = [delivery]) => [
  answer(getWebhook, webhook),
  answer(listDeliveries, page(deliveries)),
]

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for shop.example' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('a webhook is created and its secret shown once', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<WebhooksPage />, [
    answer(listWebhooks, page<Webhook>([])),
    answer(createWebhook, { ...hook, secret: 'whsec_abc' }),
  ])
  await screen.findByText(/tells your website or another system/)
  await user.click(screen.getAllByRole('button', { name: 'New webhook' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'New webhook' }))
  await user.click(dialog.getByLabelText('Address'))
  await user.paste(hook.url)
  await user.click(dialog.getByRole('checkbox', { name: /Order created/ }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const made = within(await screen.findByRole('dialog', { name: 'Secret of the new webhook' }))
  expect(made.getByText('whsec_abc')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    url: hook.url,
    event_types: ['order.created'],
  })
})

test('the list tells which webhooks are on, and what they are told of', async () => {
  const off = {
    ...hook,
    id: id.replace('b1', 'b2'),
    is_active: false,
    switched_off_at: hook.created_at,
    pending: 1000,
  }
  renderPage(<WebhooksPage />, [answer(listWebhooks, page([hook, off]))])
  await waitFor(() => expect(screen.getAllByText('Order created, Order delivered')).toHaveLength(2))
  expect(screen.getByText('On')).toBeVisible()
  expect(screen.getByText('Switched off')).toBeVisible()
})

test('what needs a look is told: in the list, on the page and on the dashboard', async () => {
  const failing = { ...hook, failed: 3 }
  const off = {
    ...hook,
    id: id.replace('b1', 'b2'),
    url: 'https://other.example/hook',
    is_active: false,
    switched_off_at: hook.created_at,
    switched_off_reason: 'It accepted nothing for 3 days.',
  }
  const list = renderPage(<WebhooksPage />, [answer(listWebhooks, page([failing]))])
  expect(await screen.findByText('3 failed')).toBeVisible()
  list.unmount()

  const one = renderPage(<WebhookPage />, opened(failing), where)
  expect(await screen.findByText(/^3 deliveries were given up/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull()
  one.unmount()

  const { calls } = renderPage(<WebhooksAlert />, [answer(listWebhooks, page([failing, off]))])
  const alerts = await screen.findAllByRole('alert')
  expect(alerts.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Webhook shop.example. 3 deliveries were given up/),
    expect.stringMatching(/^Webhook other.example. Switched off on .* It accepted nothing for 3 days\./),
  ])
  expect(calls[0]?.url.search).toBe('?needs_attention=true')
  expect(screen.getAllByRole('link', { name: 'Open' })[1]).toHaveAttribute('href', `/webhook/${off.id}`)
})

test('who has the dashboard but no webhooks does not ask for them', () => {
  const { calls } = renderPage(<WebhooksAlert />, [], { abilities: ['prices'] })
  expect(calls).toEqual([])
})

test('a test tells what came back', async () => {
  const user = userEvent.setup()
  renderPage(<WebhookPage />, [...opened(hook), answer(testWebhook, detail)], where)
  await user.click(await screen.findByRole('button', { name: 'Send test' }))
  expect(await screen.findByText('shop.example answered 204 in 12 ms')).toBeVisible()
})

test('a delivery shows request and answers, and is replayed', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(
    <WebhookPage />,
    [...opened(hook), answer(getDelivery, detail), answer(replayDelivery, { ...delivery, state: 'pending' })],
    where,
  )
  await user.click(await screen.findByRole('button', { name: 'Show Order delivered' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Order delivered' }))
  expect(dialog.getByText(/"version": 4/)).toBeVisible()
  expect(dialog.getByText('thanks')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Replay' }))
  await screen.findByText('It will be sent again')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.some(({ url }) => url.pathname.endsWith(`/deliveries/${delivery.id}/replay/`))).toBe(true)
})

test('a period is replayed, and the secret replaced', async () => {
  const user = userEvent.setup()
  renderPage(
    <WebhookPage />,
    [
      ...opened(hook),
      answer(replayPeriod, { replayed: 3 }),
      answer(rotateSecret, { ...hook, secret: 'whsec_new' }),
    ],
    where,
  )
  await choose(user, 'Replay a period')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Replay a period' })).getByRole('button', {
      name: 'Replay',
    }),
  )
  await screen.findByText('3 deliveries will be sent again')
  await choose(user, 'New secret')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Make a new secret?' })).getByRole('button', {
      name: 'Make a new secret',
    }),
  )
  expect(await screen.findByText('whsec_new')).toBeVisible()
})

test('one that was switched off says why, and can be switched on', async () => {
  const user = userEvent.setup()
  const off = {
    ...hook,
    is_active: false,
    switched_off_at: '2026-01-06T10:00:00Z',
    switched_off_reason: 'A delivery was not accepted for 3 days.',
  }
  const { calls } = renderPage(<WebhookPage />, [...opened(off), answer(updateWebhook, hook)], where)
  expect(await screen.findByText(/A delivery was not accepted for 3 days/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Switch on' }))
  await screen.findByText('shop.example is on: what waited is sent now')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_active: true, version: 1 })
})

test('a deleted webhook and a failing server have their messages', async () => {
  const { unmount } = renderPage(<WebhookPage />, [refuse(getWebhook, 404, {})], where)
  await screen.findByText('Webhook not found')
  unmount()
  renderPage(<WebhookPage />, [refuse(getWebhook, 503, { message: 'The database is busy.' })], where)
  expect(await screen.findByText('The database is busy.')).toBeVisible()
})
