/** The keys of every list, for the sheet of all keys. */
export const listKeys = [
  { keys: ['/'], does: 'Search this list' },
  { keys: ['Enter'], in: 'search', does: 'Open the only row that is found' },
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['Enter'], does: 'Open the row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['Shift', 'click'], does: 'Select all rows in between' },
] as const
