import { listStaff, type StaffUser } from '@our-print/contract/people/staff.ts'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { expect, test } from 'vitest'
import { answer, type Call, refuse, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { StaffPicker } from './StaffPicker.tsx'

const person = (id: string, full_name: string): StaffUser => ({
  id,
  full_name,
  email: `${id}@example.com`,
  mobile: '+919000000001',
  is_superuser: false,
  is_active: true,
  ability_set: null,
  ability_set_data: null,
  open_orders: 0,
  delivered: 0,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
})
const everyone = [person('a', 'Arjun Das'), person('r', 'Ravi Kumar')]

const find = ({ url }: Call) => {
  const searchText = (url.searchParams.get('query') ?? '').toLowerCase()
  const results = everyone.filter(({ full_name }) => full_name.toLowerCase().includes(searchText))
  return { count: results.length, next: null, previous: null, results }
}

function Form({ assigned_user = '' }: { assigned_user?: string }) {
  const form = useForm({ defaultValues: { assigned_user } })
  return (
    <FormProvider {...form}>
      <StaffPicker name="assigned_user" current={{ id: 'a', full_name: 'Arjun Das' }} />
      <output>{useWatch({ control: form.control, name: 'assigned_user' })}</output>
    </FormProvider>
  )
}

test('Enter right after typing chooses by the typed text, not from the previous results', async () => {
  const user = userEvent.setup()
  renderPage(<Form />, [answer(listStaff, find)])
  await user.click(screen.getByRole('combobox', { name: 'Delivery staff' }))
  await screen.findByRole('option', { name: /Arjun Das/ })
  await user.keyboard('ravi{Enter}')
  expect(screen.getByRole('status').textContent).toBe('r')
})

test('the current staff user is shown in the field, and all others are offered', async () => {
  const user = userEvent.setup()
  renderPage(<Form assigned_user="a" />, [answer(listStaff, find)])
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Delivery staff' })
  expect(field.value).toBe('Arjun Das')
  await user.click(field)
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2))
})

test('without results it says where staff users are created', async () => {
  renderPage(<Form />, [answer(listStaff, find)])
  await typeAtOnce(screen.getByRole('combobox'), 'zzz')
  await screen.findByText('No staff user found')
  expect(screen.getByRole('link', { name: 'Staff Users' }).getAttribute('href')).toBe('/staff_users')
})

test('an error is shown in place of the names', async () => {
  const user = userEvent.setup()
  renderPage(<Form />, [refuse(listStaff, 503, { message: 'The database is busy.' })])
  await user.click(screen.getByRole('combobox'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Staff could not be loaded. The database is busy.',
  )
})
