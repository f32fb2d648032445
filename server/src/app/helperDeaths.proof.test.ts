import type { Upload } from '@our-print/contract/orders/orderFiles.ts'
import { getPreflight } from '@our-print/contract/printing/preflight.ts'
import { previewSheetsPdf } from '@our-print/contract/printing/sheets.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../test/api.ts'
import { orderForm } from '../../test/orderForm.ts'
import { makePdf } from '../../test/pdf.ts'
import { childProcesses } from '../../test/processes/childProcesses.ts'
import { createPageCounter } from '../base/files/pdfPages.ts'
import { createImposer } from '../printing/imposition/imposer.ts'
import { buildApp } from './app.ts'

// Processes are started again and again, and other tests may use the machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const api = useApi()
let broken: FastifyInstance
beforeAll(async () => {
  const nowhere = new URL('nowhere.ts', import.meta.url).pathname
  broken = await buildApp(
    {
      ...api.resources,
      pageCounter: createPageCounter({}, nowhere),
      imposer: createImposer(`${api.resources.uploadFolder}/none`, {}, nowhere),
    },
    { webDist: new URL('file:///nowhere/'), maxEventLoopDelay: 0 },
  )
  await broken.ready()
})
afterAll(() => broken.close())

const unavailable = {
  code: 'check_unavailable',
  message: expect.stringContaining('Nothing is wrong with yours'),
}

test('helpers that die at their start: uploads are asked to come back, none is an error of ours or a bad file', async () => {
  const admin = api.withToken(api.token('admin'), broken)
  const pdf = await makePdf(1)
  const replies = await Promise.all(
    Array.from({ length: 12 }, () =>
      admin.upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf })),
    ),
  )
  for (const reply of replies) {
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    expect(reply.json()).toMatchObject(unavailable)
  }
  expect(api.storedFiles()).toEqual([])
  expect(api.incoming()).toEqual([])
})

test('the preview of sheets is asked for again as well', async () => {
  const sent = await api
    .as('admin')
    .upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': await makePdf(2) }))
  const body = { uploads: [sent.json<Upload>().id], layout: '2-up' }
  const reply = await api.withToken(api.token('admin'), broken).post(previewSheetsPdf.url, body)
  expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
  expect(reply.json()).toMatchObject(unavailable)
})

test('helpers that are killed again and again: good files are taken or asked for again, and other requests go on', async () => {
  const admin = api.as('admin')
  const pdf = await makePdf(1)
  const others = new Set(childProcesses())
  const over = new AbortController()
  const killing = (async () => {
    while (!over.signal.aborted) {
      for (const pid of childProcesses()) if (!others.has(pid)) kill(pid)
      await new Promise((resolve) => setImmediate(resolve))
    }
  })()
  const uploads = Promise.all(
    Array.from({ length: 6 }, () =>
      admin.upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf })),
    ),
  )
  expect((await admin.get('/api/all-orders/')).statusCode).toBe(200)
  for (const reply of await uploads) {
    if (reply.statusCode !== 201) expect(reply.json()).toMatchObject(unavailable)
  }
  over.abort()
  await killing
  const after = await admin.upload('/api/order-uploads/', orderForm(undefined, { 'a.pdf': pdf }))
  expect(after.statusCode).toBe(201)
  const report = await admin.get(getPreflight.url.replace(':id', after.json<Upload>().id))
  expect(report.statusCode).toBe(200)
})

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has just ended by itself.
  }
}
