import { createStaff, listStaff, type StaffUser } from '@our-print/contract/staff.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, refuse, renderPage } from '../../test/renderPage.tsx'
import { StaffUsersPage } from './StaffUsersPage.tsx'
import { suggestPassword } from './suggestPassword.ts'

const ravi: StaffUser = {
  id: '01900000-0000-7000-8000-00000000000c',
  full_name: 'Ravi Kumar',
  email: 'ravi@example.com',
  mobile: '+919000000001',
  is_superuser: false,
  is_active: true,
  open_orders: 3,
  delivered: 0,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
}
const staff = answer(listStaff, { count: 1, next: null, previous: null, results: [ravi] })

type User = ReturnType<typeof userEvent.setup>

/** Pasted, because a form that is checked with every key takes its time. */
async function enter(user: User, field: HTMLElement, text: string) {
  await user.click(field)
  await user.paste(text)
}

async function fillIn(user: User) {
  await user.click(screen.getByRole('button', { name: 'New staff user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New staff user' }))
  await enter(user, dialog.getByLabelText('Full name'), 'Meena Das')
  await enter(user, dialog.getByLabelText('Email'), 'meena@example.com')
  await enter(user, dialog.getByLabelText('Mobile'), '+91 90000 00002')
  return dialog
}

test('a staff user is added with a suggested password', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StaffUsersPage />, [
    staff,
    answer(createStaff, { ...ravi, full_name: 'Meena Das', email: 'meena@example.com' }),
  ])
  const dialog = await fillIn(user)
  await user.click(dialog.getByRole('button', { name: 'Suggest' }))
  const password = dialog.getByLabelText<HTMLInputElement>('Password').value
  expect(dialog.getByText(password).tagName).toBe('CODE')
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe(password)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Meena Das can sign in now as meena@example.com')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    full_name: 'Meena Das',
    email: 'meena@example.com',
    mobile: '+919000000002',
    password,
  })
})

test('a taken email is told under its field, and nothing typed is lost', async () => {
  const user = userEvent.setup()
  const message = 'This email is taken already'
  const problem = { message, errors: [{ message, context: { key: 'email' } }] }
  renderPage(<StaffUsersPage />, [staff, refuse(createStaff, 409, problem)])
  const dialog = await fillIn(user)
  await enter(user, dialog.getByLabelText('Password'), 'ravi delivers daily')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findAllByText(message)).toHaveLength(1)
  expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText<HTMLInputElement>('Full name').value).toBe('Meena Das')
})

test('suggested passwords can be read out, and differ', () => {
  const passwords = Array.from({ length: 200 }, suggestPassword)
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) expect(password).toMatch(/^([a-z]{4}-){4}[2-9]{2}$/)
})
