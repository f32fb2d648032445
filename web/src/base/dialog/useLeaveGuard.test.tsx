import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { Link, Router } from '../router/router.tsx'
import { ConfirmProvider } from './ConfirmDialog.tsx'
import { useLeaveGuard } from './useLeaveGuard.ts'

function Form({ unsaved, beside = false }: { unsaved: boolean; beside?: boolean }) {
  useLeaveGuard(unsaved, { beside })
  return (
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="?query=ink">Search</Link>
    </>
  )
}

const open = (unsaved: boolean, beside = false) =>
  render(
    <ConfirmProvider>
      <Router>
        <Form unsaved={unsaved} beside={beside} />
      </Router>
    </ConfirmProvider>,
  )

const answerWith = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
}

const closing = () => {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

beforeEach(() => {
  window.history.pushState({ at: 0 }, '', '/before')
  window.history.pushState({ at: 1 }, '', '/form')
})

test('a link asks before unsaved input is lost', async () => {
  open(true)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await answerWith('Stay')
  expect(window.location.pathname).toBe('/form')
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await answerWith('Leave')
  expect(window.location.pathname).toBe('/elsewhere')
})

test('Back asks, too', async () => {
  open(true)
  window.history.back()
  await answerWith('Stay')
  expect(window.location.pathname).toBe('/form')
  window.history.back()
  await answerWith('Leave')
  await waitFor(() => expect(window.location.pathname).toBe('/before'))
})

test('searching the list next to a form, or Back there, does not leave the form', async () => {
  open(true, true)
  await userEvent.click(screen.getByRole('link', { name: 'Search' }))
  expect(window.location.search).toBe('?query=ink')
  window.history.back()
  await waitFor(() => expect(window.location.search).toBe(''))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await answerWith('Stay')
  expect(window.location.pathname).toBe('/form')
})

test('without unsaved input nothing is asked', async () => {
  open(false)
  expect(closing()).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(window.location.pathname).toBe('/elsewhere')
})

test('closing the tab asks while the form is open', () => {
  const { unmount } = open(true)
  expect(closing()).toBe(true)
  unmount()
  expect(closing()).toBe(false)
})
