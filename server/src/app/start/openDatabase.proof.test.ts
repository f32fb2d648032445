import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { startEmbeddedPostgres } from './embeddedDatabase.ts'
import { openDatabase } from './openDatabase.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'our-print-open-'))
const settings = { dataDir, databaseUrl: undefined }

afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

async function ask(url: string, question: string): Promise<unknown> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    const [row] = await sql.unsafe(question)
    return Object.values((row ?? {}) as object)[0]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

test('a data folder without a shop is refused, and created only on request', async () => {
  await expect(openDatabase(settings)).rejects.toThrow(
    `There is no shop in the data folder ${dataDir} yet: start it once with npm start`,
  )
  const made = await openDatabase(settings, { create: true })
  expect(await ask(made.url, 'select current_user')).toBe('our_print')
  await ask(made.url, 'create table kept (note text)')
  await made.stop()
  await expect(ask(made.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a stopped database is started, and stopped again on close', async () => {
  const open = await openDatabase(settings)
  expect(await ask(open.url, 'select count(*)::int from kept')).toBe(0)
  await open.stop()
  await expect(ask(open.url, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('a running database is used, and runs on after close', async () => {
  const server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const open = await openDatabase(settings)
  expect(open.url).toBe(server.url)
  await open.stop()
  expect(await ask(server.url, 'select 1')).toBe(1)
  await server.stop()
})

test('a database whose server is starting is awaited', async () => {
  const starting = startEmbeddedPostgres({ dataDir, log: () => {} })
  const [server, open] = await Promise.all([starting, openDatabase(settings)])
  expect(await ask(open.url, 'select 1')).toBe(1)
  await open.stop()
  expect(await ask(server.url, 'select 1')).toBe(1)
  await server.stop()
})

test('DATABASE_URL is used, and no message has its password', async () => {
  const databaseUrl = 'postgres://shop:secret@db.example:5432/shop?sslmode=require'
  const open = await openDatabase({ dataDir, databaseUrl })
  expect(open.url).toBe(databaseUrl)
  expect(open.where).toBe('db.example:5432/shop')
  await open.stop()
})
