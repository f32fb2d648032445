import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '@our-print/postgres/ports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePdf } from '../../../test/pdf.ts'
import { until } from '../../../test/until.ts'
import { type IppClient, ippUser, openIpp } from './ippClient.ts'

// The printer that CUPS has for tests (Debian: cups-ipp-utils), which is written by those who write the standard. It
// wants the bus of the system, even if it announces nothing: so it gets one of its own.

const find = (program: string) =>
  [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin']
    .map((folder) => join(folder, program))
    .find((path) => existsSync(path))
const programs = [find('dbus-run-session'), find('ippeveprinter')]

describe.skipIf(programs.includes(undefined))('ippeveprinter of CUPS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'our-print-eve-'))
  const document = { path: join(folder, 'five.pdf'), name: 'five.pdf', format: 'application/pdf' }
  let printer: ChildProcess | undefined
  let client: IppClient

  beforeAll(async () => {
    const port = await freePort()
    writeFileSync(document.path, await makePdf(5))
    mkdirSync(join(folder, 'spool'))
    const [bus = '', eve = ''] = programs
    const environment = 'DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS exec "$0" "$@"'
    const printing = [
      '-2',
      '-s',
      '100,100',
      '-c',
      '/bin/true',
      '-f',
      'application/pdf',
      '-d',
      join(folder, 'spool'),
    ]
    const network = ['-r', 'off', '-n', 'localhost', '-p', String(port)]
    printer = spawn(bus, ['--', 'sh', '-c', environment, eve, ...printing, ...network, 'test'], {
      stdio: 'ignore',
      detached: true,
    })
    client = openIpp({
      uri: `ipp://localhost:${port}/ipp/print`,
      username: null,
      password: null,
      certificate: null,
    })
    await until('it answers', () =>
      client.getPrinter().then(
        () => true,
        () => false,
      ),
    )
  })

  afterAll(() => {
    client?.close()
    // The bus and the printer are a group of their own.
    if (printer?.pid && printer.exitCode === null) process.kill(-printer.pid, 'SIGKILL')
    rmSync(folder, { recursive: true })
  })

  test('says what it can do', async () => {
    expect(await client.getPrinter()).toMatchObject({
      state: 'idle',
      accepts_jobs: true,
      duplex: true,
      paper_sizes: expect.arrayContaining(['A4', 'Letter']),
      document_formats: expect.arrayContaining(['application/pdf']),
      supplies: expect.arrayContaining([expect.objectContaining({ kind: expect.any(String) })]),
    })
  })

  test('prints a job, finds it by its name and cancels one that waits for its document', async () => {
    const job = { user: ippUser, copies: 2, colorMode: 'monochrome', media: 'A4', impressions: 5 } as const
    const created = await client.createJob({
      ...job,
      name: '1-1-abcdef Our Print',
      duplex: 'two-sided-long-edge',
    })
    const sent = await client.sendDocument(created.id, document)
    expect(sent.id).toBe(created.id)
    await until('the job is done', async () => (await client.getJob(created.id))?.state === 'completed')
    expect(await client.findJob('1-1-abcdef Our Print')).toMatchObject({ id: created.id, state: 'completed' })
    expect(await client.findJob('2-1-abcdef Our Print')).toBeUndefined()
    expect(await client.getJob(created.id + 1000)).toBeUndefined()

    const waiting = await client.createJob({ ...job, name: '2-1-abcdef Our Print', duplex: 'one-sided' })
    await client.cancelJob(waiting.id)
    expect(await client.findJob('2-1-abcdef Our Print')).toMatchObject({ state: 'canceled' })
  })
})
