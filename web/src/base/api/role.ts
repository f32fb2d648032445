import type { Ability } from '@our-print/contract/people/abilities.ts'

/** Who is signed in: a super admin or a staff user. */
export type Role = 'admin' | 'staff'

/** The same with what a staff user may do besides, as text: two of them are compared, and kept between two visits. */
export type Viewer = Role | `with ${string}`

const kept = 'abilities'

/** Who is signed in as far as this browser knows; the server says so again with each profile. */
export function readViewer(): Viewer | null {
  if (!localStorage.getItem('token')) return null
  if (localStorage.getItem('is_superuser') === 'true') return 'admin'
  const own = localStorage.getItem(kept)
  return own ? `with ${own}` : 'staff'
}

/** Keeps who is signed in; false if it is known already. */
export function keepViewer(isSuperuser: boolean, may: readonly Ability[] = []): boolean {
  const before = readViewer()
  localStorage.setItem('is_superuser', String(isSuperuser))
  localStorage.removeItem(kept)
  if (may.length > 0) localStorage.setItem(kept, may.join())
  return readViewer() !== before
}
