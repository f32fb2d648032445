import type { Language } from '@our-print/contract/customer/languages.ts'
import {
  codeMinutes,
  codesPerHour,
  codeTries,
  type RequestedOrder,
  type Visitor,
} from '@our-print/contract/customer/orderRequests.ts'
import type { Db } from '../../base/database/db.ts'
import { readPhone } from '../../base/database/phones.ts'
import { conflict, invalid, notFound, Problem, tooManyRequests } from '../../base/http/problem.ts'
import * as requestFiles from '../../orders/requestFiles.queries.ts'
import { findCodeChannel, tellCode } from '../messages/tellFacts.queries.ts'
import { customerActor } from '../publicPages/customerAccount.queries.ts'
import * as visitorUploads from '../publicPages/visitorUploads.queries.ts'
import * as requests from './orderRequests.queries.ts'

// What a visitor asked for, until the code that was sent to them confirms it. Nothing here depends on whether the phone is that
// of a customer, so that nobody finds out who is one.

type Asked = {
  visitor: Visitor
  wanted: RequestedOrder
  files: readonly string[]
  amount: number
  network: string
  /** Of the message with the code. */
  language: Language
}

/** Keeps what a visitor asks for and sends them a code; undefined where no channel can bring one. */
export async function create(
  db: Db,
  { visitor, wanted, files, amount, network, language }: Asked,
): Promise<string | undefined> {
  const way = await findCodeChannel(db, { hasEmail: true, language })
  if (!way) return undefined
  const { channel } = way
  const { name, email } = visitor
  const mobile = readPhone(visitor.mobile, 'mobile')
  if (channel === 'email' && email === null) throw invalid('email', 'We send a code to this address')
  await lockLimits(db, mobile, network)
  // Who sends the same form twice has a code already.
  const [same] = await db<{ id: string }[]>`
    update request_confirmations set name = ${name}, wanted = ${db.json(wanted)}, amount = ${amount}
    where mobile = ${mobile} and email is not distinct from ${email} and files = ${[...files]}::uuid[]
      and channel = ${channel} and request_id is null and expires_at > now() returning id`
  if (same) return same.id
  if (!(await requestFiles.areFree(db, files, customerActor.id)))
    throw conflict('This was sent already, or took too long.', 'sent_already')
  await refuseMany(db, { mobile, email: channel === 'email' ? email : null, network })
  const [made] = await db<[{ id: string }]>`
    insert into request_confirmations (name, mobile, email, wanted, amount, files, channel, network, language, expires_at)
    values (${name}, ${mobile}, ${email}, ${db.json(wanted)}, ${amount}, ${[...files]}::uuid[], ${channel}, ${network}, ${way.language},
      now() + ${codeMinutes} * interval '1 minute') returning id`
  await tellCode(db, made.id)
  return made.id
}

/** Codes to one phone, or for one network, are counted one after another. */
async function lockLimits(db: Db, mobile: string, network: string): Promise<void> {
  for (const what of [`phone ${mobile}`, `network ${network}`])
    await db`select pg_advisory_xact_lock(hashtextextended(${`order code ${what}`}, 0))`
}

type Limited = { mobile: string; email: string | null; network: string }

async function refuseMany(db: Db, { mobile, email, network }: Limited): Promise<void> {
  const [sent] = await db<[{ address: number; network: number }]>`
    select count(*) filter (where v.mobile = ${mobile} or v.email = ${email})::int as address,
      count(*) filter (where v.network = ${network})::int as network
    from request_confirmations v join messages m on m.confirmation_id = v.id
    where (v.mobile = ${mobile} or v.email = ${email} or v.network = ${network})
      and m.created_at > now() - interval '1 hour'`
  if (sent.address >= codesPerHour.address || sent.network >= codesPerHour.network)
    throw tooManyRequests('Several codes were sent already. Please wait an hour, or call the shop.', 3600)
}

/** How far it is: the visitor can type a code, it has become a request, or it cannot any more. */
export type ConfirmationState = 'waiting' | 'exhausted' | 'expired' | 'confirmed'
/** As its page shows it: to whom the code goes, and the number of the request that it became. */
export type Confirmation = { state: ConfirmationState; address: string; number: number | null }

export async function get(db: Db, id: string): Promise<Confirmation> {
  const [found] = await db<Confirmation[]>`
    select case when v.request_id is not null then 'confirmed' when v.expires_at <= now() then 'expired'
        when v.tries >= ${codeTries} then 'exhausted' else 'waiting' end as state,
      case v.channel when 'email' then v.email else v.mobile end as address, r.number::float8 as number
    from request_confirmations v left join order_requests r on r.id = v.request_id where v.id = ${id}`
  if (!found) throw notFound('Page')
  return found
}

/** Takes note of the code that is sent now; false where nobody waits for one. The tries begin anew. */
export async function setCode(db: Db, id: string, hash: Buffer): Promise<boolean> {
  const set = await db`
    update request_confirmations set code_hash = ${hash}, tries = 0,
      expires_at = now() + ${codeMinutes} * interval '1 minute'
    where id = ${id} and request_id is null and expires_at > now() returning 1`
  return set.length > 0
}

/** Sends a new code in place of the one before. */
export async function renew(db: Db, id: string): Promise<void> {
  const [waiting] = await db<(Limited & { address: string | null; language: Language })[]>`
    select mobile, email as address, network, language from request_confirmations
    where id = ${id} and request_id is null and expires_at > now()`
  if (!waiting) throw tooLate()
  const { mobile, address, network, language } = waiting
  const way = await findCodeChannel(db, { hasEmail: address !== null, language })
  if (!way) throw new Problem(503, 'no_channel', 'No code can be sent just now. Please call the shop.')
  await lockLimits(db, mobile, network)
  await refuseMany(db, { mobile, email: way.channel === 'email' ? address : null, network })
  const renewed = await db`
    update request_confirmations set codes = codes + 1, channel = ${way.channel}, language = ${way.language}, code_hash = null, tries = 0,
      expires_at = now() + ${codeMinutes} * interval '1 minute'
    where id = ${id} and request_id is null and expires_at > now() returning 1`
  if (renewed.length === 0) throw tooLate()
  await tellCode(db, id)
}

const tooLate = () => conflict('This took too long. Please send your files again.', 'expired')

type Tried = {
  is_right: boolean | null
  name: string
  mobile: string
  email: string | null
  wanted: RequestedOrder
  files: string[]
  amount: number
}

/**
 * Takes a code: the right one makes the request. The update counts the try and holds the row until the end of the transaction, so
 * that of two with the same code one comes too late. A wrong one must be committed, so nothing is thrown for it.
 */
export async function confirm(db: Db, id: string, hash: Buffer): Promise<'confirmed' | 'wrong'> {
  const [tried] = await db<Tried[]>`
    update request_confirmations set tries = tries + 1
    where id = ${id} and request_id is null and expires_at > now() and tries < ${codeTries}
    returning code_hash = ${hash} as is_right, name, mobile, email, wanted, files, amount::float8 as amount`
  if (!tried?.is_right) return 'wrong'
  const { name, mobile, email, wanted, files, amount } = tried
  const request = await requests.create(db, { visitor: { name, mobile, email }, wanted, files, amount })
  await db`
    update request_confirmations set request_id = ${request.id}, code_hash = null where id = ${id}`
  return 'confirmed'
}

/** Removes the files of what was not confirmed or sent in time, and an hour later all that is known of who asked. */
export async function sweep(db: Db): Promise<void> {
  await requestFiles.removeUnconfirmed(db, customerActor.id)
  await visitorUploads.sweep(db)
  await db`delete from request_confirmations where expires_at < now() - interval '1 hour'`
}
