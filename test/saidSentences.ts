import { childrenOf, isNode, type Node } from '../web/languages/composed.ts'
import {
  type Call,
  every,
  isFunction,
  modules,
  name,
  nodes,
  programs,
  type Scope,
  scopes,
} from './programs.ts'
import { partOf, texts } from './textsOf.ts'

const checks =
  /^(min|max|regex|refine|length|gt|gte|lt|lte|multipleOf|startsWith|endsWith|includes|size|check|enum|literal|instanceof|union|custom)$/
const formats = /^(email|url|int|uuid|positive|nonnegative|nonempty|string|number|date)$/

/** The texts that a call gives to a problem or to zod. */
function given({ node, scope }: Call): string[] {
  const [first, second, third] = nodes(node, 'arguments')
  const callee = node.callee as Node
  if (node.type === 'NewExpression') {
    if (name(callee) === 'Problem') return third ? texts(third, scope) : []
    return name(callee) === 'PictureRefused' && first ? texts(first, scope) : []
  }
  // What a kind of refusal says of itself; after the name of a file, it begins with a small letter.
  if (callee.type === 'Super' && refusing.test(scope.file)) {
    const message = third ?? first
    return message
      ? texts(message, scope).map((text) => (/^[a-z]{2}/.test(text) ? `{name} ${text}` : text))
      : []
  }
  if (name(callee) === 'field' && scope.file.endsWith('http/problem.ts') && second)
    return texts(second, scope)
  if (callee.type !== 'MemberExpression') return []
  const method = name(callee.property)
  if (method === 'config' && first) return partOf(first, scope, ['customError']) ?? []
  const option = checks.test(method) ? second : formats.test(method) ? first : undefined
  const messages = option && messagesOf(option, scope)
  if (messages) return messages
  if (option && isZod(callee, scope)) return texts(option, scope)
  if (first?.type === 'ObjectExpression' && /^(push|addIssue)$/.test(method))
    return messagesOf(first, scope) ?? []
  return []
}

/** Files with errors of their own whose words people read. */
const refusing = /\/(inspectFile|pdfPages|preflighter|imposer|ippError)\.ts$/

/** What an object of options says; undefined where it is none. */
const messagesOf = (option: Node, scope: Scope) =>
  partOf(option, scope, ['error']) ?? partOf(option, scope, ['message'])

/** Whether a chain of calls begins at zod, or at a schema of a name that begins with a capital. */
function isZod(node: Node, scope: Scope): boolean {
  let at = node
  while (at.type === 'MemberExpression' || at.type === 'CallExpression') at = (at.object ?? at.callee) as Node
  if (name(at) === 'Math' || name(at) === 'Object') return false
  return name(at) === 'z' || /^[A-Z]/.test(name(at)) || scope.file.startsWith('contract/')
}

/** Fields of answers in which the server says something to people. */
const shown =
  /^(message|reason|why|why_not|blocked|refusal|failure|off_reason|said|switched_off_reason|summary|what|before|after|label|note|error)$/
/** Functions that keep what is shown, with the place of the text among their arguments. */
const keeping: Record<string, number> = {
  addNote: 3,
  addTaskNote: 4,
  addAutoPrint: 3,
  dropPending: 1,
  dropQueued: 1,
  end: 1,
  fail: 2,
  switchAllOff: 1,
  switchOff: 2,
}

/** The texts that a file puts into answers. */
function shownIn(node: Node, scope: Scope): string[] {
  const inner = scopes.get(node) ?? scope
  const own = givenIn(node)
  return [
    ...(own && !isFunction(own) ? texts(own, inner) : []),
    ...childrenOf(node).flatMap((child) => shownIn(child, inner)),
  ]
}

function givenIn(node: Node): Node | undefined {
  if (node.type === 'Property')
    return shown.test(name(node.key)) && isNode(node.value) ? node.value : undefined
  if (node.type !== 'CallExpression') return undefined
  const callee = node.callee as Node
  const at = keeping[name(callee) || name(callee.property)]
  return at === undefined ? undefined : nodes(node, 'arguments')[at]
}

/**
 * Printed on invoices, or kept with money and coins like the words of a person; pages of customers have texts of their own, and
 * reasons in `base/files` are codes.
 */
const records =
  /\/(creditInvoices|payments\.queries|reversals|invoiceModel|drawOrderPage|changeComplaints|refundOrder)(\.queries)?\.ts$|\/base\/files\//

/** They name a record or count, in few words; as patterns they would be found in other sentences. */
const names = /^(\{\w+\} of|Voucher|Company) \{\w+\}$/

const isSentence = (text: string) =>
  /[a-z]{2}/i.test(text.replace(/\{[^}]*\}/g, '')) && text.trim() === text && !names.test(text)

/** What the server refuses with, and what it says in its answers, with the file in which it is said. */
export const saidSentences: ReadonlyMap<string, string> = new Map(
  [
    ...every.map((call) => [given(call), call.scope.file] as const),
    ...[...programs]
      .filter(([file]) => !records.test(file))
      .map(
        ([file, program]) =>
          [
            shownIn(program, modules.get(file) as Scope).filter((text) => /^[A-Z“{]| /.test(text)),
            file,
          ] as const,
      ),
  ].flatMap(([said, file]) => said.filter(isSentence).map((text) => [text, file] as const)),
)
