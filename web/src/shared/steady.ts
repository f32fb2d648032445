import type { MouseEvent } from 'react'

// What cannot be reached by Tab belongs to a field and minds the focus itself.
const buttonOf = ({ target }: MouseEvent) =>
  (target as HTMLElement).closest<HTMLElement>('button:not([tabindex="-1"]), [type=radio]')

/**
 * For a form: a click on a button leaves the field before it only once the mouse is let go. Left any sooner, what that
 * field then says would move the button from under the mouse, and the click would be lost.
 */
export const steady = {
  onMouseDown: (event: MouseEvent) => {
    if (buttonOf(event)) event.preventDefault()
  },
  onClickCapture: (event: MouseEvent) => buttonOf(event)?.focus(),
}
