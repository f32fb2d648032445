import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ToastHost } from './ToastHost.tsx'
import { toast } from './toast.ts'

function Page() {
  const [open, setOpen] = useState<readonly string[]>(['Vouchers'])
  const close = () => setOpen(open.slice(0, -1))
  return (
    <>
      {open.map((title) => (
        <Dialog
          key={title}
          title={title}
          onClose={close}
          actions={<Button onClick={() => setOpen([...open, 'Discard?'])}>Ask</Button>}
        />
      ))}
      <ToastHost />
    </>
  )
}

const dialog = (name: string) => within(screen.getByRole('dialog', { name }))

test('a message can be used in front of the topmost dialog, and stays when that closes', async () => {
  const user = userEvent.setup()
  const undo = vi.fn<() => void>()
  render(<Page />)
  act(() => toast.success('Voucher deleted', { undo }))
  expect(dialog('Vouchers').getByRole('status')).toHaveTextContent('Voucher deleted')
  await user.click(screen.getByRole('button', { name: 'Ask' }))
  expect(dialog('Discard?').getByRole('status')).toBeVisible()
  await user.keyboard('{Escape}')
  expect(dialog('Vouchers').getByRole('status')).toBeVisible()
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByRole('status')).toBeNull()
})

test('a fourth message takes the place of the oldest', () => {
  render(<ToastHost />)
  for (const number of [1, 2, 3, 4]) act(() => toast.success(`Message ${number}`))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toEqual([
    'Message 2',
    'Message 3',
    'Message 4',
  ])
  act(() => toast.clear())
  expect(screen.queryByRole('status')).toBeNull()
})
