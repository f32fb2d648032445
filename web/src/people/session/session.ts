import type { Output } from '@our-print/contract/endpoint.ts'
import type { signIn, signOut } from '@our-print/contract/people/session.ts'
import { send, setUnauthorizedHandler } from '../../base/api/call.ts'
import { keepViewer, type Role } from '../../base/api/role.ts'
import { holdViewer, noteViewer, releaseViewer, useViewer } from '../../base/api/useViewer.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'
import { hasUnsavedInput } from '../../base/page/unsavedInput.ts'

/** Tells the other tabs that the person wants to leave: what is typed there goes, too. */
const signingOut = 'signing_out'
let isSigningOut = false

// Another tab signed in or out, or read what the person may do now.
window.addEventListener('storage', ({ key }) => {
  if (key === 'token') isSigningOut = false
  if (key === signingOut) isSigningOut = true
  if (isSigningOut) releaseViewer()
  else showViewer()
})

setUnauthorizedHandler(() => {
  if (localStorage.getItem('token') === null) return
  void clear()
  showViewer()
})

/**
 * Without a token the sign-in is shown, as the specification says. Where something is typed it comes over the page instead, and
 * in place of it once the person leaves that: see SignInAgain.
 */
function showViewer() {
  if (localStorage.getItem('token') === null && hasUnsavedInput()) holdViewer()
  else noteViewer()
}

/** The role of the signed-in user, or null. */
export const useRole = (): Role | null => {
  const viewer = useViewer()
  return viewer === null || viewer === 'admin' ? viewer : 'staff'
}
/** The id of the signed-in user. */
export const signedInId = () => localStorage.getItem('id') ?? ''

/** Stores the sign-in response under the names that the specification gives. */
export function startSession({ token, user }: Output<typeof signIn>) {
  keepViewer(user.is_superuser, user.abilities)
  localStorage.setItem('id', user.id)
  // Last, since other tabs look when it is there.
  localStorage.setItem('token', `Token ${token}`)
  noteViewer()
}

/** The screen that the address of the sign-in names. Only a path of this app: no redirects to other sites. */
export function pathAfterSignIn(search: URLSearchParams): string {
  const path = search.get('return_to') ?? ''
  const { origin } = window.location
  // As a browser reads it, without tabs and line breaks: two slashes that meet then begin the name of another site.
  const isOwn = path.startsWith('/') && URL.canParse(path, origin) && new URL(path, origin).origin === origin
  return isOwn ? path : '/'
}

/** Ends the session in the browser and, if it can be reached, on the server. */
export async function endSession() {
  if (localStorage.getItem('token') !== null) {
    await send<typeof signOut>({ method: 'POST', url: '/api/logout' }, {}).catch(() => undefined)
  }
  localStorage.setItem(signingOut, 'yes')
  await clear()
}

/** Signs out and reloads the app, so that no data of the last user stay in memory. */
export async function signOutHere() {
  await endSession()
  window.history.replaceState(null, '', '/login')
  window.location.reload()
}

/** Clears everything except what belongs to the device. */
async function clear() {
  const preferences = Object.entries(localStorage).filter(([key]) => key.startsWith(preferencesPrefix))
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of preferences) localStorage.setItem(key, String(value))
  // Signing in needs neither. What has kept answers or keys on this device has loaded its file, so it is there without a network.
  await Promise.allSettled([
    import('../../base/device/kept.ts').then(({ forgetKept }) => forgetKept()),
    import('../../base/device/sealing.ts').then(({ forgetKeys }) => forgetKeys()),
  ])
}
