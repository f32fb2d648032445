/** What the key is called on this device: Mod is Ctrl, on Apple's keyboards ⌘. */
export const keyName = (key: string) => (key === 'Mod' ? (isApple() ? '⌘' : 'Ctrl') : key)

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** Whether a key belongs to a field or a dialog, so that it is no command of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest(
    'input:not([type=checkbox]), textarea, select, [contenteditable=true], dialog, [role=menu]',
  ) !== null

/** Keys that are typed into a field, or while a dialog or menu is open, are not for the page. */
export const isBusy = (event: KeyboardEvent) =>
  isTyping(event) || document.querySelector('dialog, [role=menu], [role=listbox]') !== null
