import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Router } from '../router/router.tsx'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

const keys = vi.fn<() => void>()
const left = vi.fn<() => void>()

/** A form whose dialog has a field, and a question over it. */
function Page({ autoFocus = false }: { autoFocus?: boolean }) {
  const [open, setOpen] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => setOpen(false)
  return (
    <Router>
      <form role="presentation" onKeyDown={keys}>
        <Button onClick={() => setOpen(true)}>Open</Button>
        {open && (
          <Dialog
            title="New user"
            subtitle="A customer"
            onClose={close}
            actions={<Button onClick={() => setAsking(true)}>Ask</Button>}
          >
            <input aria-label="Name" autoFocus={autoFocus} onBlur={left} />
          </Dialog>
        )}
        {asking && (
          <Dialog
            title="Discard?"
            onClose={() => setAsking(false)}
            actions={<Button onClick={() => setAsking(false)}>Keep</Button>}
          />
        )}
      </form>
    </Router>
  )
}

async function openDialog(autoFocus?: boolean) {
  const user = userEvent.setup()
  keys.mockReset()
  left.mockReset()
  // As the app runs during development: effects run twice.
  render(
    <StrictMode>
      <Page {...(autoFocus && { autoFocus })} />
    </StrictMode>,
  )
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return user
}

const dialog = (name: string) => screen.queryByRole('dialog', { name })

test('it has the focus itself, and no field is left by that', async () => {
  await openDialog()
  expect(dialog('New user')).toContainElement(document.activeElement as HTMLElement)
  expect(screen.getByLabelText('Name')).not.toHaveFocus()
  expect(left).not.toHaveBeenCalled()
})

test('a field that wants the focus has it', async () => {
  await openDialog(true)
  expect(screen.getByLabelText('Name')).toHaveFocus()
  expect(left).not.toHaveBeenCalled()
})

test('Escape closes the topmost one, its keys are not for what is behind, and the focus goes back', async () => {
  const user = await openDialog()
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  await user.keyboard('{Escape}')
  expect(dialog('Discard?')).toBeNull()
  expect(screen.getByRole('button', { name: 'Ask' })).toHaveFocus()
  await user.keyboard('{Escape}')
  expect(dialog('New user')).toBeNull()
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
  expect(keys).not.toHaveBeenCalled()
})

test('what closes something smaller in it by Escape keeps it open', async () => {
  const user = await openDialog(true)
  const field = screen.getByLabelText('Name')
  field.addEventListener('keydown', (event) => event.preventDefault())
  await user.keyboard('{Escape}')
  expect(dialog('New user')).toBeVisible()
})

test('a press beside it closes it, one that began inside does not', async () => {
  await openDialog()
  const shown = dialog('New user') as HTMLElement
  fireEvent.pointerDown(screen.getByLabelText('Name'))
  fireEvent.click(shown)
  expect(dialog('New user')).toBeVisible()
  fireEvent.pointerDown(shown)
  fireEvent.click(shown)
  expect(dialog('New user')).toBeNull()
})
