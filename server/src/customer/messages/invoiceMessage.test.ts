import type { InvoiceSettings } from '@our-print/contract/money/invoiceSettings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'
import { emailSettings, messagesOf, openMailServer } from '../../../test/messageJobs.ts'

const api = useApi()
const admin = api.as('admin')
const { setUp, list, run } = messagesOf(api)
let mail: Awaited<ReturnType<typeof openMailServer>>
beforeAll(async () => {
  mail = await openMailServer()
  await setUp('email', { email: emailSettings(mail.port) })
  const settings = (await admin.get('/api/invoice-settings')).json<InvoiceSettings>()
  const place = { address: '4 MG Road', city: 'Pune', pincode: '411001', state: 'Maharashtra' }
  const seller = { ...settings.seller, name: 'Our Print', ...place }
  expect((await admin.put('/api/invoice-settings', { ...settings, seller })).statusCode).toBe(200)
})
afterAll(() => mail.close())

const settled = async () => (await list()).every(({ state }) => state !== 'queued' && state !== 'sending')
async function issue(): Promise<{ order: string; invoice: string }> {
  const { id: user } = await buildUser(api.db, { email: `buyer${mail.received.length}@print.test` })
  const { id: order } = await buildOrder(api.db, { user, status: 'delivered' })
  const reply = await admin.post('/api/invoices/', { order })
  expect(reply.statusCode).toBe(201)
  return { order, invoice: reply.json<{ id: string }>().id }
}

test('the message about an invoice opens it, without signing in, until the office revokes the link', async () => {
  const { order, invoice } = await issue()
  await run(settled)
  const [message] = await list('fact=invoice')
  const raw = (mail.received[0]?.raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')
  const link = /http:\/\/print\.test(\/o\/[\w-]{22}\/invoices\/\S+)/.exec(raw)
  expect(link?.[1]).toMatch(new RegExp(`/invoices/${invoice}/pdf$`))
  // As a link in the HTML part, too.
  expect(raw).toContain(`<a href="${link?.[0]}"`)
  expect(message?.text).toContain(`http://print.test/o/••••••/invoices/${invoice}/pdf`)
  const anybody = api.as(undefined)
  const open = async () => anybody.get(link?.[1] ?? '')
  const { pathname, search } = new URL(String((await open()).headers.location))
  expect((await anybody.get(pathname + search)).headers['content-type']).toBe('application/pdf')
  await admin.delete(`/api/all-orders/${order}/customer-link/`)
  expect((await open()).statusCode).toBe(404)
  await admin.post(`/api/messages/${message?.id}/send-again/`)
  await run(settled)
  expect((await list('fact=invoice'))[0]?.text).not.toContain('/o/')
})

test('an order that has come to another customer is not shown by the invoice of the first', async () => {
  const { order } = await issue()
  const { id: other } = await buildUser(api.db)
  await api.db`update orders set version = version + 1, user_id = ${other} where id = ${order}`
  await run(settled)
  expect((await list('fact=invoice'))[0]).toMatchObject({
    state: 'sent',
    text: expect.not.stringContaining('/o/'),
  })
})
