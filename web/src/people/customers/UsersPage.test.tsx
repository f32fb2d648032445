import { createUser, listCustomerTags, listUsers } from '@our-print/contract/people/customers.ts'
import { tagUsers } from '@our-print/contract/people/tagUsers.ts'
import { type BulkJob, undoBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { UsersPage } from './UsersPage.tsx'

test('customers are searched by typing and filtered by the address', async () => {
  const { calls, location } = renderPage(
    <UsersPage />,
    [answer(listUsers, page([anita, { ...anita, id: 'x', first_name: 'Gone', is_active: false }]))],
    { path: '/users?is_active=nonsense' },
  )
  const row = await screen.findByRole('row', { name: /Anita Hegde/ })
  expect(within(row).getByRole('link', { name: 'Anita Hegde' })).toHaveAttribute('href', `/user/${anita.id}`)
  expect(row.textContent).toContain('120.50')
  expect(screen.getByRole('row', { name: /Gone/ }).textContent).toContain('Inactive')
  expect(row.textContent).not.toContain('Inactive')
  await userEvent.type(screen.getByPlaceholderText('Name, email, mobile'), '90000 00005')
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Active')
  await waitFor(() => expect(location()).toContain('query=90000+00005'))
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])).toEqual({
      limit: '10',
      offset: '0',
      query: '90000 00005',
      is_active: 'true',
    }),
  )
})

test('a page number above the server’s maximum shows an empty page with a link to the first', async () => {
  const { calls } = renderPage(<UsersPage />, [answer(listUsers, { ...page([]), count: 1 })], {
    path: '/users?page=1e30',
  })
  await screen.findByRole('button', { name: 'Go to the first page' })
  const { offset } = listUsers.schema.querystring.parse(
    Object.fromEntries(calls.find(({ url }) => url.pathname === listUsers.url)?.url.searchParams ?? []),
  )
  expect(offset).toBe(99_999_990)
})

test('opening a row before the search starts does not return to the list', async () => {
  const { calls } = renderPage(<UsersPage />, [answer(listUsers, page([anita]))])
  await screen.findByRole('row', { name: /Anita Hegde/ })
  vi.useFakeTimers()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ani' } })
  // The address changes before the new page replaces the list.
  window.history.pushState(null, '', `/user/${anita.id}`)
  onTestFinished(() => window.history.back())
  act(() => void vi.advanceTimersByTime(1000))
  vi.useRealTimers()
  expect(calls.filter(({ url }) => url.searchParams.has('query'))).toEqual([])
})

test('selected customers are tagged, and that is undone', async () => {
  const user = userEvent.setup()
  const undone = { id: 'u', kind: 'customer', action: 'undo', status: 'queued', total: 2 } as BulkJob
  const second = { ...anita, id: '01900000-0000-7000-8000-0000000000f2', first_name: 'Bina' }
  const { calls } = renderPage(<UsersPage />, [
    answer(listUsers, page([anita, second])),
    answer(listCustomerTags, page([{ tag: 'school', customers: 3 }])),
    answer(tagUsers, {
      results: [anita, second].map(({ id }) => ({ id, ok: true, code: null, message: null })),
      bulk_job: second.id,
    }),
    answer(undoBulkJob, undone),
  ])
  // By their names, not by their ids.
  expect(await screen.findByRole('checkbox', { name: /^Select Bina/ })).toBeVisible()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Tag' }))
  const dialog = await screen.findByRole('dialog', { name: 'Tag 2 customers' })
  await user.click(within(dialog).getByRole('button', { name: 'Add the tag' }))
  expect(await within(dialog).findByText('This field is Required')).toBeVisible()
  await typeAtOnce(within(dialog).getByRole('combobox', { name: 'Tag' }), 'Sch')
  await user.click(await screen.findByRole('option', { name: /school/ }))
  await user.click(within(dialog).getByRole('button', { name: 'Add the tag' }))
  await screen.findByText('2 customers tagged school')
  const sent = () => calls.filter(({ method }) => method === 'POST')
  expect(sent().map(({ body }) => body)).toEqual([{ ids: [anita.id, second.id], add: ['school'] }])
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(sent().at(-1)?.url.pathname).toBe(`/api/bulk-jobs/${second.id}/undo/`))
})

test('a tag that nobody got is no success', async () => {
  const user = userEvent.setup()
  const refused = { id: anita.id, ok: false, code: 'too_many', message: 'At most 20 tags' }
  renderPage(<UsersPage />, [
    answer(listUsers, page([anita])),
    answer(listCustomerTags, page([])),
    answer(tagUsers, { results: [refused], bulk_job: null }),
  ])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Tag' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tag 1 customer' }))
  await typeAtOnce(dialog.getByRole('combobox', { name: 'Tag' }), 'vip')
  await user.click(dialog.getByRole('button', { name: 'Add the tag' }))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('0 customers tagged vip')
  expect(alert).toHaveTextContent('At most 20 tags')
})

test('an empty list offers to create a customer', async () => {
  renderPage(<UsersPage />, [answer(listUsers, page([]))])
  await screen.findByText('No Records found')
  expect(screen.getAllByRole('button', { name: 'New user' })).toHaveLength(2)
})

test('for a taken mobile the existing customer is opened, active or not', async () => {
  const message = 'This mobile number is taken already'
  const { location } = renderPage(
    <UsersPage />,
    [
      answer(listUsers, page([{ ...anita, is_active: false }])),
      refuse(createUser, 409, { code: 'taken', message, errors: [{ message, context: { key: 'mobile' } }] }),
    ],
    { path: '/users', route: '/users' },
  )
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'New user' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New user' }))
  await user.click(dialog.getByLabelText('First name'))
  await user.paste('Anita')
  await user.click(dialog.getByLabelText('Mobile'))
  await user.paste('+91 90000 00005')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(message)
  await user.click(await dialog.findByRole('button', { name: 'Open this customer' }))
  await waitFor(() => expect(location()).toBe(`/user/${anita.id}`))
})
