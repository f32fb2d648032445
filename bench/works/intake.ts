import { randomUUID } from 'node:crypto'
import { makePdf } from '../../server/test/pdf.ts'
import type { Request } from '../load.ts'
import { targets } from '../targets.ts'
import { eachClient, type Shop, type Work } from './work.ts'

/** An order with a PDF file of three pages. */
export const intake = ({ db, headers }: Shop): Work => ({
  name: 'order intake, 3-page PDF',
  target: targets['order intake, 3-page PDF'],
  requests: eachClient(() => orderRequest(db, headers)),
  beside: 'nothing',
  tidy: () => removeCreatedOrders(db),
})

const boundary = 'our-print-benchmark'

async function orderRequest(db: Shop['db'], headers: Record<string, string>): Promise<Request> {
  const [customer] = await db<[{ id: string }]>`select id from users order by created_at limit 1`
  const address = { line1: 'House 1', city: 'Pune', state: 'Maharashtra', pincode: '411001' }
  const order = { user: customer.id, title: createdTitle, address }
  const pdf = await makePdf(3)
  const body = [
    `--${boundary}\r\ncontent-disposition: form-data; name="order"\r\n\r\n${JSON.stringify(order)}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="three.pdf"\r\n`,
    `content-type: application/pdf\r\n\r\n${pdf.toString('latin1')}\r\n--${boundary}--\r\n`,
  ].join('')
  return {
    method: 'POST',
    path: '/api/all-orders/',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.from(body, 'latin1'),
  }
}

const createdTitle = `Created by the benchmark ${randomUUID()}`

async function removeCreatedOrders(db: Shop['db']): Promise<void> {
  const ours = await db<{ id: string }[]>`select id from orders where title = ${createdTitle}`
  const ids = ours.map(({ id }) => id)
  await db`delete from order_history where order_id = any(${ids})`
  await db`delete from order_files where order_id = any(${ids})`
  await db`delete from orders where id = any(${ids})`
  await db`truncate audit_entries`
  await db`select recount_orders()`
  await db`vacuum (analyze) orders, order_files, order_history, order_search`
}
