import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { conflict } from '../../base/http/problem.ts'

type Asked = { kind: 'again' | 'cancel'; order: string; message: string }

/** Whether a customer has asked for just this, and has no answer yet. */
export async function isAsked(db: Db, { kind, order, message }: Asked): Promise<boolean> {
  const [open] = await db`
    select from order_requests
    where order_id = ${order} and status = 'open' and kind = ${kind} and message = ${message}`
  return open !== undefined
}

/** What a customer asks about their own order; one at a time is open. */
export async function ask(db: Db, { kind, order, message }: Asked): Promise<void> {
  try {
    await db`
      insert into order_requests (kind, order_id, name, message)
      select ${kind}, o.id, trim(u.first_name || ' ' || u.last_name), ${message}
      from orders o join users u on u.id = o.user_id where o.id = ${order}`
  } catch (error) {
    if (violatedConstraint(error) !== 'order_requests_one_open') throw error
    throw conflict('You have asked for this already. The shop will answer.', 'asked_already')
  }
}
