import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { connect } from '../server/src/base/database/db.ts'
import { useDatabase } from '../server/test/database.ts'

// A pooler refuses a connection with a startup parameter that it neither knows nor was told to ignore.

const { url } = useDatabase()
const pools = [connect(url, { max: 1 }), connect(url, { max: 1, planMode: 'custom', lookupMs: 1000 })]
afterAll(() => Promise.all(pools.map((pool) => pool.end({ timeout: 1 }))))

/** What PgBouncer keeps for each client by itself. */
const known = ['application_name', 'client_encoding', 'DateStyle', 'standard_conforming_strings', 'TimeZone']

test('docs/operations.md names every startup parameter that a pooler must accept', async () => {
  const sent = await Promise.all(
    pools.map((pool) => pool<{ name: string }[]>`select name from pg_settings where source = 'client'`),
  )
  const names = new Set(sent.flat().map(({ name }) => name))
  const [, documented = ''] =
    /ignore_startup_parameters`\):\n([^.]*)\./.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  const named = new Set([...documented.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(named).toEqual(new Set([...names].filter((name) => !known.includes(name))))
})
