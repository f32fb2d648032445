import { createClient, getClient, updateClient } from '@our-print/contract/rewards/clients.ts'
import { listVoucherGroups } from '@our-print/contract/rewards/vouchers.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { client } from '../../../test/client.ts'
import { answer, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { toast } from '../../base/feedback/toast.ts'
import { companyUrl } from '../vouchers/companyUrl.ts'
import { ClientFormPage } from './ClientFormPage.tsx'

// jsdom does not have scrollIntoView.
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn<() => void>()
})

const show = (path: string, answers: Parameters<typeof renderPage>[1] = []) =>
  renderPage(<ClientFormPage />, [answer(getClient, client), ...answers], {
    path,
    route: '/client_companies/:viewType',
  })

const fill = async (fields: Record<string, string>) => {
  const user = userEvent.setup()
  for (const [label, text] of Object.entries(fields)) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  await user.click(screen.getByRole('button', { name: 'Save' }))
}

const sent = (calls: { method: string; body: unknown }[]) =>
  Object.fromEntries(calls.find(({ method }) => method === 'POST')?.body as FormData)

test('a new company is sent as a form, with its address as fields and as JSON', async () => {
  const { calls, location } = show('/client_companies/create', [answer(createClient, client)])
  expect(screen.getByRole('heading', { name: 'Create New Client Company' })).toBeVisible()
  await fill({})
  // Name, phone, client type, state, city and pin code; the country has a default.
  await waitFor(() => expect(screen.getAllByText('This field is Required')).toHaveLength(6))
  await fill({
    Name: 'Chai Point',
    Phone: 'ring me',
    'Client type': 'gold',
    State: 'Maharashtra',
    City: 'Pune',
    Pincode: 'PIN',
  })
  expect(await screen.findByText('A phone number has digits only')).toBeVisible()
  expect(screen.getByText('This must be a number')).toBeVisible()
  expect(screen.getByText('Digits only')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(0)
  await fill({ Phone: '98', Pincode: '41' })
  expect(await screen.findByText('A phone number has 6 to 15 digits after its country code')).toBeVisible()
  expect(screen.getByText('A pin code has 3 to 12 digits')).toBeVisible()
  // The day is the last field typed, and Save is clicked at once, twice.
  const success = vi.spyOn(toast, 'success')
  const joined = screen.getByLabelText('Joined on')
  joined.focus()
  fireEvent.change(joined, { target: { value: '1/2/2026' } })
  const user = userEvent.setup()
  const again = { Phone: '98450 12345', 'Client type': '2', Pincode: '411001' }
  for (const [label, text] of Object.entries(again)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
  }
  await user.dblClick(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(location()).toBe('/client_companies'))
  expect(success).toHaveBeenCalledOnce()
  expect(sent(calls)).toMatchObject({
    name: 'Chai Point',
    contact: '9845012345',
    client_type: '2',
    is_advertisible: 'false',
    address: '{"city":"Pune","state":"Maharashtra","country":"India","pincode":"411001"}',
    pincode: '411001',
    joined_on: '2026-02-01',
  })
})

describe('editing', () => {
  test('reads the company by its id, and sends the version that was seen', async () => {
    const { calls, location } = show(companyUrl({ ...client, name: 'Old name' }), [
      answer(updateClient, client),
    ])
    expect(await screen.findByLabelText('Name')).toHaveValue('Chai Point')
    expect(screen.getByRole('heading', { name: 'Edit' })).toBeVisible()
    await fill({ City: 'Nashik' })
    await waitFor(() => expect(location()).toBe('/client_companies'))
    expect(sent(calls)).toMatchObject({ city: 'Nashik', version: '1' })
    expect(calls.find(({ method }) => method === 'POST')?.url.searchParams.get('client_id')).toBe(client.id)
  })

  test('a conflict shows what others changed and keeps what was typed', async () => {
    let now = client
    show(companyUrl(client), [refuseStale(updateClient, () => now)])
    await screen.findByLabelText('Name')
    now = { ...client, potential: 'Low', version: 2 }
    await fill({ City: 'Nashik' })
    expect(await screen.findByText('Potential: High → Low')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }))
    expect(screen.getByLabelText('City')).toHaveValue('Nashik')
    expect(screen.getByLabelText(/Potential/)).toHaveValue('Low')
  })

  test('a refused save shows the server’s message in the banner and keeps what was typed', async () => {
    const message = 'The server is busy. Please try again in a moment.'
    show(companyUrl(client), [refuse(updateClient, 503, { message })])
    await screen.findByLabelText('Name')
    await fill({ City: 'Nashik' })
    expect(await screen.findByText('Something went wrong — please try again!')).toBeVisible()
    expect(screen.getByText(message)).toBeVisible()
    expect(screen.getByLabelText('City')).toHaveValue('Nashik')
  })

  test.each(['', '?companyInfo=%7Bbroken', '?companyInfo=null', '?companyInfo=%7B%22id%22%3A%22x%22%7D'])(
    'a broken address says so: %s',
    async (query) => {
      show(`/client_companies/edit${query}`)
      expect(await screen.findByText('This link is not complete')).toBeVisible()
      expect(screen.getByRole('link', { name: 'All companies' })).toHaveAttribute('href', '/client_companies')
    },
  )

  test('a company whose vouchers are gone says so in a banner, which can be closed', async () => {
    const none = { count: 0, next: null, previous: null, results: [] }
    show(companyUrl(client), [answer(listVoucherGroups, none)])
    await userEvent.click(await screen.findByRole('button', { name: 'Vouchers' }))
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent('This client has no vouchers!')
    await userEvent.click(within(alert).getByRole('button', { name: 'Close' }))
    expect(screen.queryByText('This client has no vouchers!')).toBeNull()
  })

  test('a company that does not exist shows a message', async () => {
    show(companyUrl(client), [refuse(getClient, 404, { code: 'not_found' })])
    expect(await screen.findByText('Company not found')).toBeVisible()
  })
})
