import { lastListWith } from '../../base/page/lastList.ts'
import { matchPath } from '../../base/router/matchPath.ts'
import { screens } from '../screens.ts'

/** The entry of the side menu where a screen belongs: that of the list it was opened from, else its own. */
export function placeOf(pathname: string, entries: readonly { path: string }[]): string | undefined {
  const places = entries.map(({ path }) => path)
  const opened = lastListWith(pathname)?.to.split('?')[0] ?? pathname
  const parents = screens.find(({ path }) => matchPath(path, opened))?.parent
  return `${opened} ${parents}`.split(' ').find((one) => places.includes(one))
}
