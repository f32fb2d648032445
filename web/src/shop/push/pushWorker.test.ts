import { pushKinds } from '@our-print/contract/shop/pushKinds.ts'
import { expect, test } from 'vitest'
import { screens } from '../../app/screens.ts'
import { noticeOf } from './noticeOf.ts'
import { listenForPush, type PushWorker } from './pushWorker.ts'

const message = { id: 'm1', kind: 'order_given', record: 'o1', number: 1042, many: 1 } as const

function open(pages: { focus: () => Promise<unknown>; postMessage: (said: unknown) => void }[]) {
  const listeners = new Map<string, (event: never) => void>()
  const shown: [title: string, options: NotificationOptions][] = []
  const opened: string[] = []
  const badges: number[] = []
  let standing = 0
  const worker: PushWorker = {
    addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
    registration: {
      showNotification: async (...notice) => void (standing = shown.push(notice)),
      getNotifications: async () => Array.from({ length: standing }),
    },
    navigator: { setAppBadge: async (count) => void badges.push(count) },
    clients: { matchAll: async () => pages, openWindow: async (address) => opened.push(address) },
  }
  listenForPush(worker)
  const send = async (type: string, event: object) => {
    const work: Promise<unknown>[] = []
    listeners.get(type)?.({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as never)
    await Promise.all(work)
  }
  const dismiss = () => {
    standing -= 1
  }
  return { send, shown, opened, badges, dismiss }
}

test('what is told is shown once a message; a tap opens its screen', async () => {
  const { send, shown, opened } = open([])
  await send('push', { data: { json: () => message } })
  await send('push', { data: null })
  expect(shown).toEqual([['Order 1042 is yours now', { tag: 'm1', data: '/order/o1' }]])
  let isClosed = false
  await send('notificationclick', { notification: { data: '/order/o1', close: () => (isClosed = true) } })
  expect([isClosed, opened]).toEqual([true, ['/order/o1']])
})

test('the icon counts the notices that stand', async () => {
  const { send, badges, dismiss } = open([])
  await send('push', { data: { json: () => message } })
  await send('push', { data: { json: () => ({ ...message, id: 'm2' }) } })
  await send('notificationclick', { notification: { data: '/order/o1', close: dismiss } })
  dismiss()
  await send('notificationclose', {})
  expect(badges).toEqual([1, 2, 1, 0])
})

test('a page that is open is asked to open it, so that nothing typed is lost', async () => {
  const said: unknown[] = []
  const { send, opened } = open([
    { focus: async () => said.push('focus'), postMessage: (one) => said.push(one) },
  ])
  await send('notificationclick', { notification: { data: '/leads', close: () => {} } })
  expect([said, opened]).toEqual([['focus', { open: '/leads' }], []])
})

test('each notice leads to a screen, of one order or of several', () => {
  const paths = new Set(screens.map(({ path }) => path))
  for (const kind of pushKinds) {
    const { address } = noticeOf({ ...message, kind })
    expect(paths).toContain(address.replace('/o1', '/:id'))
  }
  const several = { ...message, record: null, number: null, many: 12 }
  expect(noticeOf(several)).toEqual({ title: '12 orders are yours now', address: '/round' })
})
