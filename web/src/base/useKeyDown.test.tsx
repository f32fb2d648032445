import { fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect, useState } from 'react'
import { expect, test } from 'vitest'
import { useKeyDown } from './useKeyDown.ts'

/** Presses a key as soon as it is drawn, before any effect that follows. */
function Pressing({ name }: { name: string }) {
  const [heard, setHeard] = useState('')
  useKeyDown(({ key }) => setHeard(`${key} at ${name}`))
  useLayoutEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }))
  }, [name])
  return heard
}

test('the first key after drawing is heard, with what is drawn', () => {
  const { rerender } = render(<Pressing name="one" />)
  expect(screen.getByText('one at one')).toBeVisible()
  rerender(<Pressing name="two" />)
  expect(screen.getByText('two at two')).toBeVisible()
})

test('who is gone hears nothing more', () => {
  const keys: string[] = []
  function Hearing() {
    useKeyDown(({ key }) => keys.push(key), 'first')
    return null
  }
  const { unmount } = render(<Hearing />)
  fireEvent.keyDown(document.body, { key: 'a' })
  unmount()
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(keys).toEqual(['a'])
})
