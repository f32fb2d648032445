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
