import { expect, test } from 'vitest'
import { lockSchema } from '../src/database/migrate.ts'
import { useDatabase } from './database.ts'
import { startServer } from './serverProcess.ts'
import { useTemporaryResources } from './temporaryResources.ts'

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
