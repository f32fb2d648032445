import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()

test('a savepoint that fails for a reason of its own is rolled back, and its transaction goes on', async () => {
  const answer = await database.db.begin(async (tx) => {
    await tx.savepoint(async (inner) => inner`select 1 / 0`).catch(() => {})
    return tx`select 1 as one`
  })
  expect(answer).toEqual([{ one: 1 }])
  await expect(database.db.begin((tx) => tx`select 1 / 0`)).rejects.toThrow('division by zero')
})

test('arrays travel as they are, there and back', async () => {
  const texts = ['', 'a,b', '{}', 'null', ' ', '"', '\\', 'İ\n', null]
  const row = {
    texts,
    uuids: ['01890000-0000-7000-8000-000000000000'],
    numbers: [1, 2 ** 40, -3, null],
    floats: [0.1, 1e300],
    flags: ['true', 'false'],
    times: ['2026-01-02T03:04:05.123456Z'],
    days: ['2026-01-02', null],
    nothing: [],
    nested: [
      ['a', 'b'],
      ['c', 'd"'],
    ],
  }
  const [back] = await database.db`
    select ${row.texts}::text[] as texts, ${row.uuids}::uuid[] as uuids, ${row.numbers}::bigint[] as numbers,
      ${row.floats}::float8[] as floats, ${row.flags}::boolean[] as flags, ${row.times}::timestamptz[] as times,
      ${row.days}::date[] as days, ${row.nothing}::text[] as nothing, ${row.nested}::text[] as nested`
  expect(back).toEqual({ ...row, flags: [true, false] })
})
