import { randomUUID } from 'node:crypto'
import type { Db } from '../../src/base/database/db.ts'
import type { Storage } from '../../src/base/files/storage.ts'
import { buildOrder } from '../build.ts'
import { makePdf } from '../pdf.ts'

type Printed = {
  /** Pages of each file. */
  pages?: number[]
  copies?: number
  color?: 'bw' | 'color'
  sides?: 'single' | 'double'
  paper_size?: string
  title?: string
}

/** An order that can be printed, with stored PDF files. */
export async function buildPrintedOrder(
  db: Db,
  storage: Storage,
  {
    pages = [3],
    copies = 1,
    color = 'bw',
    sides = 'single',
    paper_size = 'A4',
    title = 'Thesis',
  }: Printed = {},
) {
  const order = await buildOrder(db, { title })
  const total = pages.reduce((sum, count) => sum + count, 0)
  await db`
    update orders set version = version + 1, pdf_page_count = ${total}, copies = ${copies}, color = ${color}, sides = ${sides},
      paper_size = ${paper_size} where id = ${order.id}`
  const files: string[] = []
  for (const [position, count] of pages.entries()) {
    const key = `${randomUUID()}.pdf`
    const stored = await storage.put(key, await makePdf(count), { contentType: 'application/pdf' })
    const [{ id }] = await db<[{ id: string }]>`
      insert into order_files ${db({
        order_id: order.id,
        position,
        name: `Part ${position + 1}.pdf`,
        content_type: 'application/pdf',
        page_count: count,
        storage_key: key,
        ...stored,
      })} returning id`
    files.push(id)
  }
  return { ...order, files }
}
