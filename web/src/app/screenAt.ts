import type { Viewer } from '../base/api/role.ts'
import { matchPath, type Params } from '../base/router/matchPath.ts'
import { isNear, notAllowed, type Screen, screens, unknownAddress } from './screens.ts'
import { screensOf } from './screensOf.ts'

const publicScreens = screens.filter(({ access }) => access === 'public')

/** The screen at an address, and what its pattern names of it; undefined where one has to sign in first. */
export function screenAt(
  pathname: string,
  viewer: Viewer | null,
): { screen: Screen; params: Params } | undefined {
  const own = find(pathname, [...publicScreens, ...(viewer ? screensOf(viewer) : [])])
  if (own || !viewer) return own
  // To delivery staff the screens of the office do not exist.
  const other = viewer === 'staff' ? undefined : find(pathname, screens)?.screen
  if (!other) return { screen: unknownAddress, params: {} }
  const of = other.access === 'admin' && other.by ? 'abilities' : other.access
  return { screen: { ...notAllowed, props: { of } }, params: {} }
}

function find(pathname: string, among: readonly Screen[]): { screen: Screen; params: Params } | undefined {
  for (const screen of among) {
    const params = isNear(screen, pathname) && matchPath(screen.path, pathname)
    if (params) return { screen, params }
  }
  return undefined
}
