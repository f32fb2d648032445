import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { OrderFile, Upload } from '@our-print/contract/orders/orderFiles.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../test/api.ts'
import { buildUser } from '../../test/build.ts'
import { wordDocument } from '../../test/officeFiles.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'

const api = useApi()
let folder: string
let app: FastifyInstance
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'our-print-office-uploads-'))
  await writeFile(join(folder, 'made.pdf'), await makePdf(3))
  // As LibreOffice is installed: what is beside its programs can be read by them.
  await mkdir(join(folder, 'program'))
  const libreOffice = join(folder, 'program', 'soffice')
  await writeFile(libreOffice, `#!/bin/sh\ncp ${folder}/made.pdf "$TMPDIR/document.pdf"\n`)
  await chmod(libreOffice, 0o755)
  app = await api.startApp({ libreOffice })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const word = wordDocument(['One page'])
const form = () => orderForm(undefined, { 'Thesis.docx': word })

test('a server without LibreOffice says so, before and after a file is chosen', async () => {
  const admin = api.as('admin')
  expect((await admin.get('/api/print-file-types/')).json()).toEqual({ names: ['PDF', 'PNG', 'JPEG'] })
  const reply = await admin.upload('/api/order-uploads/', form())
  expect(reply.statusCode).toBe(400)
  expect(reply.json().message).toBe(
    'Thesis.docx needs LibreOffice on the server. Save it as PDF and upload that.',
  )
  expect(api.storedFiles()).toEqual([])
})

test('with it a document becomes a PDF under its own name, is counted and ordered, and a retry makes none anew', async () => {
  const admin = api.withToken(api.token('admin'), app)
  expect((await admin.get('/api/print-file-types/')).json()).toEqual({
    names: ['PDF', 'PNG', 'JPEG', 'DOCX', 'PPTX'],
  })
  const once = { 'idempotency-key': 'thesis-1' }
  const upload = (await admin.upload('/api/order-uploads/', form(), once)).json<Upload>()
  expect(upload).toMatchObject({ name: 'Thesis.docx', content_type: 'application/pdf', page_count: 3 })
  expect((await admin.upload('/api/order-uploads/', form(), once)).json<Upload>().id).toBe(upload.id)

  const user = (await buildUser(api.db)).id
  const order = { user, title: 'Thesis', pickup: true, uploads: [upload.id] }
  const placed = (await admin.upload('/api/all-orders/', orderForm(order))).json<Order>()
  expect(placed.pdf_page_count).toBe(3)
  const [file] = (await admin.get(`/api/order-files/?order_id=${placed.id}`)).json<OrderFile[]>()
  const { pathname, search } = new URL(file?.url ?? '', 'http://print.test')
  const download = await admin.get(`${pathname}${search}&download=1`)
  expect(download.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  expect(download.headers['content-disposition']).toBe('attachment; filename=Thesis.docx.pdf')
  expect(api.incoming()).toEqual([])
  expect(api.storedFiles()).toHaveLength(1)
})
