/** In place of the service worker where it is switched off. Pages that are open go on: they are not loaded again. */
export const forgetEverything = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`
