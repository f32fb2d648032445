import type { Viewer } from '../../base/api/role.ts'
import type { KeyGroup } from '../../base/page/keyGroups.ts'
import { screensOf } from '../screensOf.ts'

/** Where g and a letter lead. A letter may be another screen for each role. */
const letters: readonly (readonly [string, string])[] = [
  ['d', '/dashboard'],
  ['n', '/new_order'],
  ['p', '/pending_orders'],
  ['a', '/assigned_orders'],
  ['o', '/out_for_delivery_orders'],
  ['c', '/completed_orders'],
  ['t', '/total_orders'],
  ['r', '/round'],
  ['u', '/users'],
  ['s', '/staff_users'],
  ['l', '/leads'],
  ['f', '/floor'],
  ['q', '/print_queue'],
  ['x', '/scan'],
  ['v', '/vouchers'],
  ['b', '/bin'],
  [',', '/configuration'],
]

const goalsOf = (viewer: Viewer) =>
  letters.flatMap(([letter, path]) => {
    const screen = screensOf(viewer).find((one) => one.path === path)
    return screen ? [{ letter, title: screen.title, to: path + (screen.menu?.query ?? '') }] : []
  })

/** The address that g and this letter lead to. */
export const goalOf = (viewer: Viewer, letter: string) =>
  goalsOf(viewer).find((one) => one.letter === letter)?.to

/** The keys of a role, for the sheet of keys. */
export const goKeysOf = (viewer: Viewer): KeyGroup => ({
  where: 'Go to a screen',
  keys: goalsOf(viewer).map(({ letter, title }) => ({ keys: ['g', letter], what: title })),
})
