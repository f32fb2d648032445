import type { Output } from '@our-print/contract/endpoint.ts'
import type { signIn, signOut } from '@our-print/contract/session.ts'
import { useSyncExternalStore } from 'react'
import { send, setUnauthorizedHandler } from '../api/call.ts'
import type { Role } from '../api/role.ts'

const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

// Another tab signed in or out.
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === 'token' || key === 'is_superuser') changed()
})

setUnauthorizedHandler(() => {
  if (localStorage.getItem('token') === null) return
  clear()
  changed()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readRole = (): Role | null => {
  if (!localStorage.getItem('token')) return null
  return localStorage.getItem('is_superuser') === 'true' ? 'admin' : 'staff'
}

/** The role of whoever is signed in here, or null. */
export const useRole = (): Role | null => useSyncExternalStore(subscribe, readRole)

/** The id of whoever is signed in here. */
export const signedInId = () => localStorage.getItem('id') ?? ''

/** Keeps what sign-in answered, under the names the specification gives. */
export function startSession({ token, user }: Output<typeof signIn>) {
  localStorage.setItem('token', `Token ${token}`)
  localStorage.setItem('id', user.id)
  localStorage.setItem('is_superuser', String(user.is_superuser))
  changed()
}

/** The server's word on the role wins over what sign-in said. */
export function correctRole(is_superuser: boolean) {
  if (localStorage.getItem('is_superuser') === String(is_superuser)) return
  localStorage.setItem('is_superuser', String(is_superuser))
  changed()
}

/** Ends the session here and, where it can be reached, on the server. */
export async function endSession() {
  if (localStorage.getItem('token') !== null) {
    await send<typeof signOut>({ method: 'POST', url: '/api/logout' }, {}).catch(() => undefined)
  }
  clear()
}

/** Signs out and begins anew, so that nothing of the last person stays in memory. */
export async function signOutHere() {
  await endSession()
  window.history.replaceState(null, '', '/login')
  window.location.reload()
}

/** Everything goes but the choice between light and dark, which belongs to the screen, not to the person. */
function clear() {
  const mode = localStorage.getItem('mui-mode')
  localStorage.clear()
  if (mode === 'light' || mode === 'dark') localStorage.setItem('mui-mode', mode)
}
