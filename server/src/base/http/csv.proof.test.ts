import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'csv-parse/sync'
import { csvParse } from 'd3-dsv'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { useDatabase } from '../../../test/database.ts'
import { until } from '../../../test/until.ts'
import { findLibreOffice } from '../../printing/office/findLibreOffice.ts'
import { connect, type Pool } from '../database/db.ts'
import { deadlines, watchConnections } from './connectionDeadlines.ts'
import { columnsOf, createCsvExports } from './csv.ts'
import { replyWithError } from './errorReply.ts'
import { WorkQueue } from './workQueue.ts'

const libreOffice = await findLibreOffice({ setting: 'auto', searchPath: process.env['PATH'] ?? '' })

const { db, url } = useDatabase()
const state = {} as { app: FastifyInstance; pool: Pool; address: string; written: () => number }
const queue = new WorkQueue({
  concurrency: 2,
  queueLength: 1,
  queueTimeoutMs: 15_000,
  slowReaderMs: 3000,
  retryAfter: 5,
})

const Item = z.object({
  id: z.int(),
  text: z.string(),
  yes: z.boolean().nullable(),
  person: z.object({ name: z.string() }).nullable(),
  files: z.array(z.object({ name: z.string() })),
})

/** SQL for a number of rows, each with a text of this length. */
const rows = (count: number, width = 1) => `select n as id, repeat('x', ${width}) as text, true as yes,
  json_build_object('name', 'N') as person, '[]'::json as files from generate_series(1, ${count}) n`

beforeAll(async () => {
  state.pool = connect(url, { max: 2, planMode: 'custom' })
  const pools = { pool: state.pool, cancelPool: db }
  const csv = createCsvExports(pools, queue)
  const brief = createCsvExports(pools, queue, 1000)
  state.app = Fastify()
  watchConnections(state.app.server, { ...deadlines, check: 100 }, 1000)
  state.app.setErrorHandler(replyWithError)
  state.app.get<{ Querystring: { sql: string } }>('/rows', async (request, reply) => {
    state.written = () => (reply.raw.socket?.bytesWritten ?? 0) + reply.raw.writableLength
    await csv.send(reply, 'things', Item, (tx) => tx.unsafe(request.query.sql))
    return reply
  })
  state.app.get<{ Querystring: { sql: string } }>('/brief', async (request, reply) => {
    await brief.send(reply, 'things', Item, (tx) => tx.unsafe(request.query.sql))
    return reply
  })
  await state.app.listen({ port: 0, host: '127.0.0.1' })
  state.address = `http://127.0.0.1:${(state.app.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await state.app.close()
  await state.pool.end({ timeout: 1 })
})

const address = (sql: string) => `${state.address}/rows?${new URLSearchParams({ sql }).toString()}`
const read = async (sql: string) => (await fetch(address(sql))).text()

/** A response whose body is not read yet. */
async function start(sql: string): Promise<IncomingMessage> {
  const request = get(address(sql), { agent: false })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return response
}

/** How many export connections are busy or in a transaction. */
const busyConnections = async () => {
  const [row] = await db<[{ busy: number }]>`
    select count(*)::int as busy from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`
  return row.busy
}
const untilIdle = () => expect.poll(busyConnections).toBe(0)

test('the file is named after the list and the shop’s day, and is CSV of RFC 4180 with a byte order mark', async () => {
  const sql = `select * from (values
    (1, 'plain', true, json_build_object('name', 'Asha, Rao'), '[{"name":"a.pdf"},{"name":"b.pdf"}]'::json),
    (-2, 'say "hi"', null, null, '[]')) v (id, text, yes, person, files)`
  const reply = await state.app.inject(`/rows?${new URLSearchParams({ sql }).toString()}`)
  const [{ day }] = await db<[{ day: string }]>`select shop_day(now()) as day`
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="things-${day}.csv"`,
  })
  expect(reply.body).toBe(
    '\uFEFFid,text,yes,person.name,files\r\n1,plain,true,"Asha, Rao","a.pdf; b.pdf"\r\n-2,"say ""hi""",,,\r\n',
  )
  expect(columnsOf(Item)).toEqual(['id', 'text', 'yes', 'person.name', 'files'])
})

const harmless = [
  'a,b',
  'a"b',
  '"',
  'two\nlines',
  'two\r\nlines',
  'cr\ralone',
  ' spaces ',
  'नमस्ते 🖨',
  '1-2=x',
  'a;b',
  'a\tb',
]
/** What a stranger may type into a form, and the same defused. */
const formulas = [
  ['=1+1', "'=1+1"],
  ['+919800000000', "'+919800000000"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "\t'=1"],
  ['\r=1', "\r'=1"],
  ['=cmd|"/c"!A1,x', `'=cmd|"/c"!A1,x`],
  ['＝1', "'＝1"],
  ['  =1+1', "'  =1+1"],
  ['\uFEFF\u200B=1+1', "'\uFEFF\u200B=1+1"],
  ['two\n=1+1\nlines', "two\n'=1+1\nlines"],
  ['two\n=1+1,=2+2\n+3', "two\n'=1+1,=2+2\n'+3"],
  ['two\r=1+1', "two\r'=1+1"],
  ['x;=1+1;', "x;'=1+1;"],
] as const

/** The file of these texts, and the texts as a reader must find them. */
async function exportTexts() {
  const texts = [...harmless, ...formulas.map(([text]) => text)]
  await db`drop table if exists nasty`
  await db`create table nasty as select n as id, t as text from unnest(${texts}::text[])
    with ordinality as u (t, n)`
  const body = await read(`select id, text, true as yes, null as person,
    json_build_array(json_build_object('name', 'a.pdf'), json_build_object('name', text)) as files from nasty order by id`)
  return { body, expected: [...harmless, ...formulas.map(([, defused]) => defused)] }
}

test('every text is exported unchanged, but each line of it that is a formula gets an apostrophe in front', async () => {
  const { body, expected } = await exportTexts()
  const parsed: { text: string; files: string }[] = parse(body, { columns: true, bom: true })
  expect(parsed.map(({ text }) => text)).toEqual(expected)
  expect(parsed.find(({ text }) => text === "'=1+1")?.files).toBe("a.pdf;' =1+1")
})

test('a reader that ends a row at any line break finds the same rows', async () => {
  const { body, expected } = await exportTexts()
  expect(csvParse(body).map(({ text }) => text)).toEqual(expected)
})

// 44 is the comma; in other countries spreadsheets split at semicolons and tabs, and some at all of them.
test.skipIf(!libreOffice).each(['44', '59', '9', '44/59/9'])(
  'a spreadsheet that splits at %s finds no formula',
  async (separators) => {
    const folder = await mkdtemp(join(tmpdir(), 'our-print-csv-'))
    try {
      await writeFile(join(folder, 'list.csv'), `\uFEFF${(await exportTexts()).body}`)
      await promisify(execFile)(
        libreOffice ?? '',
        [
          `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
          '--headless',
          `--infilter=Text - txt - csv (StarCalc):${separators},34,76,1`,
          '--convert-to',
          'fods',
          '--outdir',
          folder,
          join(folder, 'list.csv'),
        ],
        { env: { PATH: process.env['PATH'], HOME: folder }, timeout: 60_000 },
      )
      const sheet = await readFile(join(folder, 'list.fods'), 'utf8')
      expect(sheet).toContain('two')
      expect(sheet.match(/table:formula="[^"]*"/g)).toBeNull()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
)

test('an empty list has only its header, a long one exactly its rows', async () => {
  expect(await read(rows(0))).toBe('id,text,yes,person.name,files\r\n')
  for (const count of [1, 99, 100, 101, 1000]) {
    expect(parse(await read(rows(count)), { from: 2 })).toHaveLength(count)
  }
})

test('with a slow client, 50,000 rows wait in the database, not in memory', async () => {
  const response = await start(rows(50_000, 1000))
  let before = 0
  await until(
    'nothing more is written',
    () => {
      const last = before
      before = state.written()
      return last > 0 && before === last
    },
    { interval: 200 },
  )
  // Of about 50 MB, only what fits into socket buffers and a few batches was read.
  expect(state.written()).toBeLessThan(12_000_000)
  expect(await busyConnections()).toBe(1)
  let bytes = 0
  let lines = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines++
  }
  expect(lines).toBe(50_001)
  expect(bytes).toBeGreaterThan(50_000_000)
  await untilIdle()
})

test('when a client disconnects, its statement ends and its connection is free', async () => {
  for (let turn = 0; turn < 3; turn++) {
    const response = await start(rows(50_000, 1000))
    response.destroy()
    await untilIdle()
  }
  // Also while the first row is still being searched, or before: at any time.
  for (const delay of [...Array(20).keys(), 100, 500]) {
    const request = get(address(`select pg_sleep(30), ${rows(1).slice(7)}`), { agent: false })
    request.on('error', () => {})
    await sleep(delay)
    request.destroy()
    await sleep(20)
    await untilIdle()
  }
  expect(parse(await read(rows(3)), { from: 2 })).toHaveLength(3)
})

test('an error at the first row gets an error response; a later one aborts the file, so that it is not complete', async () => {
  const refused = await fetch(address('select 1 / 0 as id'))
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    500,
    'application/json; charset=utf-8',
  ])

  const broken = await fetch(
    address(`select 1 / (420 - n) as id, repeat('x', 1000) as text from generate_series(1, 5000) n`),
  )
  expect(broken.status).toBe(200)
  await expect(broken.text()).rejects.toThrow('terminated')
  await untilIdle()
})

test('two exports run at once; a third one waits, and one beyond the queue is refused', async () => {
  const [first, second] = [await start(rows(50_000, 1000)), await start(rows(50_000, 1000))]
  const third = fetch(address(rows(1)))
  await expect.poll(() => queue.waiting).toBe(1)
  const fourth = await fetch(address(rows(1)))
  expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([503, '5'])
  first.destroy()
  expect((await third).status).toBe(200)
  second.destroy()
  await untilIdle()
  expect(queue.running).toBe(0)
})

test('a stalled response is aborted for a waiting export', async () => {
  const stalled = [await start(rows(50_000, 1000)), await start(rows(50_000, 1000))]
  expect(parse(await read(rows(3)), { from: 2 })).toHaveLength(3)
  await expect.poll(() => queue.running).toBe(1)
  for (const response of stalled) response.destroy()
  await untilIdle()
})

test('an export has a total deadline, and then leaves the queue', async () => {
  const sql = `select n as id, pg_sleep(0.001)::text as text from generate_series(1, 3000) n`
  const reply = await fetch(address(sql).replace('/rows', '/brief'))
  await expect(reply.text()).rejects.toThrow('terminated')
  await untilIdle()
  expect(queue.running).toBe(0)
})

test('HEAD reads no rows', async () => {
  const reply = await fetch(address(rows(50_000, 1000)), { method: 'HEAD' })
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  await untilIdle()
})
