import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Upload } from '@our-print/contract/orderFiles.ts'
import { getPreflight, type Preflight } from '@our-print/contract/preflight/preflight.ts'
import Pdf from 'pdfkit'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { orderForm, useApi } from '../../test/api.ts'
import { buildUser } from '../../test/build.ts'
import { makePdfWithNestedForms } from '../../test/pdf.ts'
import { childProcesses } from '../../test/processes/childProcesses.ts'
import { createPreflighter } from '../prepress/preflighter.ts'
import { preflightFile } from './preflightFile.ts'

const api = useApi()
const admin = api.as('admin')

// After every test: no copy of a file is left behind.
afterEach(() => expect(api.incoming()).toEqual([]))

type Doc = InstanceType<typeof Pdf>

async function pdfOf(...pages: ((doc: Doc) => unknown)[]): Promise<Buffer> {
  const doc = new Pdf({ autoFirstPage: false, margin: 0 })
  const parts: Buffer[] = []
  const ended = new Promise((resolve) =>
    doc.on('data', (part: Buffer) => parts.push(part)).on('end', resolve),
  )
  for (const draw of pages) {
    await draw(doc)
  }
  doc.end()
  await ended
  return Buffer.concat(parts)
}

async function upload(name: string, content: Buffer): Promise<string> {
  const reply = await admin.upload('/api/order-uploads/', orderForm(undefined, { [name]: content }))
  expect(reply.statusCode).toBe(201)
  return reply.json<Upload>().id
}

const address = (id: string) => getPreflight.url.replace(':id', id)

async function preflight(id: string): Promise<Preflight> {
  const reply = await admin.get(address(id))
  expect(reply.statusCode).toBe(200)
  return reply.json<Preflight>()
}

describe('a file that harms its process', () => {
  const file = { name: 'slow.pdf', content_type: 'application/pdf' } as const
  let path: string
  beforeAll(async () => {
    path = join(await mkdtemp(join(tmpdir(), 'preflight-')), 'slow.pdf')
    await writeFile(path, await pdfOf((doc) => doc.addPage()))
  })
  afterAll(() => rm(dirname(path), { recursive: true }))

  test('is refused with its name if it takes too long', async () => {
    const preflighter = createPreflighter({ timeoutMs: 0 })
    const reading = preflighter.inspect('1', file, (use) => use(path))
    await expect(reading).rejects.toThrow('slow.pdf takes too much time or memory to check')
    await preflighter.close()
  })

  test('whose process is killed by others is read by a new one', async () => {
    const preflighter = createPreflighter()
    const before = new Set(childProcesses())
    const report = await preflighter.inspect('1', file, (use) => {
      const result = use(path)
      for (const child of childProcesses()) if (!before.has(child)) process.kill(child, 'SIGKILL')
      return result
    })
    expect(report.blank_pages).toEqual({ count: 1, ranges: '1' })
    await preflighter.close()
  })

  test('is not blamed when no process can be started: 503, and the database is not named', async () => {
    const preflighter = createPreflighter({}, join(dirname(path), 'nowhere.ts'))
    const reading = preflighter.inspect('1', file, (use) => use(path))
    await expect(reading).rejects.toMatchObject({ status: 503, code: 'check_unavailable', retryAfter: 5 })
    await preflighter.close()
  })

  test('does not keep others from being read meanwhile', async () => {
    const preflighter = createPreflighter()
    const held = Promise.withResolvers<never>()
    const first = preflighter.inspect('1', file, () => held.promise)
    expect((await preflighter.inspect('2', file, (use) => use(path))).pages).toBe(1)
    held.reject(new Error('over'))
    await expect(first).rejects.toThrow('over')
    await preflighter.close()
  })

  test('is judged once: the verdict is kept and said each time', async () => {
    let readings = 0
    const preflighter = createPreflighter({ stepMs: 1_500 })
    const counted: typeof preflighter = {
      ...preflighter,
      inspect: (...parameters) => {
        readings += 1
        return preflighter.inspect(...parameters)
      },
    }
    // Ten billion lines in 2 KB.
    const id = await upload('nested.pdf', makePdfWithNestedForms(10))
    const look = () => preflightFile({ ...api.resources, preflighter: counted }, id)
    const refused = { status: 422, message: expect.stringMatching(/^nested.pdf takes too much time/) }
    await expect(look()).rejects.toMatchObject(refused)
    await expect(look()).rejects.toMatchObject(refused)
    expect(readings).toBe(1)
    // The same for whoever looks next, and for the price of an order.
    expect((await admin.get(address(id))).statusCode).toBe(422)
    const user = (await buildUser(api.db)).id
    const order = { user, title: 'Nested', color: 'mixed', pickup: true, uploads: [id] }
    expect((await admin.upload('/api/all-orders/', orderForm(order))).statusCode).toBe(422)
    await preflighter.close()
  })

  test('kept without a report is no report', async () => {
    const id = await upload('fine.pdf', await pdfOf((doc) => doc.addPage()))
    await preflight(id)
    const both = api.db`update file_preflights set refusal = 'damaged' where file_id = ${id}`
    await expect(both).rejects.toThrow('file_preflights_verdict')
  })
})
