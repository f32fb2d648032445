import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url)
const glossary = readFileSync(new URL('docs/glossary.md', root), 'utf8')
const entries = [...glossary.matchAll(/^- \*\*(.+?)\*\*: (.+)$/gm)].map(([, term = '', meaning = '']) => ({
  term,
  meaning,
}))

test('fits on three screens, one line a term', () => {
  expect(glossary.trimEnd().split('\n').length).toBeLessThanOrEqual(150)
  expect(glossary.split(/\s+/).length).toBeLessThanOrEqual(1_300)
  expect(entries.length).toBe(glossary.match(/^- /gm)?.length)
})

test('no term stands twice, and terms are sorted within their group', () => {
  const terms = entries.map(({ term }) => term.toLowerCase())
  expect(terms.filter((term, at) => terms.indexOf(term) !== at)).toEqual([])
  const unsorted = glossary.split('\n## ').flatMap((group) => {
    const own = [...group.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, term = '']) => term)
    const sorted = own.toSorted((a, b) => a.localeCompare(b, 'en'))
    return own.filter((term, at) => term !== sorted[at])
  })
  expect(unsorted).toEqual([])
})

test('every name of code in it is in the source', () => {
  const folders = ['contract/src', 'server/src', 'server/sql', 'web/src']
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.(ts|tsx|sql)$/.test(name))
      .map((name) => `${folder}/${name}`),
  )
  const words = new Set(
    files.flatMap((file) => readFileSync(new URL(file, root), 'utf8').match(/\b\w+\b/g) ?? []),
  )
  const names = entries.flatMap(({ meaning }) =>
    [...meaning.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  )
  expect(names.length).toBeGreaterThan(50)
  expect(names.filter((name) => !words.has(name))).toEqual([])
})
