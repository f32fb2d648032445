import type { Address } from '@our-print/contract/values.ts'
import { type Db, type Fragment, violatedConstraint } from '../../base/database/db.ts'
import { conflict, unprocessable } from '../../base/http/problem.ts'
import * as customers from '../../people/customers/customers.queries.ts'

type NewReferral = { code: string; user: string; orderId: string; address: Address | null }
/** Of a school, which has an address for each class, the last ones. */
const addressesCompared = 100

type ReferralFacts = {
  referrer: string | null
  is_active: boolean
  is_same_contact: boolean
  has_ordered: boolean
  is_referred: boolean
  has_shared_mobile: boolean
  has_shared_address: boolean
}

/** Creates the referral of a customer's first order; 422 with the reason if the code does not count. */
export async function create(db: Db, { code, user, orderId, address }: NewReferral): Promise<void> {
  // Of two concurrent orders, only one may be the first.
  await db`select 1 from users where id = ${user} for no key update`
  const address_key = address && addressKey(address)
  const facts = await readFacts(db, { code, user, orderId, address_key })
  const reason = reasonAgainst(facts, user)
  if (reason) throw unprocessable('referral_code', reason)
  const suspicions = [
    ...(facts.has_shared_mobile ? ['Same mobile number as another referred customer'] : []),
    ...(facts.has_shared_address ? ['Same address as another referred customer'] : []),
    ...((await isAtHome(db, facts.referrer, address_key)) ? ['Same address as the referrer'] : []),
  ]
  await db`
    insert into referrals (referrer, referred, order_id, referral_code, suspicions, address_key)
    values (${facts.referrer}, ${user}, ${orderId}, ${customers.referralCode(db, code)}, ${suspicions}, ${address_key})`
}

/** An address without case, spaces and punctuation, to compare different spellings of one address. */
export const addressKey = ({ line1, pincode }: Address) =>
  `${line1}${pincode}`.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether an order goes where orders of the referrer have gone: it may be an order of their own, under another number. */
async function isAtHome(db: Db, referrer: string | null, key: string | null): Promise<boolean> {
  if (key === null) return false
  const known = await db<{ address: Address }[]>`
    select address from customer_addresses where user_id = ${referrer} order by used_at desc limit ${addressesCompared}`
  return known.some(({ address }) => addressKey(address) === key)
}

async function readFacts(
  db: Db,
  { code, user, orderId, address_key }: Omit<NewReferral, 'address'> & { address_key: string | null },
): Promise<ReferralFacts> {
  const [facts] = await db<[ReferralFacts]>`
    select r.id as referrer, coalesce(r.is_active, false) as is_active,
      r.id is not null and exists (select from users same where same.id = r.id and ${customers.isSamePerson(db)})
        as is_same_contact,
      exists (select from orders o
        where o.user_id = u.id and o.status <> 'cancelled' and o.id <> ${orderId}) as has_ordered,
      exists (select from referrals f where f.referred = u.id and f.cancelled_at is null) as is_referred,
      exists (select from users same join referrals f on f.referred = same.id and f.cancelled_at is null
        where ${customers.isSamePerson(db)} and same.id <> u.id) as has_shared_mobile,
      exists (select from referrals f
        where f.address_key = ${address_key} and f.referred <> u.id and f.cancelled_at is null)
        as has_shared_address
    from users u left join users r on r.id = (${customers.ownerOfCode(db, code)})
    where u.id = ${user}`
  return facts
}

function reasonAgainst(facts: ReferralFacts, user: string): string | undefined {
  if (!facts.referrer) return 'There is no such referral code'
  if (facts.referrer === user) return 'Customers cannot use their own referral code'
  if (!facts.is_active) return 'The code’s owner is no longer a customer'
  if (facts.is_same_contact) return 'The code’s owner has the same mobile number or email as this customer'
  if (facts.has_ordered || facts.is_referred) return 'A referral code counts on a customer’s first order only'
  return undefined
}

/**
 * Counts the referrals of delivered orders, and earns their claims by the current configuration: none where a merge made
 * the two one person. Referrers are locked by id, so that two bulk changes cannot deadlock.
 */
export const earnClaims = (db: Db, orderIds: string[], by: string) => db`
  with counted as (
    update referrals r set counted_at = now(), sale_amount = o.payable
    from orders o, configurations
    where o.id = r.order_id and r.order_id = any(${orderIds}::uuid[]) and r.counted_at is null
    returning r.id, r.referrer, case when r.referrer = r.referred then 0 else claims_per_referral end as claims
  ), earned as (
    insert into referrers as f (user_id, referrals, total)
    select referrer, count(*), sum(claims) from counted group by referrer order by referrer
    on conflict (user_id) do update
      set referrals = f.referrals + excluded.referrals, total = f.total + excluded.total
  )
  insert into referral_claims (referral_id, referrer, kind, claims, by)
  select id, referrer, 'earned', claims, ${by} from counted where claims > 0`

/** What a referral has earned, without what was taken back. */
const claimsOf = (db: Db, referral: Fragment) => db`
  coalesce((
    select sum(case kind when 'earned' then claims when 'taken_back' then -claims else 0 end)
    from referral_claims c where c.referral_id = ${referral}), 0)::int`

/** Earns what a referral between two customers did not while a merge, which is undone now, made them one person. */
export const earnApart = (db: Db, merge: string, [one, other]: [string, string], by: string) => db`
  insert into referral_claims (referral_id, referrer, kind, claims, by)
  select r.id, r.referrer, 'earned', claims_per_referral, ${by} from referrals r, configurations
  where claims_per_referral > 0 and r.counted_at > (select at from customer_merges where id = ${merge})
    and (r.referrer, r.referred) in ((${one}::uuid, ${other}::uuid), (${other}::uuid, ${one}::uuid))
    and ${claimsOf(db, db`r.id`)} = 0`

/** Reverses exactly what the referral of a reopened order earned, whatever the configuration is now. */
export async function reverseClaims(db: Db, orderId: string, by: string): Promise<void> {
  try {
    await db`
      with uncounted as (
        update referrals set counted_at = null, sale_amount = 0
        where order_id = ${orderId} and counted_at is not null returning id, referrer
      ), left_over as (
        select u.id, u.referrer, ${claimsOf(db, db`u.id`)} as claims
        from uncounted u
      ), taken as (
        insert into referral_claims (referral_id, referrer, kind, claims, by)
        select id, referrer, 'taken_back', claims, ${by} from left_over where claims > 0
      )
      update referrers f set referrals = f.referrals - 1, total = f.total - l.claims
      from left_over l where f.user_id = l.referrer`
  } catch (error) {
    if (violatedConstraint(error) !== 'referrers_not_beyond_total') throw error
    throw conflict(
      'The referrer’s claim for this delivery was fulfilled already, so it cannot be undone.',
      'claims_fulfilled',
    )
  }
  await db`
    delete from referrers f using referrals r
    where r.order_id = ${orderId} and f.user_id = r.referrer and f.referrals = 0 and f.total = 0`
}

/** Cancels the referrals of cancelled orders, so that the customers may use a code again. */
export const cancel = (db: Db, orderIds: string[]) => db`
  update referrals set cancelled_at = now() where order_id = any(${orderIds}::uuid[]) and cancelled_at is null`

/** A counted referral is worth what its order costs. */
export const keepSaleAmount = (db: Db, orderId: string) => db`
  update referrals r set sale_amount = o.payable from orders o
  where o.id = ${orderId} and r.order_id = o.id and r.counted_at is not null`

/** An order that goes to another customer was never the first one of who was referred. It was not delivered, so it earned nothing. */
export const remove = (db: Db, orderId: string) => db`delete from referrals where order_id = ${orderId}`

/** Locks the referrers of many orders in one sequence, so that two bulk changes cannot deadlock. */
export const lockReferrers = (db: Db, orderIds: string[]) => db`
  select 1 from referrers
  where user_id in (select referrer from referrals where order_id = any(${orderIds}::uuid[]))
  order by user_id for no key update`
