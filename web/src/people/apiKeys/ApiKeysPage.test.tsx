import { type ApiKey, createApiKey, deleteApiKey, listApiKeys } from '@our-print/contract/people/apiKeys.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { ApiKeysPage } from './ApiKeysPage.tsx'

const website: ApiKey = {
  id: '01900000-0000-7000-8000-0000000000a1',
  name: 'Website',
  hint: 'x7Qa',
  scopes: ['orders:read', 'orders:write'],
  requests_per_minute: 600,
  expires_on: '2027-01-31',
  is_expired: false,
  is_valid: true,
  last_used_at: null,
  created_by_data: { id: '01900000-0000-7000-8000-000000000001', full_name: 'Asha Rao', is_active: true },
  created_at: '2026-01-03T10:00:00Z',
}

test('a key is created, shown once and copied', async () => {
  const user = userEvent.setup()
  const key = 'opk_abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqx7Qa'
  const { calls } = renderPage(<ApiKeysPage />, [
    answer(listApiKeys, page([])),
    answer(createApiKey, { ...website, key }),
  ])
  await screen.findByText(/With a key your website or app/)
  await user.click(screen.getAllByRole('button', { name: 'New API key' })[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'New API key' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('Choose at least one scope')).toBeVisible()
  await user.click(dialog.getByLabelText('Name'))
  await user.paste('Website')
  await user.click(dialog.getByRole('checkbox', { name: /Take and change orders/ }))
  await user.click(dialog.getByRole('checkbox', { name: /See orders/ }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const shown = within(await screen.findByRole('dialog', { name: 'Key of Website' }))
  expect(shown.getByText(key)).toBeVisible()
  await user.click(shown.getByRole('button', { name: 'Copy API key' }))
  expect(await navigator.clipboard.readText()).toBe(key)
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'Website',
    scopes: ['orders:read', 'orders:write'],
    expires_on: null,
    requests_per_minute: 600,
  })
  await user.click(shown.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText(key)).toBeNull()
})

test('a key is revoked after a question', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<ApiKeysPage />, [
    answer(
      listApiKeys,
      page([website, { ...website, id: website.id.replace('a1', 'a2'), name: 'Old', is_expired: true }]),
    ),
    answer(deleteApiKey, null),
  ])
  expect(await screen.findAllByText('See orders, Take and change orders')).not.toHaveLength(0)
  expect(screen.getByText('Expired')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Revoke Website' }))
  const question = within(await screen.findByRole('dialog', { name: 'Revoke Website?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await screen.findByText('Website revoked')
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url.pathname)).toEqual([
    `/api/api-keys/${website.id}/`,
  ])
})

test('a key whose creator is deactivated says so', async () => {
  const left = { ...website.created_by_data, full_name: 'Nina Left', is_active: false }
  renderPage(<ApiKeysPage />, [answer(listApiKeys, page([{ ...website, created_by_data: left }]))])
  expect(await screen.findByText(/Nina Left, who created it, is deactivated/)).toBeVisible()
})

test('a key that ended with who made it says so, and not that they may use it', async () => {
  const left = { ...website.created_by_data, full_name: 'Leela Nair', is_active: false }
  const ended = { ...website, created_by_data: left, is_valid: false }
  renderPage(<ApiKeysPage />, [answer(listApiKeys, page([ended]))])
  expect(await screen.findByText('Ended with Leela Nair')).toBeVisible()
  expect(screen.queryByText(/may know it/)).toBeNull()
})

test('a list that cannot be loaded says so', async () => {
  renderPage(<ApiKeysPage />, [refuse(listApiKeys, 503, { message: 'The database is busy.' })])
  expect(await screen.findByText(/The database is busy/)).toBeVisible()
})
