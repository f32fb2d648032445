import type { Ability } from '@our-print/contract/people/abilities.ts'
import type { Viewer } from '../base/api/role.ts'
import { seesShop, viewerCan } from '../base/api/viewerCan.ts'
import { type MenuEntry, type Screen, screens } from './screens.ts'

/** The first screen after signing in: the work itself for who has no dashboard of the shop. */
export function homeOf(viewer: Viewer): string {
  if (viewerCan(viewer, 'prices') || viewer === 'staff') return '/dashboard'
  if (viewerCan(viewer, 'orders') || viewerCan(viewer, 'assign')) return '/pending_orders'
  return viewerCan(viewer, 'floor') ? '/floor' : '/dashboard'
}

const namesIn = (text: string) => text.split(' ').filter(Boolean) as Ability[]

const isOpenTo = (viewer: Viewer, by = '', all = '') =>
  namesIn(by).some((each) => viewerCan(viewer, each)) && namesIn(all).every((each) => viewerCan(viewer, each))

/**
 * The screens of a person. With abilities a staff user has those of super admins that these open, in place of their own
 * at the same address.
 */
export function screensOf(viewer: Viewer): Screen[] {
  if (viewer === 'admin' || viewer === 'staff')
    return screens.filter(({ access }) => access === viewer || access === 'both')
  const opened = screens.filter((one) => one.access === 'admin' && isOpenTo(viewer, one.by, one.with))
  const taken = new Set(opened.map(({ path }) => path))
  return screens.filter(
    (one) =>
      one.access === 'both' || opened.includes(one) || (one.access === 'staff' && !taken.has(one.path)),
  )
}

/** Those in the side menu. Who sees all orders has no lists of only their own in it. */
export const menuOf = (viewer: Viewer): (Screen & { menu: MenuEntry })[] =>
  screensOf(viewer).filter((one): one is Screen & { menu: MenuEntry } => {
    const { access, menu } = one
    if (!menu || (access === 'staff' && menu.group && seesShop(viewer))) return false
    return !menu.only || menu.only === viewer || isOpenTo(viewer, menu.by)
  })
