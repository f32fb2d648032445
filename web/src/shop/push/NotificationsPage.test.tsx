import type { Output } from '@our-print/contract/endpoint.ts'
import {
  createPushSubscription,
  deletePushSubscription,
  listPushSubscriptions,
} from '@our-print/contract/shop/pushSubscriptions.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { NotificationsPage } from './NotificationsPage.tsx'
import { renewPush } from './renewPush.ts'

afterEach(() => vi.unstubAllGlobals())

const publicKey = btoa('k'.repeat(65)).replace(/=+$/, '')
const bytes = (letter: string, many: number) => new TextEncoder().encode(letter.repeat(many)).buffer
const endpoint = 'https://push.example/device'

/** A browser that can be told things, as far as this page uses it. */
function stubBrowser({ permission = 'granted', subscribed = false, key = 'k' } = {}) {
  const own = {
    endpoint,
    options: { applicationServerKey: bytes(key, 65) },
    getKey: (name: string) => (name === 'auth' ? bytes('a', 16) : bytes('p', 65)),
    unsubscribe: vi.fn(async () => {
      state.current = null
      return true
    }),
  }
  const state: { current: typeof own | null } = { current: subscribed ? own : null }
  const pushManager = {
    getSubscription: async () => state.current,
    subscribe: vi.fn(async () => {
      own.options.applicationServerKey = bytes('k', 65)
      state.current = own
      return own
    }),
  }
  vi.stubGlobal('PushManager', () => {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  vi.stubGlobal('navigator', {
    ...Object.fromEntries(
      ['userAgent', 'language', 'onLine'].map((name) => [name, Reflect.get(navigator, name)]),
    ),
    serviceWorker: { getRegistration: async () => ({ pushManager }) },
  })
  return { own, pushManager }
}

const device: Output<typeof createPushSubscription> = {
  id: '01900000-0000-7000-8000-0000000000d1',
  endpoint,
  kinds: ['note'],
  quiet_from: 21,
  quiet_to: 8,
  created_at: '2026-01-03T10:00:00Z',
}
const listed = (subscriptions: (typeof device)[] = []): Output<typeof listPushSubscriptions> => ({
  public_key: publicKey,
  kinds: ['order_given', 'order_taken', 'note'],
  subscriptions,
})

test('a browser that cannot is told so in a sentence, and one that may not as well', async () => {
  renderPage(<NotificationsPage />, [answer(listPushSubscriptions, listed())])
  expect(await screen.findByText(/This browser shows no notices of an app that is closed/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Switch on' })).toBeNull()
})

test('a refused permission says where to allow it', async () => {
  stubBrowser({ permission: 'denied' })
  renderPage(<NotificationsPage />, [answer(listPushSubscriptions, listed())])
  expect(await screen.findByText(/does not allow notices from this site/)).toBeVisible()
})

test('a person switches it on for this device, and chooses what and when', async () => {
  const user = userEvent.setup()
  const { pushManager } = stubBrowser()
  let subscriptions: (typeof device)[] = []
  const { calls } = renderPage(<NotificationsPage />, [
    answer(listPushSubscriptions, () => listed(subscriptions)),
    answer(createPushSubscription, device),
  ])
  await user.click(await screen.findByRole('checkbox', { name: 'An order is no longer yours' }))
  await user.click(screen.getByRole('checkbox', { name: 'Tell me nothing between two hours' }))
  await user.selectOptions(screen.getByRole('combobox', { name: 'From' }), '10 pm')
  subscriptions = [device]
  await user.click(screen.getByRole('button', { name: 'Switch on' }))
  expect(await screen.findByText('This device is told what happens')).toBeVisible()
  expect(pushManager.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    endpoint,
    keys: { p256dh: btoa('p'.repeat(65)).replace(/=+$/, ''), auth: btoa('a'.repeat(16)).replace(/=+$/, '') },
    public_key: publicKey,
    kinds: ['order_given', 'note'],
    quiet_from: 22,
    quiet_to: 8,
  })
  expect(await screen.findByRole('button', { name: 'Switch off' })).toBeVisible()
})

test('it is switched off here and elsewhere', async () => {
  const user = userEvent.setup()
  const { own } = stubBrowser({ subscribed: true })
  const other = { ...device, id: '01900000-0000-7000-8000-0000000000d2', endpoint: 'https://push.example/2' }
  let subscriptions = [device, other]
  const { calls } = renderPage(<NotificationsPage />, [
    answer(listPushSubscriptions, () => listed(subscriptions)),
    answer(deletePushSubscription, null),
  ])
  expect(await screen.findByText('1 other device of yours is told, too.')).toBeVisible()
  expect(screen.getByRole('combobox', { name: 'From' })).toHaveValue('21')
  subscriptions = [other]
  await user.click(screen.getByRole('button', { name: 'Switch off' }))
  expect(await screen.findByText('This device is told nothing any more')).toBeVisible()
  expect(own.unsubscribe).toHaveBeenCalled()
  subscriptions = []
  await user.click(screen.getByRole('button', { name: 'Switch them off' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Other devices' })).toBeNull())
  const removed = calls
    .filter(({ method }) => method === 'DELETE')
    .map(({ url }) => url.pathname.split('/').at(-2))
  expect(removed).toEqual([device.id, other.id])
})

test('a device with an older key subscribes anew, and a refusal is shown', async () => {
  const user = userEvent.setup()
  const { own, pushManager } = stubBrowser({ subscribed: true, key: 'o' })
  renderPage(<NotificationsPage />, [
    answer(listPushSubscriptions, listed([device])),
    refuse(createPushSubscription, 422, { message: 'At most 20 devices are told what happens' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Switch on' }))
  expect(await screen.findByText('At most 20 devices are told what happens')).toBeVisible()
  expect(own.unsubscribe).toHaveBeenCalledBefore(pushManager.subscribe)
})

test('an address that the browser has renewed or lost is told when the app is opened, with what was chosen', async () => {
  const { own, pushManager } = stubBrowser({ subscribed: true })
  let subscriptions = [device]
  const { calls } = renderPage(<NotificationsPage />, [
    answer(listPushSubscriptions, () => listed(subscriptions)),
    answer(createPushSubscription, () => ({ ...device, endpoint: own.endpoint })),
    answer(deletePushSubscription, null),
  ])
  const sent = () => calls.filter(({ method }) => method !== 'GET')
  // Switched on by an older version of the app; then nothing is new.
  await renewPush()
  await renewPush()
  expect(sent()).toEqual([])
  own.endpoint = 'https://push.example/renewed'
  await renewPush()
  await renewPush()
  const choices = { kinds: device.kinds, quiet_from: 21, quiet_to: 8 }
  expect(sent()).toMatchObject([
    { method: 'POST', body: { ...choices, endpoint: own.endpoint } },
    { method: 'DELETE', url: { pathname: `/api/push-subscriptions/${device.id}/` } },
  ])
  // Lost, and the server has heard so from the browser's maker.
  await own.unsubscribe()
  own.endpoint = 'https://push.example/again'
  subscriptions = []
  await renewPush()
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
  expect(sent().slice(2)).toMatchObject([{ method: 'POST', body: { ...choices, endpoint: own.endpoint } }])
  // Nobody who has signed out, or has switched it off, is subscribed again.
  localStorage.clear()
  await own.unsubscribe()
  await renewPush()
  expect(pushManager.subscribe).toHaveBeenCalledOnce()
})
