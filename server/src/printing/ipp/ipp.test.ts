import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makePdf } from '../../../test/pdf.ts'
import { testCertificate } from '../../../test/printers/testCertificate.ts'
import { startTestPrinter, type TestPrinter } from '../../../test/printers/testPrinter.ts'
import { until } from '../../../test/until.ts'
import { type IppClient, type IppTarget, ippUser, openIpp } from './ippClient.ts'
import { IppError } from './ippError.ts'
import type { IppJob, JobOptions } from './ippJobs.ts'

const folder = mkdtempSync(join(tmpdir(), 'our-print-ipp-'))
const pdf = join(folder, 'seven.pdf')
let content: Buffer
const closing: (() => unknown)[] = []

beforeAll(async () => {
  content = await makePdf(7)
  writeFileSync(pdf, content)
})
afterEach(() => Promise.all(closing.splice(0).map((close) => close())))
afterAll(() => rmSync(folder, { recursive: true }))

async function start(options: Parameters<typeof startTestPrinter>[0] = {}): Promise<TestPrinter> {
  const printer = await startTestPrinter(options)
  closing.push(() => printer.close())
  return printer
}

function open(target: Partial<IppTarget>, deadlines = {}): IppClient {
  const client = openIpp({ uri: '', username: null, password: null, certificate: null, ...target }, deadlines)
  closing.push(() => client.close())
  return client
}

const job: JobOptions = {
  name: '1-1-abcdef Our Print',
  user: ippUser,
  copies: 1,
  duplex: 'one-sided',
  colorMode: 'monochrome',
  media: 'A4',
}
const document = { path: pdf, name: 'seven.pdf', format: 'application/pdf' }

const failure = (work: Promise<unknown>): Promise<IppError> =>
  work.then(
    () => {
      throw new Error('it succeeded')
    },
    (error) => {
      expect(error).toBeInstanceOf(IppError)
      return error
    },
  )

async function print(client: IppClient, options: Partial<JobOptions> = {}) {
  const { id } = await client.createJob({ ...job, ...options })
  return client.sendDocument(id, document)
}

/** The job, when it is in this state. */
async function reaching(client: IppClient, id: number, state: IppJob['state']): Promise<IppJob | undefined> {
  let job: IppJob | undefined
  await until(`the job is ${state}`, async () => {
    job = await client.getJob(id)
    return job?.state === state
  })
  return job
}

const finished = (client: IppClient, id: number) => reaching(client, id, 'completed')

describe('a printer', () => {
  test('says what it can do, how it is and what is in it', async () => {
    const printer = await start()
    printer.toner({ cyan: 8 })
    const status = await open(printer).getPrinter()
    expect(status).toMatchObject({
      state: 'idle',
      reasons: ['marker-supply-low'],
      message: 'Cyan toner: 8 % left',
      accepts_jobs: true,
      make_and_model: 'Our Print Test Printer',
      color: true,
      duplex: true,
      paper_sizes: ['A4', 'A3', 'Letter'],
      media_ready: ['iso_a4_210x297mm'],
      finishings: ['staple'],
      document_formats: ['application/pdf'],
      pages_per_minute: 60,
      queued_jobs: 0,
      impressions_completed: 0,
    })
    expect(status.supplies[1]).toEqual({ name: 'Cyan toner', kind: 'toner', level: 8, color: '#00ffff' })
  })

  test('prints copies, sides and ranges, and counts what it printed', async () => {
    const printer = await start()
    const client = open(printer)
    const ranges: [number, number][] = [
      [1, 2],
      [4, 300],
    ]
    const sent = await print(client, { copies: 2, duplex: 'two-sided-long-edge', pageRanges: ranges })
    expect(await finished(client, sent.id)).toMatchObject({
      name: '1-1-abcdef Our Print',
      state: 'completed',
      message: null,
      impressionsCompleted: 12,
      sheetsCompleted: 6,
    })
    expect(printer.jobs()).toMatchObject([
      {
        copies: 2,
        sides: 'two-sided-long-edge',
        colorMode: 'monochrome',
        media: 'iso_a4_210x297mm',
        pageRanges: ranges,
        document: {
          pages: 7,
          bytes: content.length,
          sha256: createHash('sha256').update(content).digest('hex'),
        },
      },
    ])
    expect((await client.getPrinter()).impressions_completed).toBe(12)
  })

  test.each([
    [['auto', 'fit', 'none'], 'none'],
    [['auto'], null],
    [null, null],
  ])('that can fit pages by %o prints them as large as they are, if it can', async (scalings, scaling) => {
    const printer = await start({ scalings })
    await print(open(printer))
    expect(printer.jobs()).toMatchObject([{ scaling }])
  })

  test.each([
    [['auto', 'color', 'monochrome', 'process-monochrome'], 'monochrome'],
    [['auto', 'color', 'process-monochrome'], 'process-monochrome'],
    [['color', 'auto-monochrome'], 'auto-monochrome'],
  ])('that knows the colours %o prints black and white as %s', async (modes, colorMode) => {
    const printer = await start()
    printer.lie({ printer: { 'print-color-mode-supported': modes } })
    await print(open(printer))
    expect(printer.jobs()).toMatchObject([{ colorMode }])
  })

  test('prints a file whose name is longer than names of IPP', async () => {
    const printer = await start()
    const client = open(printer)
    const { id } = await client.createJob(job)
    await client.sendDocument(id, { ...document, name: `${'पुस्तक '.repeat(30)}.pdf` })
    expect(await finished(client, id)).toMatchObject({ impressionsCompleted: 7 })
    expect(printer.jobs()[0]?.document?.name).toMatch(/^(पुस्तक )+पुस/)
  })

  test('stops without paper and goes on when it is refilled', async () => {
    const printer = await start()
    const client = open(printer)
    printer.paper(3)
    const { id } = await print(client)
    expect(await reaching(client, id, 'processing-stopped')).toMatchObject({
      impressionsCompleted: 3,
      message: 'The printer is stopped',
    })
    expect(await client.getPrinter()).toMatchObject({
      state: 'stopped',
      reasons: ['media-empty'],
      message: 'Out of paper',
    })
    printer.refill()
    expect(await finished(client, id)).toMatchObject({ impressionsCompleted: 7 })
  })

  test('holds, releases and cancels', async () => {
    const printer = await start()
    const client = open(printer)
    const held = await print(client, { hold: true })
    expect(await client.getJob(held.id)).toMatchObject({ state: 'pending-held', message: 'Held' })
    await client.releaseJob(held.id)
    await finished(client, held.id)
    expect(await failure(client.cancelJob(held.id))).toMatchObject({
      kind: 'refused',
      status: 'client-error-not-possible',
    })
    printer.paper(0)
    const other = await print(client, { name: '2-1-abcdef Our Print' })
    await client.cancelJob(other.id)
    expect(await client.getJob(other.id)).toMatchObject({ state: 'canceled', impressionsCompleted: 0 })
  })

  test('finds a job by its name, finished or not, and knows none that it never had', async () => {
    const printer = await start({ firstJobId: 41 })
    const client = open(printer)
    const first = await print(client)
    await finished(client, first.id)
    printer.paper(0)
    await print(client, { name: '2-1-abcdef Our Print' })
    expect(await client.findJob('1-1-abcdef Our Print')).toMatchObject({ id: 41, state: 'completed' })
    expect(await client.findJob('2-1-abcdef Our Print')).toMatchObject({ id: 42 })
    expect(await client.findJob('3-1-abcdef Our Print')).toBeUndefined()
    expect(await client.getJob(7)).toBeUndefined()
  })

  test('without Create-Job gets the job with its document', async () => {
    const printer = await start({ createJob: false })
    const client = open(printer)
    expect((await client.createJob(job)).id).toBe(0)
    const sent = await client.sendDocument(0, document)
    expect(await finished(client, sent.id)).toMatchObject({
      name: '1-1-abcdef Our Print',
      impressionsCompleted: 7,
    })
    expect(printer.requests()).toMatchObject({ 'Print-Job': 1 })
  })

  test('that is old or simple is not asked for what it cannot do', async () => {
    const printer = await start({
      color: false,
      duplex: false,
      media: ['iso_a4_210x297mm'],
      formats: ['image/pwg-raster'],
      mostCopies: 1,
    })
    const client = open(printer)
    const refusals: [Partial<JobOptions>, RegExp][] = [
      [{ colorMode: 'auto' }, /black and white only/],
      [{ duplex: 'two-sided-long-edge' }, /both sides/],
      [{ media: 'A3' }, /no A3 paper/],
      [{ copies: 2 }, /one copy/],
    ]
    for (const [options, message] of refusals) {
      const error = await failure(client.createJob({ ...job, ...options }))
      expect(error.kind).toBe('refused')
      expect(error.message).toMatch(message)
    }
    expect(printer.jobs()).toEqual([])
    const { id } = await client.createJob(job)
    expect((await failure(client.sendDocument(id, document))).message).toMatch(/application\/pdf/)
  })
})

describe('a password', () => {
  const signIn = { username: 'press', password: 'ink & toner' }

  test('is sent where the printer asks for it, with a document, too', async () => {
    const printer = await start({ signIn })
    const client = open({ ...signIn, uri: printer.uri })
    const { id } = await print(client)
    expect(await finished(client, id)).toMatchObject({ impressionsCompleted: 7 })
  })

  test.each([
    ['missing', {}, /asks for a user name/],
    ['wrong', { ...signIn, password: 'water' }, /refuses this user name/],
  ])('that is %s is told', async (_what, credentials, message) => {
    const printer = await start({ signIn })
    const error = await failure(open({ ...credentials, uri: printer.uri }).getPrinter())
    expect(error).toMatchObject({ kind: 'unauthorized', message: expect.stringMatching(message) })
  })

  test('is not sent by a way that is not known', async () => {
    const printer = await start({ signIn: { ...signIn, scheme: 'Digest' } })
    const error = await failure(open({ ...signIn, uri: printer.uri }).getPrinter())
    expect(error).toMatchObject({ kind: 'unauthorized', message: expect.stringMatching(/by digest/) })
  })
})

describe('a certificate that the printer signed itself', () => {
  test('is refused before a byte is sent, and accepted by its fingerprint', async () => {
    const printer = await start({ secure: true })
    for (const certificate of [null, Buffer.alloc(32, 1)]) {
      const error = await failure(open({ uri: printer.uri, certificate }).getPrinter())
      expect(error).toMatchObject({ kind: 'certificate', certificate: printer.certificate })
    }
    expect(printer.requests()).toEqual({})
    const client = open(printer)
    const { id } = await print(client)
    expect(await finished(client, id)).toMatchObject({ impressionsCompleted: 7 })
  })

  test('is the only one that is accepted then: one that an authority signed is refused', async () => {
    const printer = await start({ secure: true })
    const usual = tls.getCACertificates('default')
    closing.push(() => tls.setDefaultCACertificates(usual))
    tls.setDefaultCACertificates([...usual, testCertificate])
    expect(await open({ uri: printer.uri }).getPrinter()).toMatchObject({ state: 'idle' })
    const pinned = open({ uri: printer.uri, certificate: Buffer.alloc(32, 1) })
    expect(await failure(pinned.getPrinter())).toMatchObject({
      kind: 'certificate',
      certificate: printer.certificate,
      message: expect.stringMatching(/another certificate/),
    })
  })

  test('is missing where a printer speaks no TLS', async () => {
    const { uri } = await start()
    const error = await failure(open({ uri: uri.replace('ipp:', 'ipps:') }).getPrinter())
    expect(error).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/TLS/) })
  })
})

describe('a bad printer', () => {
  test.each(['html', 'garbage', 'truncated', 'wrong id', 'endless', 'redirect', 'lying length'] as const)(
    'that answers with %s gives a clear error',
    async (kind) => {
      const printer = await start()
      printer.rubbish(kind)
      const client = open(printer)
      const error = await failure(client.getPrinter())
      expect(error).toMatchObject({ kind: 'rubbish', message: expect.stringMatching(/cannot be read/) })
      printer.rubbish(null)
      expect(await client.getPrinter()).toMatchObject({ state: 'idle' })
    },
  )

  test('that says a megabyte about itself is believed in a part of it, without what no database keeps', async () => {
    const printer = await start()
    const many = Array.from({ length: 2_500 }, (_, n) => `${n} ${'x'.repeat(290)}`)
    printer.lie({
      printer: {
        'printer-state-reasons': many.slice(0, 400),
        'marker-names': many,
        'marker-types': many.map(() => 'toner'),
        'marker-levels': many.map(() => 1),
        'printer-make-and-model': 'Laser\0Jet\u001b[2J',
      },
      job: { 'job-state-message': many[0] ?? '', 'job-state-reasons': many.slice(0, 400) },
    })
    const client = open(printer)
    const status = await client.getPrinter()
    expect(JSON.stringify(status).length).toBeLessThan(100_000)
    expect([status.supplies.length, status.reasons.length]).toEqual([50, 50])
    expect(status.message.length).toBeLessThan(1000)
    expect(status.make_and_model).toBe('Laser Jet [2J')
    const created = await client.createJob(job)
    expect([JSON.stringify(created).length < 10_000, created.reasons.length]).toEqual([true, 20])
  })

  test('that does not answer is given up', async () => {
    const printer = await start()
    printer.rubbish('no answer')
    expect(await failure(open(printer, { answerMs: 50 }).getPrinter())).toMatchObject({ kind: 'timeout' })
    const asked = open(printer).getPrinter(AbortSignal.timeout(50))
    expect(await failure(asked)).toMatchObject({ kind: 'timeout' })
  })

  test('that is off is unreachable, and is found again', async () => {
    const printer = await start()
    const client = open(printer)
    await printer.power('off')
    expect(await failure(client.getPrinter())).toMatchObject({
      kind: 'unreachable',
      message: expect.stringMatching(/off/),
    })
    await printer.power('on')
    expect(await client.getPrinter()).toMatchObject({ state: 'idle' })
  })

  test('that hangs up in the middle of a document leaves a job that is found again', async () => {
    const printer = await start()
    const client = open(printer)
    const { id } = await client.createJob(job)
    printer.dropDuring('Send-Document')
    expect(await failure(client.sendDocument(id, document))).toMatchObject({ kind: 'unreachable' })
    expect(await client.findJob('1-1-abcdef Our Print')).toMatchObject({
      id,
      state: 'pending',
      impressionsCompleted: 0,
    })
    printer.dropDuring('Send-Document', 'after')
    expect(await failure(client.sendDocument(id, document))).toMatchObject({ kind: 'unreachable' })
    expect(await finished(client, id)).toMatchObject({ impressionsCompleted: 7 })
    expect(printer.jobs()).toHaveLength(1)
  })

  test.each([
    [0x0504, 'busy', 'The printer has a fault: look at its display.'],
    [0x050a, 'busy', 'The printer is busy.'],
    [0x0405, 'busy', 'The printer is busy.'],
    [0x0411, 'refused', 'The printer cannot read this file.'],
  ])('that answers with the status %i: whether the job can succeed later', async (status, kind, message) => {
    const server = http.createServer((request, response) => {
      void buffer(request).then((asked) => {
        const answer = Buffer.concat([asked.subarray(0, 8), Buffer.from([1, 3])])
        answer.writeUInt16BE(status, 2)
        response.writeHead(200, { 'content-type': 'application/ipp' }).end(answer)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    closing.push(() => server.close())
    const { port } = server.address() as AddressInfo
    const client = open({ uri: `ipp://127.0.0.1:${port}/ipp/print` })
    expect(await failure(client.getPrinter())).toMatchObject({ kind, message })
  })

  test('is not blamed for a file that is not there', async () => {
    const printer = await start()
    const client = open(printer)
    const { id } = await client.createJob(job)
    await expect(client.sendDocument(id, { ...document, path: `${pdf}x` })).rejects.toMatchObject({
      code: 'ENOENT',
    })
    expect(printer.requests()).not.toHaveProperty('Send-Document')
  })
})

test('an address for documentation is never contacted', async () => {
  const error = await failure(open({ uri: 'ipp://192.0.2.21/ipp/print' }).getPrinter())
  expect(error).toMatchObject({ kind: 'unreachable', message: expect.stringMatching(/demo/) })
})

test.each(['http://127.0.0.1/ipp', 'ipp:///ipp', 'ipp://user:secret@127.0.0.1/ipp', 'ipp://', 'file:///etc'])(
  '%s is no address of a printer',
  (uri) => {
    expect(() => open({ uri })).toThrow(/not an address/)
  },
)
