/*
 * Statements that are put together from fragments, without the cost of the driver's own: for each fragment the driver
 * creates a promise with its functions, and joins the whole text anew at every call. A list of orders has twelve. Here a
 * fragment is a small object, and the joined text is made once for each combination of fragments.
 */

/** A template's constant texts. Each template in the source code is one object, the same at every call. */
type Texts = readonly string[] & { readonly raw: readonly string[] }
/** A query function of the driver, called as the tag of a template. */
export type Send = (texts: Texts, ...values: unknown[]) => PromiseLike<unknown>

/** The joined texts of a combination: a path of templates and, between them, of values, leads to it. */
type Step = { next: Map<unknown, Step>; joined: Texts | undefined }

const newStep = (): Step => ({ next: new Map(), joined: undefined })
const value = Symbol('value')
const maxCombinations = 5000
let combinations = 0
let first = newStep()

/** Where each template was first used: the driver's errors show where a statement was sent, which is here for all of them. */
const origins = new WeakMap<Texts, string>()

/** What a tagged template of a `Db` returns: a fragment inside another template, or a statement that awaiting it sends. */
export class Statement {
  readonly #send: Send
  readonly #texts: Texts
  readonly #values: readonly unknown[]
  #sent: PromiseLike<unknown> | undefined

  constructor(send: Send, texts: Texts, values: readonly unknown[]) {
    this.#send = send
    this.#texts = texts
    this.#values = values
    if (!origins.has(texts)) origins.set(texts, new Error('first used').stack ?? '')
  }

  /** Adds the place where the statement was written to an error of the driver. */
  explain(reason: unknown): unknown {
    const lines = (origins.get(this.#texts) ?? '').split('\n').slice(1)
    const caller = lines.find((line) => !/\/(statements|db)\.ts:/.test(line))
    if (reason instanceof Error && caller && !reason.stack?.includes(caller)) {
      Object.defineProperty(reason, 'stack', { value: `${reason.stack}\n${caller}`, configurable: true })
    }
    return reason
  }

  /** The driver's query; created once, because it may be awaited twice. */
  get query(): PromiseLike<unknown> {
    if (!this.#sent) {
      const values: unknown[] = []
      const step = this.#collect(first, values)
      this.#sent = this.#send((step.joined ??= this.#join()), ...values)
    }
    return this.#sent
  }

  /** Follows the path of this statement and collects the values of all its fragments. */
  #collect(from: Step, values: unknown[]): Step {
    let step = follow(from, this.#texts)
    for (const given of this.#values) {
      if (given instanceof Statement) step = given.#collect(step, values)
      else if (isFragments(given)) {
        step = follow(step, given.length)
        for (const fragment of given) step = fragment.#collect(step, values)
      } else {
        step = follow(step, value)
        values.push(given)
      }
    }
    return step
  }

  #join(): Texts {
    const texts = ['']
    const append = (text: string) => texts.push(`${texts.pop()}${text}`)
    const add = (statement: Statement) => {
      for (const [index, text] of statement.#texts.entries()) {
        append(text)
        if (index === statement.#values.length) break
        const given = statement.#values[index]
        if (given instanceof Statement) add(given)
        else if (isFragments(given)) {
          for (const fragment of given) {
            append(' ')
            add(fragment)
          }
        } else texts.push('')
      }
    }
    add(this)
    if (++combinations > maxCombinations) {
      first = newStep()
      combinations = 0
    }
    return Object.assign(texts, { raw: texts })
  }
}

function follow(step: Step, by: unknown): Step {
  let next = step.next.get(by)
  if (!next) step.next.set(by, (next = newStep()))
  return next
}

const isFragments = (given: unknown): given is Statement[] =>
  Array.isArray(given) && given.length > 0 && given[0] instanceof Statement

type Reject = ((reason: unknown) => unknown) | undefined

// The driver's methods of a query: all of them send it, or say how.
const methods = ['finally', 'execute', 'simple', 'values', 'raw', 'describe', 'forEach', 'cursor', 'stream']
for (const name of [...methods, 'readable', 'writable', 'cancel']) {
  define(name, ({ query }, ...parameters) =>
    Reflect.apply(Reflect.get(query, name) as () => unknown, query, parameters),
  )
}
// Awaiting a statement sends it.
define('then', (statement, resolve, reject) => settle(statement, resolve as never, reject as Reject))
define('catch', (statement, reject) => settle(statement, undefined, reject as Reject))

function define(name: string, method: (statement: Statement, ...parameters: unknown[]) => unknown): void {
  Object.defineProperty(Statement.prototype, name, {
    value(this: Statement, ...parameters: unknown[]) {
      return method(this, ...parameters)
    },
  })
}

const settle = (statement: Statement, resolve: ((rows: unknown) => unknown) | undefined, reject: Reject) =>
  statement.query.then(resolve, reject && ((reason) => reject(statement.explain(reason))))

/** Whether these are the parameters of a tagged template. */
export const isTemplate = (parameters: unknown[]): parameters is [Texts, ...unknown[]] =>
  Array.isArray(parameters[0]) && 'raw' in parameters[0]

/** Constant texts as a template, with a value between each two of them, for a fragment that is computed once. */
export const asTemplate = (...texts: string[]) => Object.assign(texts, { raw: texts }) as TemplateStringsArray

/** The same query function, whose templates are `Statement`s. */
export const withStatements = <S extends object>(sql: S): S =>
  new Proxy(sql, {
    apply: (target, self, parameters: unknown[]) => {
      const call = target as unknown as Send
      if (!isTemplate(parameters)) return Reflect.apply(call, self, parameters) as unknown
      const [texts, ...values] = parameters
      return new Statement(call, texts, values)
    },
  })
