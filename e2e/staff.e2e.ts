import { freshFetch } from '../server/test/freshFetch.ts'
import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

type Row = { id: string; open_orders: number; is_active: boolean }
type Found = { results: Row[] }

test('deactivating a staff user hands over their orders and ends their sessions', async ({ page, desk }) => {
  const { api, shop } = desk
  const password = 'delivers until friday'
  const leaver = {
    full_name: 'Gopal Leaving',
    email: 'gopal@ourprint.test',
    mobile: '+919000077002',
    password,
  }
  const { id } = await api<Row>('POST', '/api/staff_users_create/', leaver)
  await api('POST', '/api/staff_users_create/', {
    ...leaver,
    full_name: 'Tara Staying',
    email: 'tara@ourprint.test',
    mobile: '+919000077003',
  })
  const customers = await api<Found>('GET', '/api/users/?limit=1')
  const form = new FormData()
  form.append('order', JSON.stringify({ user: customers.results[0]?.id, title: 'Left behind', pickup: true }))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'left.pdf')
  const order = await api<{ id: string }>('POST', '/api/all-orders/', form)
  await api('PATCH', `/api/all-orders/${order.id}/`, { assigned_user: id })

  await desk.enter(page, 'admin')
  await page.goto(`${shop.url}/staff_users?query=gopal`)
  await page.getByRole('button', { name: 'More actions for Gopal Leaving' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Gopal Leaving?' })
  await expect(dialog).toContainText('Gopal Leaving holds 1 open order.')
  await dialog.getByRole('combobox').fill('tara')
  await page.getByRole('option', { name: /Tara Staying/ }).click()
  await dialog.getByRole('button', { name: 'Hand over and deactivate' }).click()
  await expect(page.getByRole('row', { name: /Gopal Leaving/ })).toContainText('Inactive')

  const after = await api<{ assigned_user_data: { full_name: string } }>(
    'GET',
    `/api/all-orders/${order.id}/`,
  )
  expect(after.assigned_user_data.full_name).toBe('Tara Staying')
  const signIn = await freshFetch(`${shop.url}/api/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: leaver.email, password }),
  })
  expect(signIn.ok).toBe(false)
})
