import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
const filesIn = (folder: string) => {
  const url = new URL(`../${folder}/`, import.meta.url)
  return existsSync(url) ? readdirSync(url).map((file) => `${folder}/${file}`) : []
}

const page = read('docs/adding-an-entity.md')
const [, newFiles = '', lines = ''] = page.split(/^## .*$/m)
/** The first two cells of each row of a table, without code marks. */
const rowsOf = (section: string) =>
  [...section.matchAll(/^\| `(.+?)` \| `?(.+?)`? \|$/gm)].map(([, file = '', text = '']) => ({ file, text }))

const objectsOf = (feature: string) =>
  filesIn('server/sql/objects').filter(
    (file) =>
      basename(file, '.sql').replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) === feature,
  )

const contractFiles = globSync('contract/src/**/*.ts', { cwd: new URL('..', import.meta.url) })

/** Everything that a feature consists of, the browser story that it may have apart. */
const filesOf = (area: string, feature: string) => [
  ...contractFiles.filter((file) => basename(file) === `${feature}.ts`),
  ...objectsOf(feature),
  ...filesIn(`server/src/${area}/${feature}`),
  ...filesIn(`web/src/${area}/${feature}`),
]

test('the page lists exactly the files of its entity', () => {
  const listed = rowsOf(newFiles).map(({ file }) => file)
  const folder = dirname(listed.find((file) => file.endsWith('.routes.ts')) ?? '')
  expect(listed.toSorted()).toEqual(filesOf(basename(dirname(folder)), basename(folder)).toSorted())
})

test('the lines that the page adds to existing files are there', () => {
  const added = rowsOf(lines)
  expect(added.length).toBeGreaterThan(2)
  expect(added.filter(({ file, text }) => !read(file).includes(`${text}\n`))).toEqual([])
})

test('every test that the page names exists', () => {
  const named = [...page.matchAll(/`(test\/[\w.]+\.ts)`/g)].map(([, file = '']) => file)
  expect(named.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([])
})
