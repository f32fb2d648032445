import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

interface Manifest {
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readManifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest
const document = read('docs/dependencies.md')
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { license?: string }> }

const permissive = ['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'PostgreSQL', 'Unlicense']

/** The rows of a section's table: package and licence. */
function rowsOf(section: string): [name: string, licence: string][] {
  const [, text = ''] = document.split(`\n## ${section}\n`)
  const [table = ''] = text.split('\n## ')
  return [...table.matchAll(/^\| `([^`]+)` \| [^|]+ \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)].map(
    ([, name = '', licence = '']) => [name, licence],
  )
}

describe.each([
  ['server', 'Server'],
  ['postgres', 'PostgreSQL'],
  ['contract', 'Contract'],
  ['web', 'Web'],
])('the dependencies of %s', (folder, section) => {
  const { dependencies, optionalDependencies } = readManifest(folder)
  const versions = Object.entries({ ...dependencies, ...optionalDependencies }).filter(
    ([name]) => !name.startsWith('@our-print/'),
  )

  test('are those that docs/dependencies.md names, in alphabetical order', () => {
    expect(rowsOf(section).map(([name]) => name)).toEqual(versions.map(([name]) => name).toSorted())
  })

  test('have the licence that it names, which is a permissive one', () => {
    for (const [name, licence] of rowsOf(section)) {
      const installed =
        lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
      expect([name, installed?.license]).toEqual([name, licence])
      expect(permissive).toContain(licence)
    }
  })

  test('have exact versions', () => {
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})
