import { childrenOf, isNode, type Node } from '../web/languages/composed.ts'
import {
  type Call,
  calls,
  find,
  functionOf,
  isFunction,
  modules,
  name,
  nodes,
  type Scope,
  scopes,
} from './programs.ts'

// The texts that code can make, followed through constants, functions and their callers. A value that only a running server
// knows becomes a placeholder.

/** More texts of one template are not told apart. */
const most = 400

/** What a member is called; `*` where only a running server knows it. */
const stepOf = ({ computed, property }: Node) =>
  computed && (property as Node).type !== 'Literal' ? '*' : name(property)

type Bound = Map<Node, Call>
const placeholder = (node: Node): string => {
  if (node.type === 'MemberExpression' && !node.computed) return `{${name(node.property)}}`
  if (node.type === 'CallExpression') return placeholder(node.callee as Node)
  return `{${name(node) || 'value'}}`
}
export const unique = (texts: string[]) => [...new Set(texts)]

/** The texts that an expression can have. `bound` says by which calls the functions around it are looked into. */
export function texts(node: Node, scope: Scope, bound: Bound = new Map(), depth = 0): string[] {
  const go = (next: unknown, where = scope, by = bound) =>
    isNode(next) ? texts(next, where, by, depth + 1) : []
  if (depth > 40) return [placeholder(node)]
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' || typeof node.value === 'number' ? [String(node.value)] : []
    case 'TemplateLiteral': {
      let all = ['']
      for (const [at, quasi] of nodes(node, 'quasis').entries()) {
        const { cooked } = quasi.value as { cooked: string }
        const expression = nodes(node, 'expressions')[at]
        let values = expression ? go(expression) : ['']
        if (expression && (values.length === 0 || values.length * all.length > most))
          values = [placeholder(expression)]
        all = all.flatMap((start) => values.map((value) => start + cooked + value))
      }
      return unique(all)
    }
    case 'ConditionalExpression':
      return unique([...go(node.consequent), ...go(node.alternate)])
    case 'LogicalExpression':
      if (node.operator === '&&') return unique([...go(node.right), ''])
      return unique([
        ...go(node.left).filter((text) => node.operator === '??' || text !== ''),
        ...go(node.right),
      ])
    case 'BinaryExpression':
      if (node.operator !== '+') return [placeholder(node)]
      return go(node.left).flatMap((left) => go(node.right).map((right) => left + right))
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return go(node.expression)
    case 'AwaitExpression':
      return go(node.argument)
    case 'Identifier': {
      if (name(node) === 'undefined') return []
      const found = find(name(node), scope)
      if (found?.kind === 'value') return go(found.node, found.scope)
      if (found?.kind === 'part')
        return partOf(found.node, found.scope, found.path, bound, depth) ?? [placeholder(node)]
      if (found?.kind === 'parameter') return argument(found, bound, depth) ?? [placeholder(node)]
      return [placeholder(node)]
    }
    case 'MemberExpression': {
      const path = [stepOf(node)]
      return partOf(node.object as Node, scope, path, bound, depth) ?? [placeholder(node)]
    }
    case 'CallExpression': {
      const called = node.callee as Node
      if (called.type === 'MemberExpression') {
        const method = name(called.property)
        // Of a list that is joined, each part.
        if (method === 'join')
          return unique([
            ...(partOf(called.object as Node, scope, ['*'], bound, depth + 1) ?? []),
            placeholder(node),
          ])
        if (/^(slice|trim|replace)$/.test(method)) return go(called.object)
        if (method === 'toLowerCase') return go(called.object).map((text) => text.toLowerCase())
      }
      const callee = functionOf(called, scope)
      if (!callee) return [placeholder(node)]
      return returned(callee, new Map([...bound, [callee, { node, scope }]]), depth)
    }
    default:
      return isFunction(node) ? returned(node, bound, depth) : [placeholder(node)]
  }
}

/** What is given for a parameter: by the call that is looked into, else by any. */
function argument(
  { of, at, path }: { of: Node; at: number; path: string[] },
  bound: Bound,
  depth: number,
): string[] | undefined {
  const by = bound.get(of)
  const from = by ? [by] : (calls.get(of) ?? [])
  if (from.length === 0) return undefined
  const rest = new Map(bound)
  rest.delete(of)
  const all = from.flatMap(({ node, scope }) => {
    const own = nodes(node, 'arguments')[at]
    const given = own ?? defaultOf(of, at)
    const where = own ? scope : scopes.get(of)
    if (!given || !where) return []
    if (path.length > 0) return partOf(given, where, path, rest, depth + 1) ?? [`{${path.at(-1)}}`]
    return texts(given, where, rest, depth + 1)
  })
  return unique(all)
}

const defaultOf = (of: Node, at: number) => {
  const parameter = nodes(of, 'params')[at]
  return parameter?.type === 'AssignmentPattern' ? (parameter.right as Node) : undefined
}

/** What a function returns. */
function returned(node: Node, bound: Bound, depth: number): string[] {
  const scope = scopes.get(node)
  const body = node.body as Node
  if (!scope) return []
  if (body.type !== 'BlockStatement') return texts(body, scope, bound, depth + 1)
  const found: string[] = []
  const look = (each: Node, at: Scope) => {
    if (isFunction(each)) return
    const inner = scopes.get(each) ?? at
    if (each.type === 'ReturnStatement' && isNode(each.argument))
      found.push(...texts(each.argument, inner, bound, depth + 1))
    for (const child of childrenOf(each)) look(child, inner)
  }
  look(body, scope)
  return unique(found)
}

/** A property of an object that the code writes, or all of its properties (`*`); undefined where nothing is known of it. */
export function partOf(
  node: Node,
  scope: Scope,
  path: string[],
  bound: Bound = new Map(),
  depth = 0,
): string[] | undefined {
  const [first, ...rest] = path
  if (depth > 40) return undefined
  if (first === undefined) return texts(node, scope, bound, depth + 1)
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'AwaitExpression':
      return partOf((node.expression ?? node.argument) as Node, scope, path, bound, depth + 1)
    case 'ObjectExpression': {
      const properties = nodes(node, 'properties').filter(({ key }) => first === '*' || name(key) === first)
      const all = properties.flatMap((each) =>
        isNode(each.value) ? (partOf(each.value, scope, rest, bound, depth + 1) ?? []) : [],
      )
      return properties.length > 0 ? unique(all) : undefined
    }
    case 'ArrayExpression':
      // Only a place in it leads on; a method of it does not.
      if (!/^(\d+|\*)$/.test(first)) return undefined
      return unique(
        nodes(node, 'elements')
          .filter((_, at) => first === '*' || first === String(at))
          .flatMap((each) =>
            each.type === 'SpreadElement'
              ? (partOf(each.argument as Node, scope, path, bound, depth + 1) ?? [])
              : (partOf(each, scope, rest, bound, depth + 1) ?? []),
          ),
      )
    case 'NewExpression': {
      const [of] = nodes(node, 'arguments')
      return name(node.callee) === 'Set' && of ? partOf(of, scope, path, bound, depth + 1) : undefined
    }
    case 'ConditionalExpression':
    case 'LogicalExpression': {
      const both = [node.consequent ?? node.left, node.alternate ?? node.right] as Node[]
      const all = both
        .map((each) => partOf(each, scope, path, bound, depth + 1))
        .filter((each) => each !== undefined)
      return all.length > 0 ? unique(all.flat()) : undefined
    }
    case 'Identifier': {
      const found = find(name(node), scope)
      if (found?.kind === 'value') return partOf(found.node, found.scope, path, bound, depth + 1)
      if (found?.kind === 'part')
        return partOf(found.node, found.scope, [...found.path, ...path], bound, depth + 1)
      if (found?.kind === 'import') {
        const inner = find(first, modules.get(found.file))
        return inner?.kind === 'value' ? partOf(inner.node, inner.scope, rest, bound, depth + 1) : undefined
      }
      if (found?.kind === 'parameter')
        return argument({ ...found, path: [...found.path, ...path] }, bound, depth + 1)
      return undefined
    }
    case 'MemberExpression':
      return partOf(node.object as Node, scope, [stepOf(node), ...path], bound, depth + 1)
    case 'CallExpression': {
      const called = node.callee as Node
      if (called.type === 'MemberExpression') {
        const method = name(called.property)
        if (/^(find|at)$/.test(method))
          return partOf(called.object as Node, scope, ['*', ...path], bound, depth + 1)
        if (/^(filter|slice|toSorted)$/.test(method))
          return partOf(called.object as Node, scope, path, bound, depth + 1)
        const [each] = nodes(node, 'arguments')
        if (/^(map|flatMap)$/.test(method) && each && isFunction(each))
          return method === 'map'
            ? returned(each, bound, depth + 1)
            : partOf(each.body as Node, scopes.get(each) ?? scope, path, bound, depth + 1)
      }
      const callee = functionOf(called, scope)
      if (!callee) return undefined
      const inner = scopes.get(callee)
      const body = callee.body as Node
      const by = new Map([...bound, [callee, { node, scope }]])
      if (!inner) return undefined
      if (body.type !== 'BlockStatement') return partOf(body, inner, path, by, depth + 1)
      const all: string[] = []
      const look = (each: Node, at: Scope) => {
        if (isFunction(each)) return
        const next = scopes.get(each) ?? at
        if (each.type === 'ReturnStatement' && isNode(each.argument))
          all.push(...(partOf(each.argument, next, path, by, depth + 1) ?? []))
        for (const child of childrenOf(each)) look(child, next)
      }
      look(body, inner)
      return all.length > 0 ? unique(all) : undefined
    }
    default:
      return undefined
  }
}
