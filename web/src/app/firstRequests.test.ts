import { afterEach, expect, test, vi } from 'vitest'
import { stubServer } from '../../test/renderPage.tsx'

afterEach(() => {
  window.earlyResponses?.clear()
  window.history.replaceState(null, '', '/')
})

/** The addresses that index.html requests for a screen. */
async function requestsAt(address: string, role: 'admin' | 'staff' | null): Promise<string[]> {
  const calls = stubServer([])
  if (role) {
    localStorage.setItem('token', 'Token test')
    localStorage.setItem('id', 'me')
    localStorage.setItem('is_superuser', String(role === 'admin'))
  }
  window.history.replaceState(null, '', address)
  vi.resetModules()
  await import('./firstRequests.ts')
  expect(calls.every(({ headers }) => headers.get('Authorization') === 'Token test')).toBe(true)
  return calls.map(({ url }) => decodeURIComponent(url.pathname + url.search))
}

test('a list of orders is requested as its address shows it', async () => {
  expect(
    await requestsAt('/total_orders?page=3&query=rao&status=delivered&to_date=nonsense', 'admin'),
  ).toEqual([
    '/api/all-orders/?limit=10&offset=20&query=rao&status=delivered&exclude_order_type=subscription',
    '/api/profile/',
  ])
})

test('the sequence, the filters and the remembered number of rows are requested, too', async () => {
  localStorage.setItem('list:me:/total_orders', '{"size":25}')
  expect(
    await requestsAt('/total_orders?page=2&ordering=payable&status=confirmed,assigned&color=color', 'admin'),
  ).toEqual([
    '/api/all-orders/?limit=25&offset=25&ordering=payable&status=confirmed&status=assigned&color=color&exclude_order_type=subscription',
    '/api/profile/',
  ])
})

test('the same address is another list for a staff user', async () => {
  expect(await requestsAt('/assigned_orders', 'staff')).toEqual([
    '/api/my_orders/?limit=10&offset=0&exclude_status=delivered&assigned_user=me',
    '/api/profile/',
  ])
})

test('the start is the dashboard, with the days that its address chooses', async () => {
  const [start] = await requestsAt('/', 'admin')
  expect(start).toMatch(/^\/api\/dashboard\?from_date=[\d-]+&to_date=[\d-]+$/)
  const [chosen] = await requestsAt('/dashboard?from_date=2026-01-01&to_date=2026-01-31', 'admin')
  expect(chosen).toBe('/api/dashboard?from_date=2026-01-01&to_date=2026-01-31')
})

test('other screens request the profile; without a session nothing is requested', async () => {
  expect(await requestsAt('/new_order', 'admin')).toEqual(['/api/configurations', '/api/profile/'])
  expect(await requestsAt('/coupons', 'admin')).toEqual(['/api/profile/'])
  localStorage.clear()
  expect(await requestsAt('/total_orders', null)).toEqual([])
})
