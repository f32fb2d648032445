import type { Output } from '@our-print/contract/endpoint.ts'
import type { signIn, signOut } from '@our-print/contract/people/session.ts'
import { send, setUnauthorizedHandler } from '../../base/api/call.ts'
import type { Role } from '../../base/api/role.ts'
import { createStore } from '../../base/createStore.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'

const store = createStore()

// Another tab signed in or out.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === 'token' || key === 'is_superuser') store.notify()
})

setUnauthorizedHandler(() => {
  if (localStorage.getItem('token') === null) return
  clear()
  store.notify()
})

/** The role of the signed-in user, or null. */
export const readRole = (): Role | null => {
  if (!localStorage.getItem('token')) return null
  return localStorage.getItem('is_superuser') === 'true' ? 'admin' : 'staff'
}

export const useRole = (): Role | null => store.use(readRole)

/** The id of the signed-in user. */
export const signedInId = () => localStorage.getItem('id') ?? ''

/** Stores the sign-in response under the names that the specification gives. */
export function startSession({ token, user }: Output<typeof signIn>) {
  localStorage.setItem('token', `Token ${token}`)
  localStorage.setItem('id', user.id)
  localStorage.setItem('is_superuser', String(user.is_superuser))
  store.notify()
}

/** The screen that the address of the sign-in names. Only a path of this app: no redirects to other sites. */
export function pathAfterSignIn(search: URLSearchParams): string {
  const path = search.get('return_to')
  return path && /^\/(?![/\\])/.test(path) ? path : '/'
}

/** The role in the profile replaces the role of the sign-in response. */
export function correctRole(is_superuser: boolean) {
  if (localStorage.getItem('is_superuser') === String(is_superuser)) return
  localStorage.setItem('is_superuser', String(is_superuser))
  store.notify()
}

/** Ends the session in the browser and, if it can be reached, on the server. */
export async function endSession() {
  if (localStorage.getItem('token') !== null) {
    await send<typeof signOut>({ method: 'POST', url: '/api/logout' }, {}).catch(() => undefined)
  }
  clear()
}

/** Signs out and reloads the app, so that no data of the last user stay in memory. */
export async function signOutHere() {
  await endSession()
  window.history.replaceState(null, '', '/login')
  window.location.reload()
}

/** Clears everything except what belongs to the device. */
function clear() {
  const preferences = Object.entries(localStorage).filter(([key]) => key.startsWith(preferencesPrefix))
  localStorage.clear()
  sessionStorage.clear()
  for (const [key, value] of preferences) localStorage.setItem(key, String(value))
}
