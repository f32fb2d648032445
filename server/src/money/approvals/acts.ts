import type { Endpoint } from '@our-print/contract/endpoint.ts'
import type { ActName } from '@our-print/contract/money/approvalActs.ts'
import type { FastifyInstance } from 'fastify'
import type { Db, Fragment, Transaction } from '../../base/database/db.ts'
import { Accepted, type Actor, type Call } from '../../base/http/route.ts'
import * as approvals from './approvals.queries.ts'
import type { Asked, Shown } from './askedAct.ts'
import { readLimits } from './rule.queries.ts'

/** What an act keeps of what it made when it was asked for; only the one who asked is told `told`. */
export type Prepared = { kept: object; told: object }

/** An act that may need a second super admin, declared beside its endpoint. */
export type Act<E extends Endpoint> = {
  /** Where an endpoint has several acts: the one that a request asks for, if any. */
  name: ActName | ((asked: Asked<E>) => ActName | undefined)
  endpoint: E
  /** Refuses as the handler would, where the endpoint alone does not say who may: what is measured and shown is for no others. */
  check?: (asked: Asked<E>) => void | Promise<void>
  /** What is compared with the limit of the rule, in its smallest unit; 1 where the rule has no number. */
  measure: (asked: Asked<E>) => number | Promise<number>
  /**
   * What would change, of records locked by `lock`. It is also the state on which the act may run: if the same request
   * shows something else later, it is not the one that was approved.
   */
  show: (asked: Asked<E>, lock: Fragment) => Promise<Shown>
  /** Keeps what is shown as it is until the act has run, where locked records do not. */
  hold?: (db: Db) => PromiseLike<unknown>
  /** For what must not wait until the approval. */
  prepare?: () => Prepared
}

/** A call in a transaction, which an endpoint that opens its own has opened. */
export type Written<E extends Endpoint> = Omit<Call<E>, 'db'> & { db: Transaction }

/** Where it was asked for before: what `prepare` kept, and who approved it. */
export type Approved = { kept: unknown; by: Actor }
type Handler<E extends Endpoint, Answer> = (call: Written<E>, approved?: Approved) => Promise<Answer>

type Declared = { act: Act<Endpoint>; handler: Handler<Endpoint, unknown> }

const nameOf = ({ method, url }: Pick<Endpoint, 'method' | 'url'>) => `${method} ${url}`

const ofApp = new WeakMap<FastifyInstance, Acts>()

/** The acts of one app: their endpoints are guarded by it, and approvals run them by the same handlers. */
export function actsOf(app: FastifyInstance): Acts {
  const acts = ofApp.get(app) ?? createActs()
  ofApp.set(app, acts)
  return acts
}

export type Acts = ReturnType<typeof createActs>
function createActs() {
  const declared = new Map<string, Declared>()

  /** The handler of an endpoint whose act waits for a second super admin where the rule says so. */
  function guard<E extends Endpoint, Answer>(act: Act<E>, handler: Handler<E, Answer>) {
    declared.set(nameOf(act.endpoint), { act, handler })
    return async (call: Written<E>): Promise<Answer | Accepted> => {
      const { params, query, body, actor, db } = call
      const asked = { params, query, body, actor, db } as Asked<E>
      const name = typeof act.name === 'function' ? act.name(asked) : act.name
      const limit = name ? await limitOf(db, name) : null
      if (!name || limit === null) return handler(call)
      await act.check?.(asked)
      if ((await act.measure(asked)) <= limit) return handler(call)
      await act.hold?.(db)
      const shown = await act.show(asked, approvals.lockOf(db, true))
      const prepared = act.prepare?.()
      const approval = await approvals.create(db, actor as Actor, {
        act: name,
        endpoint: nameOf(act.endpoint),
        call: { params, query, body, kept: prepared?.kept },
        ...shown,
      })
      return new Accepted({ ...approval, ...prepared?.told })
    }
  }

  function find({ endpoint }: approvals.Waiting): Declared {
    const found = declared.get(endpoint)
    if (!found) throw new Error(`There is no act of ${endpoint}`)
    return found
  }

  return {
    guard,
    /** What an approval would show now; if it is locked, until the act has run. */
    async show(db: Db, waiting: approvals.Waiting, asker: Call<Endpoint>['actor'], isLocked: boolean) {
      const { act } = find(waiting)
      if (isLocked) await act.hold?.(db)
      return act.show(
        { ...waiting.call, actor: asker, db } as Asked<Endpoint>,
        approvals.lockOf(db, isLocked),
      )
    },
    /** The endpoint of an approval, for who may call it. */
    endpointOf: (waiting: approvals.Waiting) => find(waiting).act.endpoint,
    /** Does what was asked for, by the handler of its endpoint. */
    async run(
      db: Transaction,
      waiting: approvals.Waiting,
      call: Pick<Call<Endpoint>, 'actor' | 'request' | 'reply'>,
      by: Actor,
    ) {
      const { kept, ...sent } = waiting.call
      await find(waiting).handler({ ...call, ...sent, db } as Written<Endpoint>, { kept, by })
    },
  }
}

/** Above which number an act waits; null: it never does. */
async function limitOf(db: Db, act: ActName): Promise<number | null> {
  const limits = await readLimits(db)
  if (act === 'two_people') return Object.keys(limits).length > 0 ? 0 : null
  return limits[act] ?? null
}
