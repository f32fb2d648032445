import { languageCookie, type OfficeLanguage } from '@our-print/contract/customer/languages.ts'

/** Browsers keep a cookie no longer: 400 days, in seconds. */
const longestAge = 34_560_000
const longestWaitMs = 20_000
const longestAnswerMs = 3_000

/**
 * Opens this page in another language, and every page of this device from now on. The server sends another build for it; where
 * the app is kept on the device, that one is fetched first.
 */
export async function chooseLanguage(language: OfficeLanguage): Promise<void> {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${longestAge}; samesite=lax`
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = await workers?.getRegistration()
  const isReady = registration && (await takeBuild(registration).catch(() => false))
  if (!isReady && workers?.controller) await tellToAskServer(workers.controller)
  window.location.reload()
}

/**
 * Tells the worker to ask the server for the next page, and waits until it has heard: the browser may ask it for that page
 * before it has the message. A worker of an older version does not answer.
 */
const tellToAskServer = (worker: ServiceWorker) =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    setTimeout(resolve, longestAnswerMs)
    worker.postMessage('ask the server', [port2])
  })

/**
 * Whether the service worker of the language is at work now; not where that takes too long, where a file of it did not come, or
 * where there is no network. It is when it is activated: a page that is asked for earlier may wait for minutes (Chromium 153).
 */
async function takeBuild(registration: ServiceWorkerRegistration): Promise<boolean> {
  await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return false
  return new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs, false)
    const look = () => {
      if (worker.state === 'installed') worker.postMessage('take over', [])
      if (worker.state === 'activated') resolve(true)
      if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
