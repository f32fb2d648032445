import { signIn } from '@our-print/contract/people/session.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { SignInPage } from './SignInPage.tsx'

const asha = {
  id: '01900000-0000-7000-8000-00000000000a',
  email: 'asha@shop.in',
  full_name: 'Asha',
  is_superuser: true,
}

const show = (answers: Parameters<typeof renderPage>[1], path = '/login') =>
  renderPage(<SignInPage />, answers, { path, route: '/login', role: null })

async function fill(email: string, password: string) {
  const user = userEvent.setup()
  if (email) await user.type(screen.getByLabelText('Email'), email)
  if (password) await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Login' }))
  return user
}

test('both fields are required before anything is sent', async () => {
  const { calls } = show([])
  expect(
    screen.getByText('Forgot your password? Whoever manages the staff can give you a new one.'),
  ).toBeVisible()
  const user = await fill('', '')
  expect(screen.getAllByText('This field is Required')).toHaveLength(2)
  expect(calls).toEqual([])
  await user.type(screen.getByLabelText('Email'), 'a')
  expect(screen.getAllByText('This field is Required')).toHaveLength(1)
})

test('a field left empty shows its error before Login is pressed', async () => {
  show([])
  const user = userEvent.setup()
  expect(screen.queryByText('This field is Required')).toBeNull()
  await user.click(screen.getByLabelText('Email'))
  await user.tab()
  expect(screen.getAllByText('This field is Required')).toHaveLength(1)
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This field is Required')
  await user.tab()
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This field is Required')
})

test('an error that appears does not move the button during a press', async () => {
  show([])
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Password'))
  await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Login' }) })
  expect(screen.getByLabelText('Password')).not.toHaveAccessibleDescription()
  await user.pointer('[/MouseLeft]')
  await waitFor(() => expect(screen.getAllByText('This field is Required')).toHaveLength(2))
})

test('the password can be shown', async () => {
  show([])
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text')
})

test('signing in stores token, id and is_superuser and opens the next screen', async () => {
  const { location, calls } = show(
    [answer(signIn, { token: 'secret', user: asha })],
    '/login?return_to=%2Forder%2F7',
  )
  await fill('asha@shop.in', 'correct horse')
  await waitFor(() => expect(location()).toBe('/order/7'))
  expect(calls[0]?.body).toEqual({ email: 'asha@shop.in', password: 'correct horse' })
  expect(localStorage.getItem('token')).toBe('Token secret')
  expect(localStorage.getItem('id')).toBe(asha.id)
  expect(localStorage.getItem('is_superuser')).toBe('true')
})

test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/\t/evil.example'])(
  'after signing in, %s is not opened',
  (path) => {
    const { location } = renderPage(<SignInPage />, [], {
      path: `/login?return_to=${encodeURIComponent(path)}`,
      route: '/login',
    })
    expect(location()).toBe('/')
  },
)

test('a 400 shows its messages at the fields', async () => {
  const errors = [{ message: 'This is not an email address', context: { key: 'email' } }]
  show([refuse(signIn, 400, { errors })])
  await fill('asha', 'x')
  expect(await screen.findByText('This is not an email address')).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('This is not an email address')
})

test.each([422, 429, 500])('a %i shows the server’s message in a snackbar', async (status) => {
  show([refuse(signIn, status, { message: `Refused with ${status}` })])
  await fill('asha@shop.in', 'wrong')
  expect(await screen.findByRole('alert')).toHaveTextContent(`Refused with ${status}`)
  expect(localStorage.getItem('token')).toBeNull()
})
