import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { conflict, unprocessable } from '../../base/http/problem.ts'

/** Whose account: the company's where there is one, else the customer's. */
export type Holder = { user_id: string | null; client_id: string | null }

/**
 * Changes what a customer or company has paid ahead, in paise. A constraint keeps it from going below zero, also with
 * concurrent payments.
 */
export async function changeBalance(
  db: Db,
  { user_id, client_id }: Holder,
  change: number,
  key: string,
): Promise<void> {
  const tooLittle = () => unprocessable(key, 'There is not that much on the account')
  const [user, client] = client_id ? [null, client_id] : [user_id, null]
  if (change > 0) {
    await db`
      insert into accounts as a (user_id, client_id, balance) values (${user}, ${client}, ${change})
      on conflict (${client ? db`client_id` : db`user_id`})
      do update set balance = a.balance + excluded.balance, version = a.version + 1`
    return
  }
  try {
    const changed = await db`
      update accounts set balance = balance + ${change}, version = version + 1
      where ${client ? db`client_id = ${client}` : db`user_id = ${user}`} returning 1`
    if (changed.length === 0) throw tooLittle()
  } catch (error) {
    if (violatedConstraint(error) === 'accounts_balance_not_below_zero') throw tooLittle()
    throw error
  }
}

/** What the payments `p` give to the account, in paise. */
export const balanceOf = (db: Db) => db`
  coalesce(sum(case when p.order_id is null then p.amount when p.method = 'account' then -p.amount end), 0)`

/** Computes the accounts of customers again from the ledger, whose payments a merge or its undo gave to another one. */
export async function recount(db: Db, users: string[]): Promise<void> {
  try {
    await db`
      with sums as (
        select u.id, ${balanceOf(db)} as balance
        from unnest(${users}::uuid[]) u (id) left join payments p on p.user_id = u.id and p.client_id is null
        group by u.id
      ), known as (
        update accounts a set balance = s.balance, version = a.version + 1 from sums s where a.user_id = s.id
        returning a.user_id
      )
      insert into accounts (user_id, balance)
      select id, balance from sums where balance <> 0 and id not in (select user_id from known) order by id`
  } catch (error) {
    if (violatedConstraint(error) !== 'accounts_balance_not_below_zero') throw error
    throw conflict(
      'What the other customer had paid ahead has been spent since. Pay it into the account first, then undo the merge.',
      'account_spent',
    )
  }
}

/** An account that is gone with its customer: its id, and the limit of their own. */
export type Removed = { id: string; credit_limit: string | null }

/** Removes the account of a customer who is merged; the answer puts it back. */
export async function remove(db: Db, user: string): Promise<Removed | undefined> {
  const [removed] = await db<Removed[]>`
    delete from accounts where user_id = ${user} returning id, credit_limit::text`
  return removed
}

/** Puts back an account that was removed; it has nothing until it is computed again. */
export const restore = (db: Db, user: string, { id, credit_limit }: Removed) => db`
  insert into accounts (id, user_id, credit_limit) values (${id}, ${user}, ${credit_limit}::bigint)`
