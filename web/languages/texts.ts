import { parseSync } from 'vite'
import { keyOf, partsOf } from './keys.ts'
import { codeNames, looksFilledIn, looksLikeText, type Place, placeIn, textNames, word } from './textRules.ts'

// Which literals of a source file people read. See docs/decisions/067-languages.md.

/** A text of a source file. */
export type Text = {
  /** The English text, with a name in braces for each value: the key of the catalogues. */
  key: string
  start: number
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) =>
    key === 'parent' ? [] : Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

/** The text of JSX as it is shown: lines joined by one space. */
function shownText(raw: string): string {
  const lines = raw.split(/\r?\n/)
  return lines
    .map((line, at) => {
      const from = at === 0 ? line : line.trimStart()
      return at === lines.length - 1 ? from : from.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}

/** What a value is called in a key. */
function nameOf(node: Node): string {
  switch (node.type) {
    case 'Identifier':
      return node['name'] as string
    case 'MemberExpression':
      return node['computed'] ? nameOf(node['object'] as Node) : nameOf(node['property'] as Node)
    case 'ChainExpression':
    case 'JSXExpressionContainer':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return nameOf(node['expression'] as Node)
    case 'CallExpression': {
      const [first] = node['arguments'] as Node[]
      const named = first && /^(Identifier|MemberExpression|ChainExpression)$/.test(first.type)
      return nameOf(named ? first : (node['callee'] as Node))
    }
    case 'JSXElement': {
      const name = (node['openingElement'] as Node)['name'] as Node
      return (typeof name['name'] === 'string' ? name['name'] : 'part').toLowerCase()
    }
    default:
      return 'part'
  }
}

/** Names for values, each once. */
function namesOf(nodes: readonly Node[]): string[] {
  const seen = new Map<string, number>()
  return nodes.map((node) => {
    const name = nameOf(node)
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name}${times}`
  })
}

/** A text in the code: from start to end, and how it is written with a translation. */
type Found = Text & {
  end: number
  write: (translation: string, code: (start: number, end: number) => string) => string
}

const quoted = (text: string) => JSON.stringify(text)

/** What is between `${` and `}`, or a child between two texts. */
type Value = { name: string; node: Node }

function valueOf(values: readonly Value[], name: string): Node {
  const found = values.find((one) => one.name === name)
  if (!found) throw new Error(`No value is called {${name}}`)
  return found.node
}

const withNames = (nodes: Node[]): Value[] =>
  namesOf(nodes).flatMap((name, at) => {
    const node = nodes[at]
    return node ? [{ name, node }] : []
  })

/** A template, as a text with its values; undefined where it holds no words and is not `marked` as one. */
function ofTemplate(node: Node, marked: boolean): Found | undefined {
  const texts = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
  const values = withNames(node['expressions'] as Node[])
  if (!marked && !looksFilledIn(texts.join('0'))) return undefined
  return {
    key: keyOf(
      texts,
      values.map(({ name }) => name),
    ),
    start: node.start,
    end: node.end,
    write: (translation, code) =>
      `\`${partsOf(translation)
        .map((part, at) => {
          if (at % 2 === 0) return part.replace(/[`\\]|\$\{/g, '\\$&')
          const { start, end } = valueOf(values, part)
          return `\${${code(start, end)}}`
        })
        .join('')}\``,
  }
}

/** Text between elements, also where it stands in braces, as a space does at the end of a line. */
function literalChild(node: Node): string | undefined {
  if (node.type === 'JSXText') return shownText(String(node['value']))
  const inner = node.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : undefined
  const text = inner?.type === 'Literal' ? inner['value'] : undefined
  // Braces in it would be taken for a value.
  return typeof text === 'string' && !text.includes('{') ? text : undefined
}

/** The children of an element as one text with its values; undefined where none of them is text. */
function ofChildren(node: Node): Found | undefined {
  const children = node['children'] as Node[]
  const [first, last] = [children[0], children.at(-1)]
  if (!first || !last || !children.some((child) => word.test(literalChild(child) ?? ''))) return undefined
  const texts = ['']
  const nodes: Node[] = []
  for (const child of children) {
    const text = literalChild(child)
    if (text !== undefined) texts[texts.length - 1] += text
    else if (
      child.type !== 'JSXExpressionContainer' ||
      (child['expression'] as Node).type !== 'JSXEmptyExpression'
    ) {
      nodes.push(child)
      texts.push('')
    }
  }
  const values = withNames(nodes)
  return {
    key: keyOf(
      texts,
      values.map(({ name }) => name),
    ),
    start: first.start,
    end: last.end,
    write: (translation, code) =>
      partsOf(translation)
        .map((part, at) => {
          if (at % 2 === 0) return part && `{${quoted(part)}}`
          const { start, end } = valueOf(values, part)
          return code(start, end)
        })
        .join(''),
  }
}

const nameIn = (node: Node) => {
  const name = node['name'] ?? node['value']
  return typeof name === 'string' ? name : ''
}

/** The texts of a source file, in the sequence of the code; one may hold others in its values. */
export function textsOf(file: string, code: string): Found[] {
  const found: Found[] = []
  const add = (one: Found | undefined) => one && found.push(one)

  function literal(node: Node, place: Place, inAttribute: boolean) {
    const text =
      node.type === 'Literal'
        ? node['value']
        : (node['quasis'] as { value: { cooked: string } }[])[0]?.value.cooked
    if (typeof text !== 'string' || place === 'code') return
    if (place === 'open' ? !looksLikeText(text) : !/\p{L}/u.test(text)) return
    add({
      key: text,
      start: node.start,
      end: node.end,
      write: (translation) => (inAttribute ? `{${quoted(translation)}}` : quoted(translation)),
    })
  }

  /** The form for many, which is the form for one with an s in English only. */
  function addPlural([, one, many]: readonly Node[]) {
    if (!one || many) return
    if (typeof one['value'] !== 'string')
      throw new Error(`${file}: plural() of a word that is chosen needs both its forms`)
    const write = (translation: string) => `, ${quoted(translation)}`
    add({ key: `${one['value']}s`, start: one.end, end: one.end, write })
  }

  function visitAll(nodes: readonly Node[], place: Place) {
    for (const node of nodes) visit(node, place)
  }

  function visit(node: Node, place: Place): void {
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
        return
      case 'Literal':
        literal(node, place, false)
        return
      case 'TemplateLiteral': {
        const values = node['expressions'] as Node[]
        if (values.length === 0) {
          literal(node, place, false)
          return
        }
        const text = place === 'code' ? undefined : ofTemplate(node, place === 'marked')
        add(text)
        visitAll(values, text ? 'text' : place)
        return
      }
      case 'TaggedTemplateExpression':
        return
      case 'JSXElement':
      case 'JSXFragment': {
        if (node['openingElement']) visit(node['openingElement'] as Node, 'open')
        const all = ofChildren(node)
        add(all)
        for (const child of node['children'] as Node[])
          if (!all || literalChild(child) === undefined) visit(child, 'text')
        return
      }
      case 'JSXText':
        return
      case 'JSXExpressionContainer':
        visit(node['expression'] as Node, place)
        return
      case 'JSXAttribute': {
        const name = nameIn(node['name'] as Node)
        const value = node['value'] as Node | null
        const inside: Place = codeNames.test(name) ? 'code' : textNames.test(name) ? 'text' : 'open'
        if (value?.type === 'Literal') literal(value, inside, true)
        else if (value) visit(value, inside)
        return
      }
      case 'Property': {
        const name = nameIn(node['key'] as Node)
        if (node['computed']) visit(node['key'] as Node, 'code')
        visit(node['value'] as Node, codeNames.test(name) ? 'code' : textNames.test(name) ? 'text' : 'open')
        return
      }
      case 'ConditionalExpression':
        visit(node['test'] as Node, 'open')
        visit(node['consequent'] as Node, place)
        visit(node['alternate'] as Node, place)
        return
      case 'LogicalExpression':
        visit(node['left'] as Node, node['operator'] === '&&' ? 'open' : place)
        visit(node['right'] as Node, place)
        return
      case 'BinaryExpression': {
        const isSum = node['operator'] === '+'
        visitAll([node['left'] as Node, node['right'] as Node], isSum ? place : 'code')
        return
      }
      case 'SwitchCase':
        if (node['test']) visit(node['test'] as Node, 'code')
        visitAll(node['consequent'] as Node[], 'open')
        return
      case 'MemberExpression':
        visit(node['object'] as Node, 'open')
        if (node['computed']) visit(node['property'] as Node, 'code')
        return
      case 'NewExpression':
      case 'CallExpression': {
        const callee = node['callee'] as Node
        const name = nameOf(callee)
        visit(callee, 'open')
        const values = node['arguments'] as Node[]
        visitAll(values, placeIn(name))
        if (name === 'plural') addPlural(values)
        return
      }
      case 'ArrayExpression':
        visitAll((node['elements'] as unknown[]).filter(isNode), place)
        return
      default:
        if (/^TS(?!(As|NonNull|Satisfies|Instantiation)Expression$)/.test(node.type)) return
        visitAll(
          childrenOf(node),
          /^(ParenthesizedExpression|ChainExpression|TS)/.test(node.type) ? place : 'open',
        )
    }
  }

  const { program, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  visit(program as unknown as Node, 'open')
  return found.toSorted((a, b) => a.start - b.start || b.end - a.end)
}

/** The code with its translations; a text that `translate` does not know stays as it is. */
export function translated(
  file: string,
  code: string,
  translate: (key: string) => string | undefined,
): string {
  const texts = textsOf(file, code)
  const write = (start: number, end: number): string => {
    let [at, written] = [start, '']
    for (const text of texts) {
      if (text.start < at || text.end > end) continue
      const translation = translate(text.key)
      if (translation === undefined) continue
      written += code.slice(at, text.start) + text.write(translation, inside(text))
      at = text.end
    }
    return written + code.slice(at, end)
  }
  // A value that is itself a text has the same place as itself only, never as what holds it.
  const inside = (holder: Found) => (start: number, end: number) =>
    start === holder.start && end === holder.end ? code.slice(start, end) : write(start, end)
  return write(0, code.length)
}
