import type { Position } from '@our-print/contract/orders/positions.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'

/** It outlives a sign-out: who has refused is never asked again on this phone. */
export const refusedKey = `${preferencesPrefix}position refused`

/** A delivery waits no longer for it, nor for the answer to the browser's question. */
export const mostMs = 4000

/** Where the phone is; undefined where that is refused, unknown, or takes too long. */
export function positionNow(): Promise<Position | undefined> {
  if (!('geolocation' in navigator) || localStorage.getItem(refusedKey)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), mostMs)
    const done = (position?: Position) => {
      clearTimeout(timer)
      resolve(position)
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => done({ latitude, longitude, accuracy }),
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) localStorage.setItem(refusedKey, 'true')
        done()
      },
      { enableHighAccuracy: true, timeout: mostMs, maximumAge: 30_000 },
    )
  })
}
