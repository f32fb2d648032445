import type { Viewer } from '../../base/api/role.ts'
import { lastListWith } from '../../base/page/lastList.ts'
import { matchPath } from '../../base/router/matchPath.ts'
import { screens } from '../screens.ts'
import { menuOf } from '../screensOf.ts'

/** The place of a screen among these: that of the list it was opened from, else its own. */
export function placeAmong(pathname: string, places: readonly string[]): string | undefined {
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  const screen = screens.find(({ path }) => matchPath(path, opened))
  // What is in no other place is behind the gear.
  const parents = screen?.parent?.split(' ') ?? []
  return screen && [screen.path, ...parents, 'settings'].find((one) => places.includes(one))
}

/** What is lit for a screen: the path of an entry of the side menu, or a menu of the app bar. */
export const placeOf = (pathname: string, viewer: Viewer): string | undefined =>
  placeAmong(pathname, [...menuOf(viewer).map(({ path }) => path), 'account', 'settings'])
