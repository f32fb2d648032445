import { useEffectEvent, useLayoutEffect } from 'react'

/** Before the keys of the whole page are heard by anything else, before dialogs keep theirs for themselves, or after all. */
type When = 'first' | 'early' | 'late'

/**
 * Hears the keys of the whole page, from when the caller is drawn and with what it drew last: an effect that comes after
 * drawing would miss keys, or take them for what was there before.
 */
export function useKeyDown(onKey: (event: KeyboardEvent) => void, when: When = 'late'): void {
  const hear = useEffectEvent(onKey)
  useLayoutEffect(() => {
    const place = when === 'first' ? window : document
    const listener = (event: Event) => hear(event as KeyboardEvent)
    const isCapturing = when !== 'late'
    place.addEventListener('keydown', listener, isCapturing)
    return () => place.removeEventListener('keydown', listener, isCapturing)
  }, [when])
}
