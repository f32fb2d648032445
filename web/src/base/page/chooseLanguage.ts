import { languageCookie, type OfficeLanguage } from '@our-print/contract/customer/languages.ts'

/** Browsers keep a cookie no longer: 400 days, in seconds. */
const longestAge = 34_560_000
const longestWaitMs = 20_000

/**
 * Opens this page in another language, and every page of this device from now on. The server sends another build for it; where
 * the app is kept on the device, that one is fetched first.
 */
export async function chooseLanguage(language: OfficeLanguage): Promise<void> {
  document.cookie = `${languageCookie}=${language}; path=/; max-age=${longestAge}; samesite=lax`
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const registration = await workers?.getRegistration()
  if (workers && registration) await takeBuild(workers, registration).catch(() => undefined)
  window.location.reload()
}

/** Ends when the service worker of the language is at work; also when that takes too long, or there is no network. */
async function takeBuild(workers: ServiceWorkerContainer, registration: ServiceWorkerRegistration) {
  await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return
  await new Promise<void>((resolve) => {
    setTimeout(resolve, longestWaitMs)
    workers.addEventListener('controllerchange', () => resolve(), { once: true })
    const takeOver = () => worker.state === 'installed' && worker.postMessage('take over', [])
    worker.addEventListener('statechange', takeOver)
    takeOver()
  })
}
