import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The other tests have toasts that stay.
const { closeLater } = await vi.importActual<typeof import('./closeLater.ts')>('./closeLater.ts')

const undo = document.createElement('button')
const toast = document.createElement('div')
const close = vi.fn<() => void>()
let stop = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  toast.append(undo)
  document.body.append(toast)
  close.mockReset()
  stop = closeLater(toast, close)
})
afterEach(() => {
  stop()
  toast.remove()
})

test('a toast closes after five seconds', () => {
  vi.advanceTimersByTime(4_900)
  expect(close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(close).toHaveBeenCalled()
})

test('it waits while its Undo has the focus', () => {
  vi.advanceTimersByTime(3_000)
  undo.focus()
  vi.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
  undo.blur()
  vi.advanceTimersByTime(2_000)
  expect(close).toHaveBeenCalled()
})

test('it waits while the pointer is on it', () => {
  // jsdom has no pointer.
  const matches = vi.spyOn(toast, 'matches').mockImplementation((selector) => selector.includes(':hover'))
  vi.advanceTimersByTime(60_000)
  expect(close).not.toHaveBeenCalled()
  matches.mockRestore()
  vi.advanceTimersByTime(5_000)
  expect(close).toHaveBeenCalled()
})
