import { useEffect, useEffectEvent } from 'react'
import { isTyping } from '../../base/page/keys.ts'
import type { Step } from './floorSelection.ts'

export const arrows: Record<string, Step | undefined> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** Hears the keys of the floor, wherever the focus is; `onKey` tells whether a key was one of its own. */
export function useFloorKeys(onKey: (key: string) => boolean): void {
  const press = useEffectEvent(onKey)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, repeat, ctrlKey, metaKey, altKey } = event
      if (ctrlKey || metaKey || altKey || isTyping(event)) return
      // A key that is held down moves on, but prints once.
      if (repeat && !arrows[key]) return
      if (press(key.length === 1 ? key.toLowerCase() : key)) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}
