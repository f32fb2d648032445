import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { focusHeading, keepFocus } from './FocusKeeper.tsx'

let stop = () => {}
beforeEach(() => {
  stop = keepFocus()
})
afterEach(() => stop())

function Files({ title = 'Files' }: { title?: string }) {
  const [names, setNames] = useState(['a', 'b', 'c'])
  const [isSaved, setSaved] = useState(false)
  return (
    <main>
      <h1>{title}</h1>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button">Move {name}</button>
            <button type="button" onClick={() => setNames(names.filter((other) => other !== name))}>
              Remove {name}
            </button>
          </li>
        ))}
      </ul>
      <form>
        <button type="submit" disabled={isSaved} onClick={() => setSaved(true)}>
          Save
        </button>
      </form>
      <p>Nothing to press</p>
    </main>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const focusedText = () => document.activeElement?.textContent

test('a control that is removed hands the focus to the same one of the next row, then of the row before', async () => {
  render(<Files />)
  await press('Remove b')
  await waitFor(() => expect(focusedText()).toBe('Remove c'))
  await press('Remove c')
  await waitFor(() => expect(focusedText()).toBe('Remove a'))
  await press('Remove a')
  await waitFor(() => expect(focusedText()).toBe('Save'))
})

test('a form that is sent gives the focus to the heading', async () => {
  render(<Files />)
  await press('Save')
  await waitFor(() => expect(focusedText()).toBe('Files'))
})

test('another screen puts the focus on its heading', async () => {
  const { rerender } = render(<Files />)
  await press('Move a')
  rerender(<Files title="Other files" />)
  window.history.replaceState(null, '', '/other')
  focusHeading()
  await waitFor(() => expect(focusedText()).toBe('Other files'))
})

test('who clicks beside everything keeps the focus nowhere', async () => {
  render(<Files />)
  await press('Move a')
  await userEvent.click(screen.getByText('Nothing to press'))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  expect(document.activeElement).toBe(document.body)
})
