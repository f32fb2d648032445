import type { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildPrinter } from '../../test/buildPrinting.ts'
import { buildPrintedOrder } from '../../test/printers/printing.ts'
import { createLogger } from '../app/start/logger.ts'
import { runFileRemovals } from '../base/files/fileRemovals.ts'
import { removeOld } from './orderFiles.queries.ts'

const api = useApi()
const admin = api.as('admin')

/** An order with two stored files that ended so many days ago. */
async function endedOrder(status: 'delivered' | 'cancelled' | 'confirmed', days: number) {
  const { db, resources } = api
  const order = await buildPrintedOrder(db, resources.storage, { pages: [1, 2] })
  const at = new Date(Date.now() - days * 86_400_000).toISOString()
  await db`update orders set version = version + 1, created_at = ${at}, status = ${status},
    assigned_user = ${status === 'confirmed' ? null : api.people.staff.id},
    delivered_at = ${status === 'delivered' ? at : null}, cancelled_at = ${status === 'cancelled' ? at : null}
    where id = ${order.id}`
  await db`update order_files set created_at = ${at} where order_id = ${order.id}`
  return order
}

const read = async (id: string): Promise<Order> => (await admin.get(`/api/all-orders/${id}/`)).json()
const removedOf = async (id: string) =>
  ((await read(id)).order_files ?? []).map(({ removed_at }) => removed_at !== null)
const keysOf = async (id: string) =>
  (await api.db<{ key: string }[]>`select storage_key as key from order_files where order_id = ${id}`).map(
    ({ key }) => key,
  )

test('files go some months after delivery or cancellation, in portions; the order tells it, and the audit', async () => {
  const { db, resources } = api
  const old = await endedOrder('delivered', 100)
  const cancelled = await endedOrder('cancelled', 100)
  const young = await endedOrder('delivered', 50)
  const open = await endedOrder('confirmed', 100)
  const keys = await keysOf(old.id)
  const production = async () => (await admin.get(`/api/production/?order=${old.id}`)).json()
  const before = await production()

  expect(await removeOld(db, 3, 1)).toBe(4)
  expect(await removeOld(db, 3, 1)).toBe(0)
  expect(await removedOf(old.id)).toEqual([true, true])
  expect(await removedOf(cancelled.id)).toEqual([true, true])
  expect(await removedOf(young.id)).toEqual([false, false])
  expect(await removedOf(open.id)).toEqual([false, false])
  expect((await read(old.id)).order_files?.map(({ name, page_count }) => [name, page_count])).toEqual([
    ['Part 1.pdf', 1],
    ['Part 2.pdf', 2],
  ])
  await runFileRemovals(db, resources.storage, createLogger('silent'))
  for (const key of keys) expect(await resources.storage.size(key)).toBeUndefined()
  expect(await production()).toEqual(before)
  const entries = await db`
    select actor, action, array(select jsonb_array_elements_text(after -> 'files') order by 1) as files from audit_entries
    where entity = 'orders' and entity_id = ${cancelled.id} order by position`
  // One for each portion that had files of the order.
  expect(entries).toEqual([
    { actor: null, action: 'remove files', files: ['Part 1.pdf'] },
    { actor: null, action: 'remove files', files: ['Part 2.pdf'] },
  ])
})

test('whatever needs the bytes of a removed file says that it was removed', async () => {
  const order = await endedOrder('delivered', 100)
  await buildPrinter(api.db, { name: 'Laser' })
  const [file] = (await read(order.id)).order_files ?? []
  await removeOld(api.db, 3)
  const sentence = /^Part 1\.pdf was removed on \d{4}-\d\d-\d\d: this shop keeps files only for a time/
  const gone = async (reply: { statusCode: number; json: () => { code: string; message: string } }) => {
    expect([reply.statusCode, reply.json().code]).toEqual([410, 'file_removed'])
    expect(reply.json().message).toMatch(sentence)
  }
  const link = new URL(file?.url ?? '')
  await gone(await api.as(undefined).get(`${link.pathname}${link.search}`))
  await gone(await api.as(undefined).get(`${link.pathname}${link.search}&download=1`))
  await gone(await admin.get(`/api/preflights/${file?.id}/`))
  await gone(await admin.get(`/api/sheets/?order_id=${order.id}`))
  await gone(await admin.get(`/api/sheets/${order.id}/?file=${file?.id}`))
  const printed = await admin.post('/api/print-jobs/', { orders: [order.id] })
  expect(printed.json().results).toMatchObject([
    { ok: false, code: 'file_removed', message: expect.stringMatching(sentence) },
  ])
  const ticket = await admin.get(`/api/order-files/?order_id=${order.id}`)
  expect(ticket.json()).toMatchObject([{ name: 'Part 1.pdf' }, { name: 'Part 2.pdf' }])
})

test('a file that a print job still needs stays', async () => {
  const order = await endedOrder('delivered', 100)
  const { id: printer } = await buildPrinter(api.db, { name: 'Waits' })
  await api.db`insert into print_jobs (order_id, file_id, printer_id, state, copies, duplex, color, paper_size, impressions, created_by)
    values (${order.id}, ${order.files[0] ?? ''}, ${printer}, 'held', 1, false, 'bw', 'A4', 1, ${api.people.admin.id})`
  await removeOld(api.db, 3)
  expect(await removedOf(order.id)).toEqual([false, false])
})
