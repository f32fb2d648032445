import { readFile } from 'node:fs/promises'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test, vi } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { address, buildOrder, buildUser } from '../../../test/build.ts'
import { buildPrinter, buildPrintJob } from '../../../test/buildPrinting.ts'
import { textOfPdf } from '../../../test/textOfPdf.ts'
import { withCover } from './coverPage.ts'

const api = useApi()

test('the code of a cover is that of its order’s job ticket', async () => {
  const order = await buildOrder(api.db)
  const job = await buildPrintJob(api.db, { order: order.id })
  const to = vi.spyOn(api.resources.links, 'to')
  const covered = { id: job.id, number: 7, copies: 1, paper_size: 'A4' }
  await withCover(api.resources, covered, async () => {})
  const [path] = to.mock.calls.flat()
  to.mockRestore()
  const { ticket_code } = (await api.as('admin').get(`/api/all-orders/${order.id}/`)).json<Order>()
  expect(path).toBe(`/print/${order.id}?t=${ticket_code}`)
})

test('a cover, which lies open at the printer, has of its customer only the first name', async () => {
  const customer = {
    first_name: 'Anita',
    last_name: 'Hegdewar',
    mobile: '+919820177001',
    email: 'a@hegde.test',
  }
  const { id: user } = await buildUser(api.db, customer)
  const order = await buildOrder(api.db, { user, title: 'Lecture notes', address, notes: 'Stiff back' })
  const printer = await buildPrinter(api.db)
  const job = await buildPrintJob(api.db, { order: order.id, printer: printer.id })
  const covered = { id: job.id, number: 7, copies: 2, paper_size: 'A4' }
  const text = await withCover(api.resources, covered, async (path) => textOfPdf(await readFile(path)))
  for (const words of [String(order.number), 'Anita', 'Lecture notes', '2 copies', 'Stiff back'])
    expect(text).toContain(words)
  for (const hidden of ['Hegdewar', '9820177001', '98201 77001', 'a@hegde.test', address.line1, address.city])
    expect(text).not.toContain(hidden)
})
