/** Keys of the keyboard and what they do. */
type Keys = {
  /** Pressed together, such as Ctrl and K. */
  keys: readonly string[]
  what: string
}

/** The keys of one place. */
export type KeyGroup = { where: string; keys: readonly Keys[] }

/** What the key is called on this device: Mod is Ctrl, on Apple's keyboards ⌘. */
export const keyName = (key: string) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

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

/** The keys of RecordNavigation. */
export const recordKeys: KeyGroup = {
  where: 'On the page of an order or a customer',
  keys: [
    { keys: ['j'], what: 'Next in the list' },
    { keys: ['k'], what: 'Previous in the list' },
  ],
}

/** Whether a key belongs to a field or a dialog, so that it is no command of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=true], dialog') !== null
