import { createUser, listUsers } from '@our-print/contract/people/customers.ts'
import { getProfile, signIn } from '@our-print/contract/people/session.ts'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { useWrite } from '../../base/api/api.ts'
import { call } from '../../base/api/call.ts'
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
  version: 1,
}

function NewCustomer() {
  const save = useWrite(createUser, [listUsers])
  const form = useContractForm(createUser.schema.body, {
    defaultValues: { first_name: '', last_name: '', mobile: '' },
  })
  return (
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
  )
}

function Screens() {
  const role = useRole()
  const { data } = useProfile()
  if (!role) return <p>signed out</p>
  return (
    <>
      <p>{data?.email}</p>
      <NewCustomer />
      <SignInAgain />
    </>
  )
}

/** Types a customer while the session ends: `other` says what is asked besides. */
async function typeCustomer(...other: ReturnType<typeof answer>[]) {
  const unknown = refuse(createUser, 401, { message: 'Please sign in' })
  const view = renderPage(<Screens />, [answer(getProfile, profile), unknown, ...other])
  const user = userEvent.setup()
  await screen.findByText('asha@example.in')
  await user.type(screen.getByLabelText('First name'), 'Meera')
  await user.type(screen.getByLabelText('Mobile'), '+91 98765 43210')
  return { ...view, user }
}

/** The same, and sends it. */
async function sendWithout(signingIn: ReturnType<typeof answer>) {
  const view = await typeCustomer(signingIn)
  await view.user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByRole('heading', { name: 'Sign in to go on' })
  return view
}

const isAsked = () => screen.queryByText('Sign in to go on') !== null

/** What another tab does to the storage, as this one hears of it. */
const elsewhere = (entries: Record<string, string> | null) =>
  act(async () => {
    if (entries === null) localStorage.clear()
    for (const [key, value] of Object.entries(entries ?? { '': '' })) {
      if (entries !== null) localStorage.setItem(key, value)
      window.dispatchEvent(new StorageEvent('storage', { key: entries === null ? null : key }))
    }
  })

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

test('what is typed outlives that another tab has found the session ended', async () => {
  await typeCustomer()
  await elsewhere(null)
  expect(isAsked()).toBe(true)
  await elsewhere({ is_superuser: 'true', id: profile.id, token: 'Token new' })
  expect(isAsked()).toBe(false)
  expect(screen.getByLabelText('First name')).toHaveValue('Meera')
})

test('where somebody else signs in meanwhile nothing of it is left', async () => {
  await typeCustomer()
  await elsewhere(null)
  await elsewhere({ is_superuser: 'true', id: '01900000-0000-7000-8000-000000000002', token: 'Token new' })
  expect(isAsked()).toBe(false)
  expect(await screen.findByLabelText('First name')).toHaveValue('')
})

test('who signs out in another tab leaves here, too', async () => {
  await typeCustomer()
  await elsewhere({ signing_out: 'yes' })
  await elsewhere(null)
  expect(screen.getByText('signed out')).toBeVisible()
  await elsewhere({ is_superuser: 'true', id: profile.id, token: 'Token new' })
  expect(await screen.findByLabelText('First name')).toHaveValue('')
})

test('an answer to the session before ends nothing', async () => {
  await typeCustomer()
  const late = call(createUser, { body: { first_name: 'A', last_name: '', mobile: '+919876543210' } })
  localStorage.setItem('token', 'Token new')
  await expect(late).rejects.toThrow('Please sign in')
  expect(localStorage.getItem('token')).toBe('Token new')
  expect(isAsked()).toBe(false)
})
