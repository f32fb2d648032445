import { languageCookie, type OfficeLanguage } from '@our-print/contract/customer/languages.ts'

/** Browsers keep a cookie no longer: 400 days, in seconds. */
const longestAge = 34_560_000
const longestWaitMs = 20_000
const heardMs = 3_000

/**
 * Opens this page in another language, and every page of this device from now on. The server sends another build for it; where
 * the app is kept on the device, that one is fetched first.
 */
export async function chooseLanguage(language: OfficeLanguage): Promise<void> {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${longestAge}; samesite=lax`
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = await workers?.getRegistration()
  if (workers && registration && !(await takeBuild(workers, registration).catch(() => false)))
    await tell(workers.controller, 'ask the server')
  window.location.reload()
}

/** Tells the worker, and waits until it has heard: the page that is opened next may reach it before. One of before says nothing. */
const tell = (worker: ServiceWorker | null, message: string) =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => resolve())
    port1.start()
    setTimeout(resolve, worker ? heardMs : 0)
    worker?.postMessage(message, [port2])
  })

/**
 * Whether the service worker of the language is at work now; not where that takes too long, where a file of it did not come, or
 * where there is no network.
 */
async function takeBuild(
  workers: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
): Promise<boolean> {
  await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return false
  return new Promise((resolve) => {
    setTimeout(resolve, longestWaitMs, false)
    workers.addEventListener('controllerchange', () => resolve(true), { once: true })
    const look = () => {
      if (worker.state === 'installed') worker.postMessage('take over', [])
      if (worker.state === 'redundant') resolve(false)
    }
    worker.addEventListener('statechange', look)
    look()
  })
}
