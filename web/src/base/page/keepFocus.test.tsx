import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Link, Router, useLocation } from '../router/router.tsx'
import { FocusKeeper, focusHeading, keepFocus } from './FocusKeeper.tsx'

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

test('another screen has the focus on its heading, however late effects come', async () => {
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((work) => {
    // Before React's passive effects, as in a browser whose machine is busy.
    queueMicrotask(() => work(0))
    return 0
  })
  const screenOf = (title: string) => (
    <>
      <a href="/back">Back</a>
      <h1>{title}</h1>
    </>
  )
  window.history.replaceState(null, '', '/')
  const Screens = () => (
    <main>
      {useLocation().pathname === '/order' ? screenOf('Order') : <Files />}
      <Link to="/order">Order</Link>
    </main>
  )
  render(
    <Router>
      <FocusKeeper />
      <Screens />
    </Router>,
  )
  act(() => screen.getByRole('button', { name: 'Save' }).focus())
  Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', false)
  try {
    screen.getByRole('link', { name: 'Order' }).click()
    await expect.poll(focusedText).toBe('Order')
  } finally {
    Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
    frames.mockRestore()
  }
})
