import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockSchema } from '../../src/base/database/migrate.ts'
import { useDatabase } from '../database.ts'
import { useTemporaryResources } from '../temporaryResources.ts'
import { startServer } from './serverProcess.ts'

const { url, db } = useDatabase()
const temporary = useTemporaryResources()

test('a start on a migrated database does not go through the migrations again', async () => {
  const DATA_DIR = await temporary.folder()
  await db.begin(async (tx) => {
    // Every migration would wait for this lock, even one that is applied already.
    await lockSchema(tx)
    const server = await startServer({ DATABASE_URL: url, DATA_DIR })
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop()
  })
})

/** Writes the names of all loaded packages to a file when the process ends. */
const listPackages = (file: string) => `
  import { writeFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  const names = new Set()
  registerHooks({
    load(url, context, next) {
      const inside = url.split('/node_modules/').at(-1).split('/')
      names.add(inside.slice(0, inside[0].startsWith('@') ? 2 : 1).join('/'))
      return next(url, context)
    },
  })
  process.on('exit', () => writeFileSync(${JSON.stringify(file)}, JSON.stringify([...names])))`

test('a start loads no package that only some requests need', async () => {
  const DATA_DIR = await temporary.folder()
  const [hook, list] = [join(DATA_DIR, 'hook.mjs'), join(DATA_DIR, 'packages.json')]
  await writeFile(hook, listPackages(list))
  const server = await startServer({ DATABASE_URL: url, DATA_DIR, NODE_OPTIONS: `--import=${hook}` })
  await server.stop()
  const loaded = JSON.parse(await readFile(list, 'utf8')) as string[]
  expect(loaded).toEqual(expect.arrayContaining(['fastify', 'postgres', 'zod']))
  // S3, pictures, page counts, label sheets, common passwords, backups: 2 to 40 MB of memory each.
  const rare = /^(@aws-sdk|@smithy|@img|@napi-rs|@zxcvbn-ts)\/|^(sharp|pdfjs-dist|pdfkit|fontkit|tar-stream)$/
  expect(loaded.filter((name) => rare.test(name))).toEqual([])
})
