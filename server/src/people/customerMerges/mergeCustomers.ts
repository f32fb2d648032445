import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Output } from '@our-print/contract/endpoint.ts'
import type { CustomerMerge, undoCustomerMerge } from '@our-print/contract/people/customerMerges.ts'
import { mostTags } from '@our-print/contract/people/customers.ts'
import { addEntry } from '../../base/database/auditTrail.ts'
import type { Db, Transaction } from '../../base/database/db.ts'
import { conflict, duplicate, notFound, unprocessable } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import * as accounts from '../../money/accounts/accounts.queries.ts'
import { endLinks } from '../../orders/newCustomer.queries.ts'
import * as coins from '../../rewards/coins/coins.queries.ts'
import * as referrals from '../../rewards/referrals/referrals.queries.ts'
import * as referrers from '../../rewards/referrals/referrers.queries.ts'
import * as customers from '../customers/customers.queries.ts'
import * as merges from './customerMerges.queries.ts'

/** What a merge would do. */
export async function preview(db: Db, kept: string, other: string) {
  refuseSame(kept, other)
  return {
    kept: await customers.get(db, kept),
    other: await customers.get(db, other),
    moves: await merges.countRecords(db, other),
  }
}

function refuseSame(kept: string, other: string): void {
  if (kept === other) throw unprocessable('other', 'Choose another customer: this is the same one')
}

type Call = { actor: Actor; requestId: string }

/** Moves all that hangs on `other` to the kept customer, and removes the row of `other`, which the merge keeps. */
export async function merge(
  db: Transaction,
  kept: string,
  other: string,
  { actor, requestId }: Call,
): Promise<CustomerMerge> {
  refuseSame(kept, other)
  await merges.lockMerges(db)
  await merges.lockRecords(db, other, kept)
  const both = await merges.lockCustomers(db, [kept, other])
  const [first, second] = [both.get(kept), both.get(other)]
  if (!first) throw notFound('Customer')
  if (!second) throw unprocessable('other', 'There is no such customer')

  const id = randomUUIDv7()
  const filled = fillingOf(first, second)
  await merges.allowMoves(db)
  await merges.create(db, {
    id,
    kept,
    customer: second,
    moved: await merges.countRecords(db, other),
    filled,
    by: actor.id,
  })
  await merges.moveRecords(db, id, other, kept)
  await recount(db, kept, other)
  const account = await accounts.remove(db, other)
  if (account) await merges.keepAccount(db, id, account)
  const { double_of, ...own } = valuesOf(filled, 'after')
  await customers.overwrite(db, kept, { double_of })
  // The database refuses this if anything still refers to the customer.
  await customers.remove(db, other)
  await customers.overwrite(db, kept, own)
  const merge = await merges.get(db, id)
  await addEntry(db, {
    actor: actor.id,
    action: 'merge',
    entity: 'users',
    entity_id: kept,
    after: { merged: other, name: merge.merged_name, mobile: merge.merged_mobile, ...merge.moved },
    request_id: requestId,
  })
  return merge
}

/** Gives the merged customer back, with what was moved. What is newer stays with the kept one. */
export async function undo(
  db: Transaction,
  id: string,
  { actor, requestId }: Call,
): Promise<Output<typeof undoCustomerMerge>> {
  await merges.lockMerges(db)
  const { kept, customer, filled, undone_at, is_late } = await merges.lock(db, id)
  if (undone_at) throw conflict('This merge was undone already', 'undone_already')
  if (is_late) throw conflict('This merge is too old to be undone', 'too_late')
  await merges.lockRecords(db, kept, customer.id)
  const now = (await merges.lockCustomers(db, [kept])).get(kept)
  if (!now) throw notFound('Customer')

  await merges.allowMoves(db)
  const { double_of, ...own } = takenBack(filled, now)
  await customers.overwrite(db, kept, own)
  await takeBackFromMerged(db, id, filled)
  await refuseTaken(db, customer)
  await customers.restore(db, customer)
  await customers.overwrite(db, kept, { double_of })
  const changed = await merges.moveBack(db, id, kept, customer.id)
  await endLinks(db, actor.id, await merges.findTold(db, id, kept))
  await referrals.earnApart(db, id, [kept, customer.id], actor.id)
  const account = await merges.findAccount(db, id)
  if (account) await accounts.restore(db, customer.id, account)
  await recount(db, kept, customer.id)
  const new_orders = await merges.markUndone(db, id, actor.id)
  const merge = await merges.get(db, id)
  await addEntry(db, {
    actor: actor.id,
    action: 'undo merge',
    entity: 'users',
    entity_id: kept,
    after: { merged: customer.id, name: merge.merged_name },
    request_id: requestId,
  })
  return { ...merge, stayed: { new_orders, changed } }
}

type Filling = Record<string, { before: unknown; after: unknown }>

/** What a customer took over and still has, as it was before. */
const takenBack = (filled: Filling, now: Record<string, unknown>): Record<string, unknown> =>
  valuesOf(
    Object.fromEntries(
      Object.entries(filled).filter(([field, { after }]) => isDeepStrictEqual(now[field], after)),
    ),
    'before',
  )

/**
 * Takes it back, too, from the kept customer where that one was merged since: as they come back they have no email of this
 * one. What later ones of such a chain have may be their own, but for the email, which only one can have.
 */
async function takeBackFromMerged(db: Transaction, id: string, { email, ...others }: Filling): Promise<void> {
  const given: Filling = email ? { email } : {}
  for (const [at, later] of (await merges.laterMerges(db, id)).entries()) {
    const back = takenBack(at === 0 ? { ...given, ...others } : given, later.customer)
    if (Object.keys(back).length > 0) await merges.overwriteMerged(db, later.id, back)
  }
}

/**
 * What the kept customer takes over: tags, notes, by which channels they want no message; an email, a language and a channel of
 * messages where there is none; and no reference to itself.
 */
function fillingOf(kept: merges.UserRow, other: merges.UserRow): Filling {
  const after = {
    email: kept.email ?? other.email,
    tags: [...new Set([...kept.tags, ...other.tags])].slice(0, mostTags),
    notes: [kept.notes, other.notes]
      .filter((notes, at, all) => notes && all.indexOf(notes) === at)
      .join('\n'),
    double_of: kept.double_of === other.id ? null : kept.double_of,
    messages_off: bothOff(kept.messages_off, other.messages_off),
    message_channel:
      other.message_channel === 'none' ? 'none' : (kept.message_channel ?? other.message_channel),
    message_language: kept.message_language ?? other.message_language,
  }
  return Object.fromEntries(
    Object.entries(after)
      .map(([field, value]) => [field, { before: kept[field], after: value }] as const)
      .filter(([, { before, after }]) => !isDeepStrictEqual(before, after)),
  )
}

/** What holds whatever their address is goes before a refusal of one address, which may be another one by now. */
function bothOff(kept: merges.MessagesOff, other: merges.MessagesOff): merges.MessagesOff {
  const lasting = Object.entries(other).filter(([channel, { address }]) => !address && kept[channel]?.address)
  return { ...other, ...kept, ...Object.fromEntries(lasting) }
}

const valuesOf = (filling: Filling, moment: 'before' | 'after'): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filling).map(([field, value]) => [field, value[moment]]))

async function refuseTaken(db: Transaction, { mobile, email }: merges.UserRow): Promise<void> {
  const taken = await customers.findTaken(db, { mobile: String(mobile), email })
  if (taken)
    throw duplicate(taken, `Another customer has this ${taken} by now, so the merge cannot be undone.`)
}

async function recount(db: Transaction, kept: string, other: string): Promise<void> {
  await accounts.recount(db, [kept, other])
  await coins.recount(db, [kept, other])
  await referrers.recount(db, [kept, other])
}
