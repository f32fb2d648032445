import { endStaffSessions, listStaffSessions, type Session } from '@our-print/contract/people/sessions.ts'
import {
  createStaff,
  handOver,
  listStaff,
  resetStaffPassword,
  type StaffUser,
  updateStaff,
} from '@our-print/contract/people/staff.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { ravi } from '../../../test/user.ts'
import { StaffUsersPage } from './StaffUsersPage.tsx'
import { suggestPassword } from './SuggestPassword.tsx'

const staff = answer(listStaff, page([ravi]))

type User = ReturnType<typeof userEvent.setup>

/** Pasted, as typing is slow in a form that is checked with every key. */
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

test('a staff user is created with a suggested password', async () => {
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

test('a taken email shows an error below its field, and what was typed stays', async () => {
  const user = userEvent.setup()
  const message = 'This email is taken already'
  const problem = { message, errors: [{ message, context: { key: 'email' } }] }
  renderPage(<StaffUsersPage />, [staff, refuse(createStaff, 409, problem)])
  const dialog = await fillIn(user)
  await enter(user, dialog.getByLabelText('Password'), 'ravi delivers daily')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getAllByText(message)).toHaveLength(1))
  expect(dialog.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText<HTMLInputElement>('Full name').value).toBe('Meena Das')
})

test('suggested passwords can be read out and differ', () => {
  const passwords = Array.from({ length: 200 }, suggestPassword)
  expect(new Set(passwords).size).toBe(200)
  for (const password of passwords) {
    expect(password).toMatch(/^([a-z]{4}-){4}[2-9]{2}$/)
    expect(new Set(password.split('-')).size).toBe(5)
  }
})

const meena: StaffUser = {
  ...ravi,
  id: '01900000-0000-7000-8000-00000000000d',
  full_name: 'Meena Das',
  open_orders: 0,
}

async function choose(user: User, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('a staff user with open orders is deactivated after their orders are handed over', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StaffUsersPage />, [
    answer(listStaff, page([ravi, meena])),
    answer(handOver, { moved: 3 }),
    answer(updateStaff, { ...ravi, is_active: false }),
  ])
  await choose(user, 'Ravi Kumar', 'Deactivate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Ravi Kumar?' }))
  expect(dialog.getByText(/Ravi Kumar holds 3 open orders/)).toBeDefined()
  await user.click(dialog.getByRole('combobox', { name: 'Hand over to' }))
  await screen.findByRole('option', { name: /Meena Das/ })
  expect(screen.queryByRole('option', { name: /Ravi Kumar/ })).toBeNull()
  await user.click(screen.getByRole('option', { name: /Meena Das/ }))
  await user.click(dialog.getByRole('button', { name: 'Hand over and deactivate' }))
  await screen.findByText('3 orders handed over, Ravi Kumar is deactivated')
  const sent = calls.filter(({ method }) => method !== 'GET').map(({ url, body }) => [url.pathname, body])
  expect(sent).toEqual([
    [`/api/staff_users/${ravi.id}/handover/`, { to: meena.id }],
    [`/api/staff_users/${ravi.id}/`, { is_active: false, version: 1 }],
  ])
})

test('a staff user who is assigned an order meanwhile is not deactivated, and handing over is offered', async () => {
  const user = userEvent.setup()
  renderPage(<StaffUsersPage />, [
    answer(listStaff, page([meena])),
    refuse(updateStaff, 409, { code: 'holds_orders', message: 'Meena Das still holds 1 open order.' }),
  ])
  await choose(user, 'Meena Das', 'Deactivate')
  const question = within(await screen.findByRole('dialog', { name: 'Deactivate Meena Das?' }))
  await user.click(question.getByRole('button', { name: 'Deactivate' }))
  await screen.findByRole('button', { name: 'Hand over and deactivate' })
})

test('orders that were handed over are told also where the deactivation is refused then', async () => {
  const user = userEvent.setup()
  renderPage(<StaffUsersPage />, [
    answer(listStaff, page([ravi, meena])),
    answer(handOver, { moved: 3 }),
    refuse(updateStaff, 409, { code: 'holds_cash', message: 'Ravi Kumar still has cash in hand.' }),
  ])
  await choose(user, 'Ravi Kumar', 'Deactivate')
  const dialog = within(await screen.findByRole('dialog', { name: 'Deactivate Ravi Kumar?' }))
  await user.click(dialog.getByRole('combobox', { name: 'Hand over to' }))
  await user.click(await screen.findByRole('option', { name: /Meena Das/ }))
  await user.click(dialog.getByRole('button', { name: 'Hand over and deactivate' }))
  expect(await dialog.findByText('Ravi Kumar still has cash in hand.')).toBeVisible()
  expect(screen.getByText('3 orders handed over')).toBeVisible()
})

test('before a clerk is deactivated it is said what ends with them', async () => {
  const user = userEvent.setup()
  const clerk = { ...meena, ability_set: meena.id, ability_set_data: { id: meena.id, name: 'Desk' } }
  renderPage(<StaffUsersPage />, [answer(listStaff, page([clerk]))])
  await choose(user, 'Meena Das', 'Deactivate')
  expect(await screen.findByText(/API keys and webhooks that they made end/)).toBeVisible()
})

test('after a conflict a staff user is deactivated only once the changes were shown', async () => {
  const user = userEvent.setup()
  const moved = { ...meena, mobile: '+919000000077', version: 5 }
  let overtaken = true
  const { calls } = renderPage(<StaffUsersPage />, [
    answer(listStaff, () => page([overtaken ? meena : moved])),
    {
      ...answer(updateStaff, moved),
      reply: (call) => {
        const first = overtaken
        overtaken = false
        return (
          first ? refuseStale(updateStaff, moved) : answer(updateStaff, { ...moved, is_active: false })
        ).reply(call)
      },
    },
  ])
  await choose(user, 'Meena Das', 'Deactivate')
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Deactivate Meena Das?' })).getByRole('button', {
      name: 'Deactivate',
    }),
  )
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Meena Das was changed while you were here' }),
  )
  expect(dialog.getByText('Mobile: +919000000001 → +919000000077')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Deactivate' }))
  await screen.findByText('Meena Das is deactivated and signed out')
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { is_active: false, version: meena.version },
    { is_active: false, version: 5 },
  ])
})

test('a new password is suggested and shown, to be passed on', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StaffUsersPage />, [staff, answer(resetStaffPassword, null)])
  await choose(user, 'Ravi Kumar', 'Reset password')
  const dialog = within(await screen.findByRole('dialog', { name: 'Reset password of Ravi Kumar' }))
  expect(dialog.getByText(/give it to them/)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Suggest' }))
  const password = dialog.getByLabelText<HTMLInputElement>('New password').value
  await user.click(dialog.getByRole('button', { name: 'Reset password' }))
  await screen.findByText('Password of Ravi Kumar reset')
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ password })
})

test('an update sends the typed fields with the version', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StaffUsersPage />, [
    staff,
    answer(updateStaff, { ...ravi, full_name: 'Ravi K' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Edit Ravi Kumar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Ravi Kumar' }))
  await user.clear(dialog.getByLabelText('Full name'))
  await user.paste('Ravi K')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Ravi K saved')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ full_name: 'Ravi K', version: 1 })
})

test('staff users cannot deactivate themselves', async () => {
  const me = {
    ...ravi,
    id: '01900000-0000-7000-8000-000000000001',
    full_name: 'Asha Rao',
    is_superuser: true,
  }
  renderPage(<StaffUsersPage />, [answer(listStaff, page([me]))])
  await screen.findByRole('button', { name: 'Edit Asha Rao' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull())
})

test('a super admin sees where a staff user is signed in, and signs them out everywhere', async () => {
  const user = userEvent.setup()
  const session: Session = {
    id: '01900000-0000-7000-8000-0000000000e1',
    device: 'Firefox on Linux',
    address: '203.0.113.7',
    created_at: '2026-09-18T10:00:00Z',
    used_at: '2026-09-18T11:00:00Z',
    is_current: false,
  }
  let sessions = [session]
  const { calls } = renderPage(<StaffUsersPage />, [
    staff,
    answer(listStaffSessions, () => sessions),
    answer(endStaffSessions, null),
  ])
  await choose(user, 'Ravi Kumar', 'Sessions')
  const dialog = within(await screen.findByRole('dialog', { name: 'Sessions of Ravi Kumar' }))
  expect(await dialog.findByText('Firefox on Linux')).toBeVisible()
  sessions = []
  await user.click(dialog.getByRole('button', { name: 'End all' }))
  expect(await dialog.findByText('Ravi Kumar is not signed in anywhere.')).toBeVisible()
  expect(calls.find(({ method }) => method === 'DELETE')?.url.pathname).toBe(
    `/api/staff_users/${ravi.id}/sessions/`,
  )
})
