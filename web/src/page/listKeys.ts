import type { KeyGroup } from './keys.ts'

/** The keys of a list and its search box. */
export const listKeys: KeyGroup = {
  where: 'In a list',
  keys: [
    { keys: ['/'], what: 'Search this list' },
    { keys: ['Esc'], what: 'Empty the search' },
  ],
}
