/** Keys of the keyboard and what they do. */
type Keys = {
  /** Pressed together, such as Ctrl and K; or one after the other, such as g and p. */
  keys: readonly string[]
  what: string
}

/** The keys of one place. `at` finds it in the page: where there is none, they do nothing. */
export type KeyGroup = { where: string; at?: string; keys: readonly Keys[] }

/** What a letter does with the selected rows, or with the row in focus. Its button has it as `aria-keyshortcuts`. */
export const actKeys = { assign: 'a', status: 's', print: 'p' } as const

const row = '[data-row]'

/** The keys of a list and its search box. */
export const listKeys: KeyGroup = {
  where: 'In a list',
  at: row,
  keys: [
    { keys: ['/'], what: 'Search this list' },
    { keys: ['Esc'], what: 'Empty the search' },
    { keys: ['Enter'], what: 'In the search: open the only hit' },
    { keys: ['j'], what: 'Next row' },
    { keys: ['k'], what: 'Previous row' },
    { keys: ['Enter'], what: 'Open the row' },
    { keys: ['x'], what: 'Select the row' },
    { keys: ['Shift', 'j'], what: 'Select down to the next row' },
    { keys: ['Shift', 'k'], what: 'Select up to the previous row' },
    { keys: ['Shift', 'click'], what: 'Select all rows in between' },
    { keys: ['Tab'], what: 'From selected rows to their actions' },
    { keys: ['Esc'], what: 'Clear the selection' },
  ],
}

/** The letters of lists of orders. */
export const orderKeys: KeyGroup = {
  where: 'With orders',
  at: `${row} [href^="/order/"]`,
  keys: [
    { keys: [actKeys.assign], what: 'Assign' },
    { keys: [actKeys.status], what: 'Change status' },
    { keys: [actKeys.print], what: 'Print' },
  ],
}

/** The keys of RecordNavigation. */
export const recordKeys: KeyGroup = {
  where: 'On the page of an order or a customer',
  at: '[data-record]',
  keys: [
    { keys: ['j'], what: 'Next in the list' },
    { keys: ['k'], what: 'Previous in the list' },
    { keys: ['e'], what: 'Edit the order' },
  ],
}
