import { updatePassword } from '@our-print/contract/people/session.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { UpdatePasswordPage } from './UpdatePasswordPage.tsx'

async function send(reply: ReturnType<typeof answer>) {
  renderPage(<UpdatePasswordPage />, [reply])
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Current password'), 'the old one')
  await user.type(screen.getByLabelText('New password'), 'Password1!')
  await user.type(screen.getByLabelText('Repeat new password'), 'Password1!')
  await user.click(screen.getByRole('button', { name: 'Update password' }))
}

test('a guessable password shows an error below its field', async () => {
  const message = 'This password is too easy to guess'
  await send(refuse(updatePassword, 400, { errors: [{ message, context: { key: 'new_password' } }] }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(message)
})

test('after too many wrong passwords the waiting time is shown', async () => {
  const message = 'Too many attempts. Try again in 5 seconds.'
  await send(refuse(updatePassword, 429, { message }))
  expect(await screen.findByRole('alert')).toHaveTextContent(message)
})
