import { signIn } from '@our-print/contract/people/session.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { answer, refuse, stubServer } from '../../test/renderPage.tsx'
import { FirstSignIn } from './FirstSignIn.tsx'

const asha = {
  id: '01900000-0000-7000-8000-00000000000a',
  email: 'asha@shop.in',
  full_name: 'Asha',
  is_superuser: true,
}

async function show(reply: ReturnType<typeof answer>) {
  stubServer([reply])
  const user = userEvent.setup()
  const onSignedIn = vi.fn()
  const loadApp = vi.fn(async () => undefined)
  render(<FirstSignIn loadApp={loadApp} onSignedIn={onSignedIn} />)
  await user.type(screen.getByLabelText('Email'), 'asha@shop.in')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  return { user, onSignedIn, loadApp }
}

test('the app starts after signing in, and nothing can be sent twice meanwhile', async () => {
  const { onSignedIn } = await show(answer(signIn, { token: 'secret', user: asha }))
  await expect.poll(() => onSignedIn).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Login' })).toBeDisabled()
  expect(document.title).toBe('Sign in · Our Print')
})

test('the app is loaded while the form is filled in', async () => {
  const { loadApp } = await show(refuse(signIn, 422, {}))
  await expect.poll(() => loadApp).toHaveBeenCalledTimes(1)
})

test('a refusal is shown without the app, and can be dismissed', async () => {
  const { user, onSignedIn } = await show(refuse(signIn, 422, { message: 'Wrong email or password' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Wrong email or password')
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(onSignedIn).not.toHaveBeenCalled()
})
