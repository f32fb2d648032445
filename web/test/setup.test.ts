import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'

test('frames come also after a test whose clock stood while something changed', async () => {
  const button = document.createElement('button')
  document.body.append(button)
  button.focus()
  // What came before has been drawn.
  await new Promise((drawn) => requestAnimationFrame(drawn))
  await new Promise((drawn) => requestAnimationFrame(drawn))
  vi.useFakeTimers()
  button.className = 'pressed'
  vi.useRealTimers()
  const drawn = vi.fn<() => void>()
  requestAnimationFrame(drawn)
  await expect.poll(() => drawn).toHaveBeenCalledTimes(1)
  button.remove()
})

test('a timer that outlives its page does nothing', async () => {
  const run = vi.fn()
  setTimeout(run, 1)
  vi.stubGlobal('window', undefined)
  await sleep(20)
  vi.unstubAllGlobals()
  expect(run).not.toHaveBeenCalled()
  setTimeout(run, 1, 'given')
  await vi.waitFor(() => expect(run).toHaveBeenCalledWith('given'))
})
