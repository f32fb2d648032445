import type { KeyGroup } from './keys.ts'

/** The keys of a list and its search box. */
export const listKeys: KeyGroup = {
  where: 'In a list',
  keys: [
    { keys: ['/'], what: 'Search this list' },
    { keys: ['Esc'], what: 'Empty the search' },
    { keys: ['Enter'], what: 'In the search: open the only hit' },
    { keys: ['j'], what: 'Next row' },
    { keys: ['k'], what: 'Previous row' },
    { keys: ['Enter'], what: 'Open the row' },
    { keys: ['x'], what: 'Select the row' },
    { keys: ['Shift', 'click'], what: 'Select all rows in between' },
  ],
}
