import type { Db } from '../database/db.ts'
import { isTemplate, Statement } from '../database/statements.ts'
import type { Actor } from '../http/route.ts'
import * as sessions from './session.queries.ts'

type Row = Record<string, unknown>
type Checked = Row & { valid_tokens: string[]; was_found: true | null }

/**
 * A `db` whose first statement also looks tokens up: one trip to the database less. The statement must be a select whose
 * rows need no order. `valid` then has those tokens that belong to an active person of this role.
 */
export function withTokenCheck(db: Db, hashes: Buffer[], role: Pick<Actor, 'is_superuser'>) {
  const valid = new Set<string>()
  let isFirst = true

  const send = async (texts: TemplateStringsArray, ...values: unknown[]): Promise<Row[]> => {
    const statement = db<Row[]>(texts, ...(values as never[]))
    if (!isFirst) return statement
    isFirst = false
    const rows = await db<Checked[]>`
      with session as materialized (select ${sessions.selectValid(db, hashes, role)} as valid_tokens)
      select session.valid_tokens, read.* from session
      left join lateral (select true as was_found, r.* from (${statement}) r) read on true`
    for (const token of rows[0]?.valid_tokens ?? []) valid.add(token)
    return rows.flatMap(({ valid_tokens, was_found, ...row }) => (was_found ? [row] : []))
  }

  const checked = new Proxy(db, {
    apply: (target, self, parameters: unknown[]) => {
      if (!isTemplate(parameters)) return Reflect.apply(target, self, parameters) as unknown
      const [texts, ...values] = parameters
      return new Statement(send as never, texts, values)
    },
  })
  return { db: checked, valid }
}
