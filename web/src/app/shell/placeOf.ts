import { lastListWith } from '../../base/page/lastList.ts'
import { matchPath } from '../../base/router/matchPath.ts'
import { screens } from '../screens.ts'

/**
 * Where a screen belongs: the entry of the side menu, of which the list it was opened from comes first, or the button of the
 * app bar whose menu leads to it.
 */
export function placeOf(pathname: string, entries: readonly { path: string }[]): string | undefined {
  const places = ['Settings', 'Account', ...entries.map(({ path }) => path)]
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  if (places.includes(opened)) return opened
  const parents = screens.find(({ path }) => matchPath(path, opened))?.parent ?? ''
  return parents.split(' ').find((parent) => places.includes(parent))
}
