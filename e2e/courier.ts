import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { holdPatience } from './holdTimers.ts'
import { type Desk, expect } from './test.ts'

export type Order = {
  id: string
  number: number
  status: string
  delivery_proof: { received_by: string; pictures: { kind: string }[] } | null
}
export type Courier = { email: string; password: string; id: string }

let hired = 0

/** A staff user of their own for a test, so that nobody else’s orders are in the round. */
export async function hireCourier({ api }: Desk, name: string): Promise<Courier> {
  const email = `${name.toLowerCase()}.${randomUUID()}@ourprint.test`
  const password = 'a courier with a bicycle'
  const created = await api<{ id: string }>('POST', '/api/staff_users_create/', {
    full_name: `${name} Das`,
    email,
    mobile: `+9190001${10_000 + hired++}`,
    password,
  })
  return { email, password, id: created.id }
}

/** An order with a PDF that is out for delivery. */
export async function assignOrder(
  { api }: Desk,
  courier: Courier,
  title: string,
  pincode: string,
): Promise<Order> {
  const { results } = await api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const form = new FormData()
  const address = { line1: `${title} Road 7`, city: 'Bengaluru', state: 'Karnataka', pincode }
  const order = { user: results[0]?.id, title, address, notes: `Bell of ${title}` }
  form.append('order', JSON.stringify(order))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'a.pdf')
  const { id } = await api<Order>('POST', '/api/all-orders/', form)
  await api('PATCH', `/api/all-orders/${id}/`, { status: 'assigned', assigned_user: courier.id })
  return api('PATCH', `/api/all-orders/${id}/`, { status: 'out-for-delivery' })
}

export async function signIn(page: Page, desk: Desk, { email, password }: Courier) {
  await holdPatience(page.context())
  await page.goto(desk.shop.url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** The card of an order. */
export const stop = (page: Page, { title }: { title: string }) =>
  page.getByRole('listitem').filter({ hasText: title })
