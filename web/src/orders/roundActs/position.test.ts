import { afterEach, expect, test, vi } from 'vitest'
import { mostMs, positionNow, refusedKey } from './position.ts'

type Ask = Geolocation['getCurrentPosition']
const askWith = (ask: Ask) => {
  const getCurrentPosition = vi.fn<Ask>(ask)
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  return getCurrentPosition
}
const refuseWith =
  (code: number): Ask =>
  (_, failed) =>
    failed?.({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError)
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('says where the phone is, and nothing else of it', async () => {
  const coords = { latitude: 12.9, longitude: 77.5, accuracy: 8, speed: 3, heading: 90 }
  askWith((done) => done({ coords } as unknown as GeolocationPosition))
  expect(await positionNow()).toEqual({ latitude: 12.9, longitude: 77.5, accuracy: 8 })
})

test('who refuses is never asked again on this phone; without a signal the next delivery asks', async () => {
  const away = askWith(refuseWith(2))
  expect([await positionNow(), await positionNow()]).toEqual([undefined, undefined])
  expect(away).toHaveBeenCalledTimes(2)
  const refused = askWith(refuseWith(1))
  expect([await positionNow(), await positionNow()]).toEqual([undefined, undefined])
  expect(refused).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem(refusedKey)).toBe('true')
})

test('a delivery does not wait for an answer that does not come', async () => {
  vi.useFakeTimers()
  askWith(() => undefined)
  const asked = positionNow()
  await vi.advanceTimersByTimeAsync(mostMs)
  expect(await asked).toBeUndefined()
})

test('a browser that knows no positions is not asked', async () => {
  vi.stubGlobal('navigator', {})
  expect(await positionNow()).toBeUndefined()
})
