/** Keys of the keyboard and what they do. */
export type Keys = {
  /** Pressed together, such as Ctrl and K. */
  keys: readonly string[]
  does: string
}

/** All keys of the app, by where they work. The sheet of keys shows this table; whoever adds a key adds a line here. */
export const keyTable: readonly { where: string; keys: readonly Keys[] }[] = [
  {
    where: 'Everywhere',
    keys: [
      { keys: ['Mod', 'K'], does: 'Find anything' },
      { keys: ['?'], does: 'Show these keys' },
      { keys: ['Esc'], does: 'Close what is open' },
    ],
  },
  {
    where: 'In a list',
    keys: [
      { keys: ['/'], does: 'Search this list' },
      { keys: ['Esc'], does: 'Empty the search' },
    ],
  },
  {
    where: 'In Find anything',
    keys: [
      { keys: ['↑'], does: 'Previous' },
      { keys: ['↓'], does: 'Next' },
      { keys: ['Home'], does: 'First' },
      { keys: ['End'], does: 'Last' },
      { keys: ['Enter'], does: 'Open' },
      { keys: ['Mod', 'Enter'], does: 'Open in a new tab' },
    ],
  },
]

/** What the key is called on this device: Mod is Ctrl, on Apple's keyboards ⌘. */
export const keyName = (key: string) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)
