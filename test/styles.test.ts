import { dirname, join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { childrenOf, isNode, type Node } from '../web/languages/composed.ts'
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

/** The elements and the texts that stand in one line in JSX, whatever condition shows them. */
function inLine(node: Node): Node[] {
  if (node.type === 'JSXElement' || node.type === 'JSXText' || node.type === 'Literal') return [node]
  return childrenOf(node).flatMap(inLine)
}

const isText = ({ type, value }: Node) =>
  /^(JSXText|Literal)$/.test(type) && typeof value === 'string' && (value === ' ' || value.trim() !== '')

/** Links beside text that only their colour tells from it; one that looks like the text is found by its place, as a name. */
function plainLinks(code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (/^JSX(Element|Fragment)$/.test(node.type)) {
      const line = (node.children as Node[]).flatMap(inLine)
      if (line.some(isText))
        for (const { start, openingElement } of line) {
          if (!isNode(openingElement)) continue
          const tag = code.slice(openingElement.start, openingElement.end)
          if (/^<Link\s/.test(tag) && !/\s(underlined|strong|tone)\b/.test(tag))
            found.push(`${start}: ${tag}`)
        }
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync('code.tsx', code).program as unknown as Node)
  return found
}

test('a link within a sentence is underlined, since dark colours are too near to each other', () => {
  expect(plainLinks('<p>Of <Link to="/a">a</Link></p>')).toHaveLength(1)
  expect(plainLinks("<>{a ? <Link to='/a'>a</Link> : a}{' '}{b}</>")).toHaveLength(1)
  expect(plainLinks('<p>Of <Link to="/a" underlined>a</Link></p>')).toEqual([])
  expect(plainLinks('<p>\n<Link to="/a">a</Link>\n</p>')).toEqual([])
  const screens = sourceFiles.filter((file) => file.startsWith('web/') && /(?<!test)\.tsx$/.test(file))
  expect(screens.flatMap((file) => plainLinks(read(file)).map((link) => `${file}:${link}`))).toEqual([])
})
