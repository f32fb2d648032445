import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { getProfile, type Profile } from '@our-print/contract/people/session.ts'
import { listPlans } from '@our-print/contract/rewards/plans.ts'
import { listQrCodes } from '@our-print/contract/rewards/qrCodes.ts'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { plan } from '../../test/plan.ts'
import { qrCode } from '../../test/qrCode.ts'
import { answer, page, refuse, stubServer } from '../../test/renderPage.tsx'
import { Router } from '../base/router/router.tsx'
import { App } from './App.tsx'
import { screens } from './screens.ts'
import { AppProviders } from './shell/AppProviders.tsx'

const profile = (is_superuser: boolean): Profile => ({
  id: '01900000-0000-7000-8000-000000000001',
  email: 'meera@shop.in',
  full_name: 'Meera Deshmukh',
  is_superuser,
  mobile: null,
  created_at: '2026-01-03T10:00:00Z',
  version: 1,
})

function open(
  path: string,
  role: 'admin' | 'staff' | null,
  answers = [answer(getProfile, profile(role === 'admin'))],
) {
  stubServer(answers)
  window.history.replaceState(null, '', path)
  if (role) {
    localStorage.setItem('token', 'Token test')
    localStorage.setItem('is_superuser', String(role === 'admin'))
  }
  render(
    <AppProviders>
      <Router>
        <App />
      </Router>
    </AppProviders>,
  )
}

const find = (text: string) => screen.findByText(text)

test('every screen of the table has its page, and no two files have one name', () => {
  const files = globSync('**/*.tsx', { cwd: `${import.meta.dirname}/..` }).map((file) =>
    basename(file, '.tsx'),
  )
  const found = screens.filter(({ page }) => files.filter((file) => file === page).length === 1)
  expect(found).toEqual(screens)
})

test('the drawer shows the signed-in super admin and their screens', async () => {
  open('/update_password', 'admin')
  expect(await find('Meera Deshmukh')).toBeVisible()
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getByText('Super Admin')).toBeVisible()
  expect(menu.getByText('meera@shop.in')).toBeVisible()
  const states = ['Pending', 'Assigned', 'Completed', 'Total']
  const printing = [
    'Print floor',
    'Print queue',
    'Scan',
    'Stock',
    'Production',
    'Printers',
    'Quotes',
    'Requests',
    'Complaints',
  ]
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Users',
    ...states,
    ...states,
    'Staff Users',
    'Leads',
    'Subscriptions',
    'User Subscription Plans',
    'QR Codes',
    'Companies',
    'Vouchers',
    'Referrals',
    'Coupons',
    // Beneath the specification's entries.
    ...printing,
    'Payments',
    'Cash',
    'Invoices',
    'Accounts',
    'Approvals',
  ])
  const group = within(menu.getByRole('list', { name: 'Printing' }))
  expect(group.getAllByRole('link').map((link) => link.textContent)).toEqual(printing)
})

test('a staff user has their own menu, without Update Password in the account menu', async () => {
  open('/update_password', 'staff')
  expect(await find('Staff User')).toBeVisible()
  const menu = within(screen.getByRole('navigation', { name: 'Main' }))
  expect(menu.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Dashboard',
    'Assigned',
    'Out For Delivery',
    'Completed',
  ])
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => item.textContent)).toEqual(['Logout'])
})

test('a list has one banner, one navigation and one main, a dialog over it adds none', async () => {
  const codes = { ...page([qrCode]), count: 11, next: 'http://localhost/?offset=10' }
  open('/qr_codes', 'admin', [answer(getProfile, profile(true)), answer(listQrCodes, codes)])
  expect(await screen.findByRole('region', { name: 'Pages' })).toBeVisible()
  expect(screen.getByRole('region', { name: 'QR codes and scans' })).toBeVisible()
  const landmarks = ['banner', 'navigation', 'main', 'contentinfo']
  const counts = () => landmarks.map((role) => screen.queryAllByRole(role, { hidden: true }).length)
  expect(counts()).toEqual([1, 1, 1, 0])
  await userEvent.click(screen.getByRole('button', { name: 'View' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  expect(counts()).toEqual([1, 1, 1, 0])
})

test.each([
  ['/nowhere', 'admin'],
  ['/staff_users', 'staff'],
] as const)('%s is the 404 page inside the shell for %s', async (path, role) => {
  open(path, role)
  expect(await find('This is 404 page')).toBeVisible()
  expect(screen.getByRole('banner')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to the start' })).toHaveAttribute('href', '/')
})

test.each([
  ['/404', 'This is 404 page'],
  ['/500', 'This is 500 page'],
])('%s is its plain text and nothing else, for everyone', async (path, text) => {
  for (const role of [null, 'admin'] as const) {
    open(path, role)
    expect(await find(text)).toBeVisible()
    expect(document.body).toHaveTextContent(new RegExp(`^${text}$`))
    expect(screen.queryByRole('link')).toBeNull()
    cleanup()
  }
})

test.each([['/welcome', 'Welcome page']])('%s is open to everyone', async (path, text) => {
  open(path, null)
  expect(await find(text)).toBeVisible()
  expect(screen.getAllByRole('main')).toHaveLength(1)
})

test('the shortcut to the round leads super admins to the orders that are with couriers', async () => {
  open('/round', 'admin')
  await waitFor(() => expect(window.location.pathname).toBe('/assigned_orders'))
})

test('the shell shows the error of a profile that cannot be loaded', async () => {
  open('/update_password', 'admin', [refuse(getProfile, 403, { message: 'This account is closed' })])
  expect(await screen.findByRole('alert')).toHaveTextContent('This account is closed')
})

test('the shell says that figures are counted again, and until when; then what is shown is read again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  let isCounting = true
  open('/subscriptions', 'admin', [
    answer(getProfile, () => ({ ...profile(true), ...(isCounting && { is_recounting: true as const }) })),
    answer(listPlans, () => ({
      count: 1,
      next: null,
      previous: null,
      results: [{ ...plan, subscribers_count: isCounting ? 2951 : 4178 }],
    })),
  ])
  expect(await screen.findByText(/are not right until this notice goes/)).toBeVisible()
  expect(await find('2,951')).toBeVisible()
  isCounting = false
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(() => expect(screen.queryByText(/until this notice goes/)).toBeNull())
  expect(await screen.findByText('4,178')).toBeVisible()
  vi.useRealTimers()
})

test('a link opens a screen at its top', async () => {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockReturnValue()
  open('/update_password', 'admin')
  expect(await find('Meera Deshmukh')).toBeVisible()
  expect(scrollTo).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'Coupons' }))
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith(0, 0)
})
