import { useSyncExternalStore } from 'react'

/** The widths at which screens change, in px: a phone, a narrow desk, room for everything. Style sheets write them out. */
const widths = { phone: 600, desk: 960, roomy: 1280 }

/** Whether the window is at least this wide: a number of px, or one of the widths of the product. */
export function useMinWidth(least: keyof typeof widths | number): boolean {
  const query = `(min-width: ${typeof least === 'number' ? least : widths[least]}px)`
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => window.matchMedia(query).matches,
  )
}

/** Whether this is as narrow as a phone. */
export const usePhone = () => !useMinWidth('phone')
