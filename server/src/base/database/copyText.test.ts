import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/database.ts'
import { copyLine } from './copyText.ts'

const { db } = useDatabase()

test('COPY reads back every value unchanged', async () => {
  const texts = ['', 'plain', 'a\tb', 'a\nb', 'a\r\nb', 'C:\\new', '\\N', '\\.', 'Straße 😀', null]
  const rows = texts.map((text, index) => [text, index, index % 2 === 0] as const)
  const found = await db.begin(async (tx) => {
    await tx`create temp table copied (text text, number int, flag boolean) on commit drop`
    const target = await tx`copy copied from stdin`.writable()
    await pipeline(Readable.from(rows.map(copyLine), { objectMode: false }), target)
    return tx`select text, number, flag from copied order by number`
  })
  expect(found.map(({ text, number, flag }) => [text, number, flag])).toEqual(rows)
})
