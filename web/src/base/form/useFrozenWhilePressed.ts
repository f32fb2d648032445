import { useState } from 'react'
import { createStore } from '../createStore.ts'

let pressed = false
let release: ReturnType<typeof setTimeout> | undefined
const store = createStore()

function setPressed(next: boolean): void {
  if (pressed === next) return
  pressed = next
  store.notify()
}

function releaseAfter(ms: number): void {
  clearTimeout(release)
  release = setTimeout(setPressed, ms, false)
}

function watchPointer(): void {
  addEventListener(
    'pointerdown',
    () => {
      clearTimeout(release)
      setPressed(true)
    },
    true,
  )
  // The click comes right after the release; on touch screens in a separate task. A drag or a scroll has
  // none.
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => releaseAfter(100), true)
  addEventListener('click', () => releaseAfter(0))
}

watchPointer()

/**
 * The value, not updated while a mouse button or finger is down. Otherwise leaving a field by pressing a button would
 * show the field's error between press and release: the button moves, and the click is lost.
 */
export function useFrozenWhilePressed<T>(value: T): T {
  const isPressed = store.use(() => pressed)
  const [shown, setShown] = useState(value)
  if (!isPressed && !Object.is(shown, value)) setShown(value)
  return isPressed ? shown : value
}
