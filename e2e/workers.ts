import type { Page } from '@playwright/test'

/** What wakes a service worker from outside, by the browser’s tools for developers. */
export type Devtools = {
  /** Delivers a message as a push service does. */
  push: (message: object) => Promise<void>
  /** There is a network for what was registered with this tag. */
  sync: (tag: string) => Promise<void>
}

/** Opens the tools for the worker of an origin; the page may be any of its browser. */
export async function openDevtools(page: Page, origin: string): Promise<Devtools> {
  const session = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted)
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const of = { origin, registrationId: await found }
  return {
    push: async (message) => {
      await session.send('ServiceWorker.deliverPushMessage', { ...of, data: JSON.stringify(message) })
    },
    sync: async (tag) => {
      await session.send('ServiceWorker.dispatchSyncEvent', { ...of, tag, lastChance: false })
    },
  }
}
