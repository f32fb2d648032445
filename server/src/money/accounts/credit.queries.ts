import { getAccount } from '@our-print/contract/money/accounts.ts'
import { mayCall } from '@our-print/contract/people/mayCall.ts'
import { amountText } from '../../base/amountText.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'

/** Orders `o` of which something is owed: delivered, or on account. Word for word the predicate of the index orders_owed. */
export const isOwed = (db: Db) => db`o.due > 0 and (o.delivered_at is not null or o.pay_by = 'on_account')`

/** What a holder `a` of an account may owe, in paise. */
export const limitOf = (db: Db) => db`
  coalesce(a.credit_limit, (select case when a.client_id is null then credit_limit_customer else credit_limit_company end
    from configurations))`

type OnAccount = { user_id: string; client_id: string | null; pay_by: string; due: number }

/**
 * Refuses an order on account with which its customer or company would owe more than they may. The account is locked first, so
 * of two orders at once the second one counts the first. The order is written already. How much is owed is for who sees accounts.
 */
export async function refuseAboveLimit(db: Db, actor: Actor, order: string): Promise<void> {
  const [wanted] = await db<OnAccount[]>`
    select user_id, client_id, pay_by, due::float8 as due from orders where id = ${order}`
  if (!wanted || wanted.pay_by !== 'on_account' || wanted.due <= 0) return
  const { user_id, client_id } = wanted
  const ofHolder: Fragment = client_id
    ? db`o.client_id = ${client_id}`
    : db`o.client_id is null and o.user_id = ${user_id}`
  await db`
    insert into accounts (user_id, client_id) values (${client_id ? null : user_id}, ${client_id}) on conflict do nothing`
  const [{ id }] = await db<[{ id: string }]>`
    select id from accounts where ${client_id ? db`client_id = ${client_id}` : db`user_id = ${user_id}`} for no key update`
  const [{ exposure, most }] = await db<[{ exposure: number; most: number }]>`
    select (coalesce((select sum(o.due) from orders o where ${ofHolder} and ${isOwed(db)}), 0) - a.balance)::float8 as exposure,
      ${limitOf(db)}::float8 as most
    from accounts a where id = ${id}`
  if (exposure <= most) return
  // No scope of a key opens accounts.
  if (actor.scopes || !mayCall(actor, getAccount))
    throw unprocessable('pay_by', 'With this order more would be owed than may be put on this account')
  const limit = most === 0 ? 'nothing can be put on this account' : `the limit is ${amountText(most)}`
  throw unprocessable('pay_by', `With this order ${amountText(exposure)} would be owed, and ${limit}`)
}

/** Refuses a company that does not exist any more as the one that pays. */
export async function checkCompany(db: Db, client: string): Promise<void> {
  const [known] = await db`select 1 from live_clients where id = ${client} for key share`
  if (!known) throw unprocessable('billed_to', 'There is no such company')
}
