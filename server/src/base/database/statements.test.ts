import { globSync, readFileSync } from 'node:fs'
import postgres from 'postgres'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import type { Db } from './db.ts'
import { asTemplate, Statement } from './statements.ts'

const { db } = useDatabase()

describe('a statement of fragments', () => {
  test('has the values of all fragments in their sequence', async () => {
    const inRange = (from: number, to: number) => db`n between ${from} and ${to}`
    const [row] = await db`
      select array_agg(n order by n)::text as found from generate_series(1, ${20}::int) n
      where ${inRange(2, 3)} or (${inRange(10, 12)} and n <> ${11}::int) ${db``}`
    expect(row).toEqual({ found: '{2,3,10,12}' })
  })

  test('takes arrays of fragments, and arrays of values', async () => {
    const parts = [1, 2, 3].map((n, index) => db`${index > 0 ? db`union all` : db``} select ${n}::int as n`)
    expect(
      await db`select sum(n)::int as sum from (${parts}) p where n = any(${[2, 3]}::int[])`,
    ).toMatchObject([{ sum: 5 }])
    expect(await db`select sum(n)::int as sum from (${parts.slice(0, 2)}) p`).toMatchObject([{ sum: 3 }])
  })

  test('differs where the same place has a fragment or a value', async () => {
    const select = (what: unknown) => db`select ${what as string}::text as given`
    expect(await select('one')).toMatchObject([{ given: 'one' }])
    expect(await select(db`(1 + ${1}::int)`)).toMatchObject([{ given: '2' }])
    expect(await select('two')).toMatchObject([{ given: 'two' }])
  })

  test('is joined once for each combination, and sent once', async () => {
    const seen = new Set<unknown>()
    const send = (texts: unknown) => {
      seen.add(texts)
      return Promise.resolve([])
    }
    const tag = (texts: TemplateStringsArray, ...values: unknown[]) => new Statement(send, texts, values)
    const list = (status: string | undefined, limit: number) =>
      tag`select * from orders where true ${status ? tag`and status = ${status}` : tag``} limit ${limit}`
    for (let n = 0; n < 50; n++) await list(n % 2 ? 'delivered' : undefined, n).query
    expect(seen.size).toBe(2)
    const statement = list('assigned', 1)
    expect(statement.query).toBe(statement.query)
  })

  test('takes a text that was computed once', async () => {
    const template = asTemplate('4 + 5')
    expect(await db`select ${db(template)} as sum`).toMatchObject([{ sum: 9 }])
  })

  test('keeps what the driver itself writes: identifiers, rows, JSON', async () => {
    const rows = [
      { a: 1, b: 'x' },
      { a: 2, b: 'y' },
    ]
    await db.begin(async (tx) => {
      await tx`create temporary table written (a int, b text, c jsonb) on commit drop`
      await tx`insert into written ${tx(rows)}`
      await tx`update ${tx('written')} set c = ${tx.json({ n: 1 })} where ${tx('a')} = ${2}`
      expect(await tx`select a, b, c from written order by a`).toMatchObject([
        { a: 1, b: 'x', c: null },
        { a: 2, b: 'y', c: { n: 1 } },
      ])
    })
  })
})

const failing = (sql: Db) => sql`select 1 / ${0}::int`

test('an error names the place of its statement', async () => {
  const error = await failing(db).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(postgres.PostgresError)
  expect((error as Error).stack).toContain('statements.test.ts')
})

test('no statement needs what PostgreSQL has from 18 on only: 15 is enough', () => {
  const root = new URL('../../../', import.meta.url)
  const files = globSync('{src,sql/objects}/**/*.{ts,sql}', { cwd: root })
  const newer = /\breturning\s[^`;]*\b(old|new)\.|\bcasefold\(|\barray_(sort|reverse)\(|(?<!')\buuidv7\(/i
  const wrong = files.filter(
    (file) => !file.endsWith('.test.ts') && newer.test(readFileSync(new URL(file, root), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(wrong).toEqual([])
})
