import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const here = new URL('.', import.meta.url)
const files = readdirSync(here).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))

test('the package knows nothing of the program that embeds it', () => {
  const naming = files.filter((name) =>
    /our.?print|DATA_DIR|DATABASE_URL|npm run/i.test(readFileSync(new URL(name, here), 'utf8')),
  )
  expect(naming).toEqual([])
})
