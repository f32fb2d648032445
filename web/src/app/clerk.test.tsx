import type { Ability } from '@our-print/contract/people/abilities.ts'
import { getProfile } from '@our-print/contract/people/session.ts'
import { listPlans } from '@our-print/contract/rewards/plans.ts'
import { listQrCodes } from '@our-print/contract/rewards/qrCodes.ts'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, refuse, stubServer } from '../../test/renderPage.tsx'
import { call } from '../base/api/call.ts'
import { setLive } from '../base/live/live.ts'
import { Router } from '../base/router/router.tsx'
import { App } from './App.tsx'
import { AppProviders } from './shell/AppProviders.tsx'

const profile = (abilities: Ability[]) =>
  answer(getProfile, {
    id: '01900000-0000-7000-8000-000000000001',
    email: 'leela@shop.in',
    full_name: 'Leela Nair',
    is_superuser: false,
    ...(abilities.length > 0 && { abilities }),
    mobile: null,
    created_at: '2026-01-03T10:00:00Z',
    version: 1,
  })

function open(path: string, known: Ability[], answers: Parameters<typeof stubServer>[0]) {
  const calls = stubServer(answers)
  window.history.replaceState(null, '', path)
  localStorage.setItem('token', 'Token test')
  localStorage.setItem('is_superuser', 'false')
  localStorage.setItem('abilities', known.join())
  render(
    <AppProviders>
      <Router>
        <App />
      </Router>
    </AppProviders>,
  )
  return calls
}

const labels = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent)

test('a clerk’s menu and settings have what their abilities open', async () => {
  const user = userEvent.setup()
  open('/sessions', ['orders', 'customers'], [profile(['orders', 'customers'])])
  expect(await screen.findByText('Leela Nair')).toBeVisible()
  const states = ['Pending', 'Assigned', 'Completed', 'Total']
  expect(labels()).toEqual(['Dashboard', 'Users', ...states, ...states, 'Leads', 'Scan', 'Complaints'])
  expect(screen.getByRole('button', { current: true })).toHaveAccessibleName('Settings')
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  expect(await screen.findByRole('menuitem', { current: true })).toHaveTextContent('Your sessions')
  expect(await screen.findByRole('menuitem', { name: 'Bin' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: 'Configuration' })).toBeNull()
})

test('what the profile says holds, and the page of a lost ability says so', async () => {
  open('/subscriptions', ['vouchers'], [answer(listPlans, page([])), profile(['orders'])])
  expect(await screen.findByText('This page is not for you')).toBeVisible()
  expect(labels()).not.toContain('Subscriptions')
  expect(screen.getByRole('link', { name: 'Back to the start' })).toHaveAttribute('href', '/')
  expect(localStorage.getItem('abilities')).toBe('orders')
})

test('a refusal reads the profile again, and so does a new stream of events', async () => {
  const calls = open(
    '/nowhere',
    ['vouchers'],
    [
      refuse(listQrCodes, 403, { message: 'This needs the ability “Manage vouchers and coupons”' }),
      profile(['vouchers']),
    ],
  )
  expect(await screen.findByText('Leela Nair')).toBeVisible()
  const reads = () => calls.filter(({ url }) => url.pathname === '/api/profile/').length
  expect(reads()).toBe(1)
  await act(() => call(listQrCodes, { querystring: {} }).catch(() => undefined))
  await expect.poll(reads).toBe(2)
  // The first stream is no news.
  act(() => setLive(true))
  act(() => setLive(false))
  expect(reads()).toBe(2)
  act(() => setLive(true))
  await expect.poll(reads).toBe(3)
  act(() => setLive(false))
})
