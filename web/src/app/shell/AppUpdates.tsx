import { useEffect } from 'react'
import { setOutdatedHandler } from '../../base/api/call.ts'
import { toast } from '../../base/feedback/toast.ts'
import { noteNewVersion, readMs } from './newVersion.ts'

/** So late that it takes nothing from the first screens. */
const startMs = 5_000
const lookAgainMs = 60 * 60_000

/** Keeps the app on the device, and says when a new version of it has come. Draws nothing itself. */
export default function AppUpdates() {
  useEffect(() => {
    let stop = () => {}
    const timer = setTimeout(() => {
      linkManifest()
      stop = keepApp()
    }, startMs)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  useEffect(() => {
    const wasRenewed = sessionStorage.getItem(renewed) !== null
    let isOld = false
    setOutdatedHandler(() => {
      if (!isOld) void renew(wasRenewed)
      isOld = true
    })
    if (wasRenewed && !isOld) {
      sessionStorage.removeItem(renewed)
      toast.success('Our Print was updated')
    }
    return () => setOutdatedHandler(() => {})
  }, [])
  return null
}

/** With it the browser offers to install the app. In index.html it would be a request of each first visit. */
function linkManifest(): void {
  if (document.querySelector('link[rel=manifest]')) return
  for (const [rel, href] of [
    ['manifest', '/manifest.webmanifest'],
    ['apple-touch-icon', '/icons/apple-180.png'],
  ] as const)
    document.head.append(Object.assign(document.createElement('link'), { rel, href }))
}

/** Undefined where the browser keeps no workers, also if it knows the name. */
const hasWorkers = () => (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined

/** Registers the service worker, and looks for a newer one now and then. Where browsers have none, nothing is kept. */
function keepApp(): () => void {
  if (!hasWorkers()) return () => {}
  const stopping = new AbortController()
  const { signal } = stopping
  const follow = (registration: ServiceWorkerRegistration) => {
    // The first one of a browser waits for nobody.
    const look = () => noteNewVersion(navigator.serviceWorker.controller && registration.waiting)
    look()
    registration.addEventListener(
      'updatefound',
      () => registration.installing?.addEventListener('statechange', look, { signal }),
      { signal },
    )
    const update = () => {
      if (document.visibilityState === 'visible') registration.update().catch(() => undefined)
    }
    document.addEventListener('visibilitychange', update, { signal })
    const timer = setInterval(update, lookAgainMs)
    signal.addEventListener('abort', () => clearInterval(timer))
  }
  // Without it the app works as before, with the network.
  navigator.serviceWorker.register('/sw.js').then(
    // Where workers are blocked, some browsers answer with nothing.
    (registration: ServiceWorkerRegistration | undefined) => {
      if (registration && !signal.aborted) follow(registration)
    },
    () => undefined,
  )
  return () => stopping.abort()
}

/** Kept for the tab that has loaded itself again because it was too old. */
const renewed = 'renewed'

/** The server refuses this page: it is loaded again without what is kept. What was typed is asked about first, as at any leave. */
async function renew(wasRenewed: boolean): Promise<void> {
  toast.failure('Our Print was updated', 'This page is too old for it and is loaded again.')
  // The server has the same old page: loading it again and again would not help.
  if (wasRenewed) return
  sessionStorage.setItem(renewed, 'yes')
  await new Promise((resolve) => setTimeout(resolve, readMs))
  if (hasWorkers()) await navigator.serviceWorker.getRegistration().then((one) => one?.unregister())
  window.location.reload()
}
