import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { read, sourceFiles } from './imports.ts'

// TypeScript knows any name as a class of a style sheet: a mistyped one would only be seen on the screen.

const importOf = /import (\w+) from '(\.[^']*\.module\.css)'/g

/** Classes that a file names by a text which it puts together, `styles[tone]`: then all of the sheet count as used. */
const byName = /\bstyles\[/

const sheets = new Map<string, { classes: Set<string>; used: Set<string>; all: boolean }>()
const unknown: string[] = []

for (const file of sourceFiles.filter((file) => file.startsWith('web/') && file.endsWith('.tsx'))) {
  const code = read(file)
  for (const [, name = '', path = ''] of code.matchAll(importOf)) {
    const sheet = join(dirname(file), path)
    const found = sheets.get(sheet) ?? { classes: classesOf(sheet), used: new Set<string>(), all: false }
    sheets.set(sheet, found)
    found.all ||= byName.test(code)
    for (const [, used = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
      found.used.add(used)
      if (!found.classes.has(used)) unknown.push(`${file}: ${used}`)
    }
  }
}

function classesOf(sheet: string): Set<string> {
  const css = read(sheet).replace(/\/\*.*?\*\//gs, '')
  return new Set([...css.matchAll(/\.([a-z][\w-]*)(?=[^{}]*\{)/gi)].map(([, name = '']) => name))
}

test('every class that a component names is in its style sheet', () => {
  expect(sheets.size).toBeGreaterThan(3)
  expect(unknown).toEqual([])
})

test('every class of a style sheet is used', () => {
  const unused = [...sheets].flatMap(([sheet, { classes, used, all }]) =>
    all ? [] : [...classes].filter((name) => !used.has(name)).map((name) => `${sheet}: ${name}`),
  )
  expect(unused).toEqual([])
})
