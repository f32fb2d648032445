import { parseSync } from 'vite'
import {
  childrenOf,
  type Found,
  isNode,
  literalChild,
  type Node,
  nameOf,
  ofChildren,
  ofTemplate,
  quoted,
} from './composed.ts'
import {
  codeNames,
  filledIn,
  looksFilledIn,
  looksLikeText,
  type Place,
  placeIn,
  textNames,
} from './textRules.ts'

// Which literals of a source file people read. See docs/decisions/067-languages.md.

/** The name of a property or an attribute. */
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
    const filled = filledIn(text)
    const looks = filled === text ? looksLikeText : looksFilledIn
    if (place === 'open' ? !looks(filled) : !/\p{L}/u.test(text)) return
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
      written += code.slice(at, text.start) + text.write(translation, write)
      at = text.end
    }
    return written + code.slice(at, end)
  }
  return write(0, code.length)
}
