import type { Position } from '@our-print/contract/orders/positions.ts'
import { preferencesPrefix } from '../../base/page/devicePreferences.ts'

/** It outlives a sign-out: who has refused is never asked again on this phone. */
export const refusedKey = `${preferencesPrefix}position refused`

/** A delivery waits no longer for it, nor for the answer to the browser's question. */
export const mostMs = 4000

/** Where the phone is; undefined where that is refused, unknown, or takes too long. */
export const positionNow = () =>
  new Promise<Position | undefined>((resolve) => {
    const none = () => resolve(undefined)
    if (!('geolocation' in navigator) || localStorage.getItem(refusedKey)) return none()
    setTimeout(none, mostMs)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) => resolve({ latitude, longitude, accuracy }),
      ({ code, PERMISSION_DENIED }) => {
        if (code === PERMISSION_DENIED) localStorage.setItem(refusedKey, 'true')
        none()
      },
      { enableHighAccuracy: true, maximumAge: 30_000 },
    )
  })
