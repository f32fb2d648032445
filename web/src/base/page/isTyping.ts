/** Whether a key belongs to a field or a dialog, so that it is no command of the page. */
export const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable=true], [role=dialog]') !== null
