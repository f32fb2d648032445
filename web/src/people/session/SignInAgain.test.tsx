import { createUser, listUsers } from '@our-print/contract/people/customers.ts'
import { getProfile, signIn } from '@our-print/contract/people/session.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { useWrite } from '../../base/api/api.ts'
import { endToken } from '../../base/api/call.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { TextInput, useContractForm } from '../../base/form/contractForm.tsx'
import { useProfile } from './profile.ts'
import SignInAgain from './SignInAgain.tsx'
import { useRole } from './session.ts'

const profile = {
  id: '01900000-0000-7000-8000-000000000001',
  email: 'asha@example.in',
  full_name: 'Asha',
  is_superuser: true,
  mobile: null,
  created_at: '2026-01-01T00:00:00.000Z',
}

function NewCustomer() {
  const role = useRole()
  const { data } = useProfile()
  const save = useWrite(createUser, [listUsers])
  const form = useContractForm(createUser.schema.body, {
    defaultValues: { first_name: '', last_name: '', mobile: '' },
  })
  if (!role) return <p>signed out</p>
  return (
    <>
      <p>{data?.email}</p>
      <FormDialog
        title="New customer"
        form={form}
        save={save}
        onClose={() => {}}
        onSubmit={(body) => save.mutate({ body })}
      >
        <TextInput name="first_name" label="First name" />
        <TextInput name="mobile" label="Mobile" />
      </FormDialog>
      <SignInAgain />
    </>
  )
}

/** Types a customer, and sends it with a session that has ended. */
async function sendWithout(signingIn: ReturnType<typeof answer>) {
  // The tests have the same token: of those before, it has ended.
  endToken()
  const unknown = refuse(createUser, 401, { message: 'Please sign in' })
  const view = renderPage(<NewCustomer />, [answer(getProfile, profile), unknown, signingIn])
  const user = userEvent.setup()
  await screen.findByText('asha@example.in')
  await user.type(screen.getByLabelText('First name'), 'Meera')
  await user.type(screen.getByLabelText('Mobile'), '+91 98765 43210')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Sign in to go on' })
  return { ...view, user }
}

const button = (name: string) => screen.getByRole('button', { name })

test('what was being sent when the session ended is still there after signing in again', async () => {
  const { user, calls } = await sendWithout(answer(signIn, { token: 'new', user: profile }))
  expect(screen.queryByText('Please sign in')).toBeNull()
  await user.type(screen.getByLabelText('Password'), 'a long password')
  await user.click(button('Sign in'))
  await waitFor(() => expect(screen.queryByText('Sign in to go on')).toBeNull())
  expect(screen.getByLabelText('First name')).toHaveValue('Meera')
  const [asked] = calls.filter(({ url }) => url.pathname === signIn.url)
  expect(asked?.body).toEqual({ email: 'asha@example.in', password: 'a long password' })
  // The token that the server knows no more is not sent again.
  expect(asked?.headers.get('Authorization')).toBeNull()
  await user.click(button('Save'))
  await waitFor(() => expect(calls.at(-1)?.headers.get('Authorization')).toBe('Token new'))
})

test('a refusal is told at the password, and Leave shows the sign-in', async () => {
  const { user } = await sendWithout(refuse(signIn, 400, { message: 'Unable to log in' }))
  await user.click(button('Sign in'))
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('This field is Required')
  await user.type(screen.getByLabelText('Password'), 'another')
  await user.click(button('Sign in'))
  await waitFor(() =>
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Unable to log in'),
  )
  await user.click(button('Leave'))
  expect(screen.getByText('signed out')).toBeVisible()
  expect(localStorage.getItem('token')).toBeNull()
})

test('while it is asked nobody can leave', async () => {
  const { user } = await sendWithout(hang(signIn))
  await user.type(screen.getByLabelText('Password'), 'a long password{Enter}')
  await waitFor(() => expect(button('Leave')).toBeDisabled())
})
