import { keyOf, partsOf } from './keys.ts'
import { looksFilledIn, word } from './textRules.ts'

// Texts that are put together from words and values: templates, and the children of an element.

/** A node of the syntax tree. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** The nodes directly below one. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
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
export function nameOf(node: Node): string {
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

/** A text of a source file, from start to end. */
export type Found = {
  /** The English text, with a name in braces for each value: the key of the catalogues. */
  key: string
  start: number
  end: number
  /** Writes it with a translation; `code` writes what is between two places. */
  write: (translation: string, code: (start: number, end: number) => string) => string
}

export const quoted = (text: string) => JSON.stringify(text)

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
export function ofTemplate(node: Node, marked: boolean): Found | undefined {
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
export function literalChild(node: Node): string | undefined {
  if (node.type === 'JSXText') return shownText(String(node['value']))
  const inner = node.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : undefined
  const text = inner?.type === 'Literal' ? inner['value'] : undefined
  // Braces in it would be taken for a value.
  return typeof text === 'string' && !text.includes('{') ? text : undefined
}

/** The children of an element as one text with its values; undefined where none of them is text. */
export function ofChildren(node: Node): Found | undefined {
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
