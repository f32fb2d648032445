import { restoreBinEntries } from '@our-print/contract/shop/bin.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { Button } from '../ui/Button.tsx'
import { useUndoDelete } from './useUndoDelete.ts'

const ids = [1, 2, 3].map((n) => `01900000-0000-7000-8000-00000000000${n}`)

function Deleting() {
  const showDeleted = useUndoDelete([])
  const deleted = { ids, message: '3 vouchers deleted', undone: '3 vouchers are back' }
  return <Button onClick={() => showDeleted(deleted)}>Delete</Button>
}

test('Undo restores everything that was deleted at once', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<Deleting />, [answer(restoreBinEntries, { restored: 3 })])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('3 vouchers are back')).toBeVisible()
  expect(calls.map(({ body }) => body)).toEqual([{ ids }])
})

test('what cannot be restored says why', async () => {
  const user = userEvent.setup()
  renderPage(<Deleting />, [refuse(restoreBinEntries, 409, { message: 'Another voucher has the code now.' })])
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('It could not be restored.')).toBeVisible()
  expect(screen.getByText('Another voucher has the code now.')).toBeVisible()
})
