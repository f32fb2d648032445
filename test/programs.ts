import { parseSync } from 'vite'
import { childrenOf, isNode, type Node } from '../web/languages/composed.ts'
import { read, resolve, sourceFiles } from './imports.ts'

// The code of the server and the contract as trees, with what each name in it stands for.

export type Scope = { file: string; names: Map<string, Found>; outer: Scope | undefined }
/** A constant, a function, a parameter (of a function, at a place) or what another file exports. */
export type Found =
  | { kind: 'value'; node: Node; scope: Scope }
  | { kind: 'function'; node: Node; scope: Scope }
  | { kind: 'parameter'; of: Node; at: number; path: string[] }
  | { kind: 'part'; node: Node; scope: Scope; path: string[] }
  | { kind: 'import'; file: string; name: string }
export type Call = { node: Node; scope: Scope }

const files = sourceFiles.filter((file) =>
  /^(server|contract)\/src\/(?!app\/start\/|base\/openapi\/|shop\/backup\/)/.test(file),
)
export const modules = new Map<string, Scope>()
/** The files whose answers say something; those of the contract only describe themselves. */
export const programs = new Map<string, Node>()
export const scopes = new Map<Node, Scope>()
/** The calls of each function that is called by its name, in whatever file. */
export const calls = new Map<Node, Call[]>()
/** All calls. */
export const every: Call[] = []

export const isFunction = ({ type }: Node) => /^(Arrow)?Function(Declaration|Expression)?/.test(type)
export const nodes = (node: Node, key: string) =>
  (node[key] as (Node | null)[]).filter((each) => each !== null)
export const name = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'Literal') return String(node.value)
  return typeof node.name === 'string' ? node.name : ''
}

/** The names that a pattern binds, each with the path of properties that leads to it. */
function bindings(pattern: Node, path: string[] = []): { name: string; path: string[] }[] {
  if (pattern.type === 'Identifier') return [{ name: name(pattern), path }]
  if (pattern.type === 'AssignmentPattern') return bindings(pattern.left as Node, path)
  if (pattern.type === 'ObjectPattern')
    return nodes(pattern, 'properties').flatMap((each) =>
      each.type === 'Property' ? bindings(each.value as Node, [...path, name(each.key)]) : [],
    )
  if (pattern.type === 'ArrayPattern')
    return nodes(pattern, 'elements').flatMap((each, at) => bindings(each, [...path, String(at)]))
  return []
}

function walk(node: Node, scope: Scope): void {
  let inner = scope
  if (isFunction(node)) {
    if (node.type === 'FunctionDeclaration') scope.names.set(name(node.id), { kind: 'function', node, scope })
    inner = { file: scope.file, names: new Map(), outer: scope }
    for (const [at, parameter] of nodes(node, 'params').entries())
      for (const bound of bindings(parameter))
        inner.names.set(bound.name, { kind: 'parameter', of: node, at, path: bound.path })
    scopes.set(node, inner)
  } else if (node.type === 'BlockStatement' || node.type.startsWith('For') || node.type === 'ClassBody') {
    inner = { file: scope.file, names: new Map(), outer: scope }
    scopes.set(node, inner)
  }
  if (node.type === 'VariableDeclarator' && isNode(node.init)) {
    const { init } = node
    for (const bound of bindings(node.id as Node))
      inner.names.set(
        bound.name,
        bound.path.length === 0
          ? { kind: 'value', node: init, scope: inner }
          : { kind: 'part', node: init, scope: inner, path: bound.path },
      )
  }
  if (node.type === 'ClassDeclaration') {
    const own = nodes(node.body as Node, 'body').find(({ kind }) => kind === 'constructor')
    if (isNode(own?.value)) scope.names.set(name(node.id), { kind: 'function', node: own.value, scope })
  }
  if (node.type === 'ImportDeclaration') {
    const file = resolve(scope.file, name(node.source))
    for (const each of nodes(node, 'specifiers'))
      if (file)
        scope.names.set(name(each.local), {
          kind: 'import',
          file,
          name: each.type === 'ImportSpecifier' ? name(each.imported) : '*',
        })
  }
  if (/^(Call|New)Expression$/.test(node.type)) every.push({ node, scope: inner })
  for (const child of childrenOf(node)) walk(child, inner)
}

for (const file of files) {
  const scope: Scope = { file, names: new Map(), outer: undefined }
  modules.set(file, scope)
  const program = parseSync(file, read(file)).program as unknown as Node
  if (/^server\/|printerReasons/.test(file)) programs.set(file, program)
  walk(program, scope)
}

/** Where a name leads, over the borders of files. */
export function find(wanted: string, scope: Scope | undefined): Found | undefined {
  for (let at = scope; at; at = at.outer) {
    const found = at.names.get(wanted)
    if (!found) continue
    if (found.kind !== 'import' || found.name === '*') return found
    return find(found.name, modules.get(found.file))
  }
  return undefined
}

/** The function that an expression names, and its scope. */
export function functionOf(node: Node, scope: Scope): Node | undefined {
  if (isFunction(node)) return node
  if (node.type === 'Identifier') {
    const found = find(name(node), scope)
    if (found?.kind === 'function') return found.node
    return found?.kind === 'value' ? functionOf(found.node, found.scope) : undefined
  }
  if (node.type === 'MemberExpression' && name(node.object) && node.computed !== true) {
    const found = find(name(node.object), scope)
    if (found?.kind === 'import' && found.name === '*') {
      const inner = find(name(node.property), modules.get(found.file))
      if (inner?.kind === 'function') return inner.node
      return inner?.kind === 'value' ? functionOf(inner.node, inner.scope) : undefined
    }
    if (found?.kind === 'value' && found.node.type === 'ObjectExpression') {
      const property = nodes(found.node, 'properties').find((each) => name(each.key) === name(node.property))
      return isNode(property?.value) ? functionOf(property.value, found.scope) : undefined
    }
  }
  return undefined
}

for (const call of every) {
  const callee = functionOf(call.node.callee as Node, call.scope)
  if (callee) calls.set(callee, [...(calls.get(callee) ?? []), call])
}
