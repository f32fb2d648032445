// Web Push of this browser: the part that only a browser can do.

/** Why this device cannot be told anything; undefined where it can. */
export async function whyNoPush(): Promise<string | undefined> {
  if (
    !(
      (navigator.serviceWorker as ServiceWorkerContainer | undefined) &&
      'PushManager' in window &&
      'Notification' in window
    )
  )
    return 'This browser shows no notices of an app that is closed. On an iPhone, add Our Print to the home screen and open it there.'
  if (!(await navigator.serviceWorker.getRegistration()))
    return 'The app is not kept on this device, so nothing can be told here. Reload the page, or ask whether the shop has switched this off.'
  if (Notification.permission === 'denied')
    return 'This browser does not allow notices from this site. Allow them in its settings.'
  return undefined
}

/** The subscription of this browser, if it has one with the server’s present key. */
export async function currentSubscription(publicKey: string): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  const key = subscription?.options.applicationServerKey
  return subscription && key && toBase64Url(key) === publicKey ? subscription : undefined
}

/** Subscribes this browser, after its own question. Throws a sentence where it does not. */
export async function subscribe(publicKey: string): Promise<PushSubscription> {
  const registration = await navigator.serviceWorker.getRegistration()
  if (!registration || (await Notification.requestPermission()) !== 'granted')
    throw new Error('This browser does not allow notices from this site. Allow them in its settings.')
  // One with an older key is in the way of a new one.
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** What the server needs to know of a subscription. */
export function addressOf(subscription: PushSubscription) {
  const key = (name: PushEncryptionKeyName) => toBase64Url(subscription.getKey(name) ?? new ArrayBuffer(0))
  return { endpoint: subscription.endpoint, keys: { p256dh: key('p256dh'), auth: key('auth') } }
}

const toBase64Url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
