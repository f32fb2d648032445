import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import {
  enterLead,
  getLead,
  type Lead,
  listLeads,
  updateLead,
  winAsCustomer,
} from '@our-print/contract/people/leads.ts'
import { listStaff } from '@our-print/contract/people/staff.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { lead } from '../../../test/lead.ts'
import { answer, page, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { anita } from '../../../test/user.ts'
import { LeadsPage } from './LeadsPage.tsx'

const asha: User = { ...anita, first_name: 'Asha', last_name: 'Menon', mobile: '+919000000009' }

const show = (one: Lead, answers: Parameters<typeof renderPage>[1] = [], path = '/leads') =>
  renderPage(
    <LeadsPage />,
    [
      answer(listLeads, page([one])),
      answer(getLead, one),
      answer(listStaff, page([])),
      answer(listUsers, page<User>([])),
      ...answers,
    ],
    { path, route: '/leads' },
  )

const panel = async (name = lead.name) => within(await screen.findByRole('dialog', { name }))

test('new leads are shown first, each tab requests its status, and a lead opens at its own address', async () => {
  const user = userEvent.setup()
  const { calls, location } = show({ ...lead, follow_up_on: '2026-01-05' })
  const row = await screen.findByRole('row', { name: /Kavya Devi Rao/ })
  expect(calls.find(({ url }) => url.pathname === listLeads.url)?.url.searchParams.get('status')).toBe('new')
  expect(within(row).getByRole('link', { name: '+91 90000 00009' })).toHaveAttribute(
    'href',
    'tel:+919000000009',
  )
  expect(row).toHaveTextContent('5th Jan 2026, overdue')
  await user.click(within(row).getByText('Wedding cards'))
  const dialog = await panel()
  expect(location()).toBe(`/leads?lead=${lead.id}`)
  expect(await dialog.findByText(/Do you deliver to Mysuru/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('link', { name: 'All' }))
  expect(location()).toBe('/leads?status=all')
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.has('status')).toBe(false))
})

test('only changed fields are sent, with the version', async () => {
  const user = userEvent.setup()
  const { calls } = show(lead, [answer(updateLead, lead)], `/leads?lead=${lead.id}`)
  const dialog = await panel()
  await user.click(await dialog.findByRole('radio', { name: 'Contacted' }))
  await user.type(dialog.getByLabelText('Note'), 'Calls back')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Kavya Devi Rao saved')
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({
    status: 'contacted',
    note: 'Calls back',
    version: 1,
  })
})

test('a conflict shows what others changed in a lead and keeps what was typed', async () => {
  const user = userEvent.setup()
  let now: Lead = lead
  const { calls } = show(
    lead,
    [answer(getLead, () => now), refuseStale(updateLead, () => now)],
    `/leads?lead=${lead.id}`,
  )
  const dialog = await panel()
  await user.type(await dialog.findByLabelText('Note'), 'Mine')
  now = { ...lead, status: 'contacted', version: 2 }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Status: New → Contacted')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(dialog.getByRole('radio', { name: 'Contacted' })).toBeChecked()
  expect(dialog.getByLabelText('Note')).toHaveValue('Mine')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({ note: 'Mine', version: 2 }),
  )
})

test('a lead of a customer who was merged is linked to the one who was kept', async () => {
  const user = userEvent.setup()
  const double = { kind: 'customer', id: asha.id, name: 'Asha Menon' } as const
  show(
    { ...lead, doubles: [double] },
    [answer(listUsers, page([{ ...asha, mobile: '+919000000077' }]))],
    `/leads?lead=${lead.id}`,
  )
  await user.click((await panel()).getByRole('button', { name: 'Convert to customer' }))
  const form = await panel('Convert to customer')
  expect(await form.findByRole('button', { name: 'Link to customer' })).toBeVisible()
})

test('a lead becomes a customer with a split name, or is linked to the customer with its mobile', async () => {
  const user = userEvent.setup()
  const double = { kind: 'customer', id: asha.id, name: 'Asha Menon' } as const
  const { calls } = show(
    { ...lead, doubles: [double] },
    [
      answer(listUsers, page([asha])),
      answer(winAsCustomer, { ...lead, status: 'won', user: asha.id, doubles: [double], version: 2 }),
    ],
    `/leads?lead=${lead.id}`,
  )
  const dialog = await panel()
  expect(await dialog.findByRole('link', { name: 'Asha Menon' })).toHaveAttribute('href', `/user/${asha.id}`)
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }))
  const form = await panel('Convert to customer')
  expect(form.getByLabelText('First name')).toHaveValue('Kavya Devi')
  expect(form.getByLabelText(/Last name/)).toHaveValue('Rao')
  await form.findByText(/has this mobile already/)
  await user.click(form.getByRole('button', { name: 'Link to customer' }))
  await screen.findByText(/Linked to Asha Menon/)
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    first_name: 'Kavya Devi',
    last_name: 'Rao',
    mobile: '+919000000009',
  })
  expect(await dialog.findByRole('link', { name: 'Open customer' })).toHaveAttribute(
    'href',
    `/user/${asha.id}`,
  )
  expect(dialog.getByRole('radio', { name: 'Won' })).toBeChecked()
})

test('a lead that is won stays so, whatever status was chosen before, and the note is saved', async () => {
  const user = userEvent.setup()
  const won = { ...lead, status: 'won', user: asha.id, version: 2 } as const
  const { calls } = show(
    lead,
    [answer(listUsers, page([])), answer(winAsCustomer, won), answer(updateLead, won)],
    `/leads?lead=${lead.id}`,
  )
  const dialog = await panel()
  await user.click(await dialog.findByRole('radio', { name: 'Contacted' }))
  await user.type(dialog.getByLabelText('Note'), 'Calls back')
  await user.click(dialog.getByRole('button', { name: 'Convert to customer' }))
  const form = await panel('Convert to customer')
  await user.click(form.getByRole('button', { name: 'Convert to customer' }))
  await dialog.findByRole('link', { name: 'Open customer' })
  expect(dialog.getByRole('radio', { name: 'Won' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(calls.findLast(({ method }) => method === 'PATCH')?.body).toEqual({
      note: 'Calls back',
      version: 2,
    }),
  )
})

test('a lead is entered by hand, with a mobile or an email, and opens', async () => {
  const user = userEvent.setup()
  const { calls, location } = show(lead, [answer(enterLead, lead)])
  await user.click(await screen.findByRole('button', { name: 'New lead' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New lead' }))
  await user.type(dialog.getByLabelText('Name'), 'Kavya Devi Rao')
  await user.type(dialog.getByLabelText('Message'), 'Wedding cards')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('An email address or a mobile number is needed to answer')
  await user.type(dialog.getByLabelText(/Mobile/), '9000000009')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(location()).toBe(`/leads?lead=${lead.id}`))
  const sent = calls.find(({ method, url }) => method === 'POST' && url.pathname === enterLead.url)
  expect(sent?.body).toMatchObject({ name: 'Kavya Devi Rao', message: 'Wedding cards', email: null })
})
