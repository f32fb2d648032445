import type { Ordering } from '@our-print/contract/paging.ts'
import type { Lead, leadOrderings } from '@our-print/contract/people/leads.ts'
import type { ClientForm } from '@our-print/contract/rewards/clients.ts'
import type { z } from 'zod'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { readPhone } from '../../base/database/phones.ts'
import { containsOrPhone } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { conflict, invalid, notFound } from '../../base/http/problem.ts'
import * as clients from '../../rewards/clients/clients.queries.ts'
import { tell } from '../../shop/push/tell.queries.ts'
import * as customers from '../customers/customers.queries.ts'

type Filter = {
  status?: Lead['status']
  owner?: string
  follow_up_until?: string
  query?: string
  ordering?: Ordering<(typeof leadOrderings)[number]>
}

// Limits the list if somebody sends many messages from one address.
const doublesShown = 20

const columns = (db: Db) => db`
  l.id, l.name, l.email, l.mobile, l.subject, l.message, l.status, l.note, l.follow_up_on, l.owner,
  (select json_build_object('id', s.id, 'full_name', s.full_name) from staff_users s where s.id = l.owner)
    as owner_data,
  l.user_id as "user", (select c.id from live_clients c where c.id = l.client_id) as client,
  (select coalesce(json_agg(json_build_object('kind', d.kind, 'id', d.id, 'name', d.name)), '[]') from (
    select 'customer' as kind, u.id, trim(u.first_name || ' ' || u.last_name) as name from users u
      where (u.mobile = l.mobile or u.email = l.email) and u.id is distinct from l.user_id
    union
    select 'customer', u.id, trim(u.first_name || ' ' || u.last_name) from customer_merges m join users u on u.id = m.kept
      where m.undone_at is null and (m.mobile = l.mobile or m.email = l.email) and u.id is distinct from l.user_id
    union all
    (select 'lead', o.id, o.name from live_leads o
      where (o.mobile = l.mobile or o.email = l.email) and o.id <> l.id order by o.id desc limit ${doublesShown})
  ) d) as doubles,
  l.created_at, l.version`

// Written exactly as the trigram index, or the index is not used.
const searchable = (db: Db) => db`
  search_text(l.name || E'\n' || coalesce(l.email, '') || E'\n' || coalesce(l.mobile, '') || E'\n' || l.subject || E'\n' ||
    l.message)`

const where = (db: Db, { status, owner, follow_up_until, query }: Filter) => db`where true
  ${status ? db`and l.status = ${status}` : db``}
  ${owner ? db`and l.owner = ${owner}` : db``}
  ${follow_up_until ? db`and l.follow_up_on <= ${follow_up_until}` : db``}
  ${query ? db`and (${containsOrPhone(db, searchable(db), query)})` : db``}`

export const { select, list } = defineList<Filter, Lead>((db, filter) => ({
  select: db`select ${columns(db)} from live_leads l`,
  from: db`live_leads l`,
  where: where(db, filter),
  id: db`l.id`,
  sequence: sequenceOf(
    filter.ordering,
    { created_at: db`l.created_at`, name: db`fold_text(l.name) collate "C"` },
    db`l.id`,
    '-created_at',
  ),
}))

export async function get(db: Db, id: string): Promise<Lead> {
  const [lead] = await db<Lead[]>`select ${columns(db)} from live_leads l where l.id = ${id}`
  if (!lead) throw notFound('Lead')
  return lead
}

type NewLead = Pick<Lead, 'name' | 'email' | 'mobile' | 'subject' | 'message'>
type CreatedLead = Pick<Lead, 'id' | 'created_at'>

export async function create(db: Db, lead: NewLead): Promise<CreatedLead> {
  const mobile = lead.mobile === null ? null : readPhone(lead.mobile, 'mobile')
  const [row] = await db<[CreatedLead]>`
    insert into leads (name, email, mobile, subject, message)
    values (${lead.name}, ${lead.email}, ${mobile}, ${lead.subject}, ${lead.message})
    returning id, created_at`
  await tell(db, [{ kind: 'lead', record: row.id }])
  return row
}

/** A response without a lead, for a robot that filled the honeypot field. */
export async function createNothing(db: Db): Promise<CreatedLead> {
  const [row] = await db<[CreatedLead]>`select uuid_v7() as id, now() as created_at`
  return row
}

const derived = ['owner_data', 'client', 'doubles']

/** Updates the shop's own fields of a lead; the message is read-only. */
export async function update(db: Db, id: string, patch: Partial<Lead>): Promise<Lead> {
  const { status, note, follow_up_on, owner, version, ...readOnly } = patch
  const current = await lock(db, id, version)
  refuseChangedFields(readOnly, current, { version, fields: derived })
  const changed = changedFields({ status, note, follow_up_on, owner }, current)
  if (Object.keys(changed).length === 0) return current
  if (changed.owner) await checkOwner(db, changed.owner)
  await db`update leads set version = version + 1, ${db(changed)} where id = ${id}`
  return get(db, id)
}

const lock = (db: Db, id: string, version?: number): Promise<Lead> =>
  lockRecord(db, { table: 'live_leads', name: 'Lead', get }, id, version)

async function checkOwner(db: Db, id: string): Promise<void> {
  const [owner] = await db`select 1 from staff_users where id = ${id} and is_active for share`
  if (!owner) throw invalid('owner', 'This is not an active staff user')
}

/** Moves a lead to the bin. */
export async function remove(db: Db, id: string): Promise<void> {
  const gone = await db`
    update leads set deleted_at = now() where id = ${id} and deleted_at is null returning 1`
  if (gone.length === 0) throw notFound('Lead')
}

export const restore = async (db: Db, ids: string[]): Promise<void> => {
  await db`update leads set deleted_at = null where id = any(${ids})`
}

/** Keeps the leads of companies that have left the bin; a piece of them. */
export const forgetCompanies = (db: Db, piece: number) => db`
  update leads set version = version + 1, client_id = null where id in (
    select l.id from leads l join clients c on c.id = l.client_id
    where c.deleted_at is not null and not exists (select from bin b where b.id = c.id) limit ${piece})`

/** Deletes leads that have left the bin; a piece of them. */
export const purge = (db: Db, piece: number) => db`
  delete from leads where id in (
    select l.id from leads l
    where l.deleted_at is not null and not exists (select from bin b where b.id = l.id) limit ${piece})`

type Customer = { first_name: string; last_name: string; email: string | null; mobile: string }

/** Wins a lead, once, as a new customer or as the existing one with this mobile. */
export async function winAsCustomer(db: Db, id: string, customer: Customer): Promise<Lead> {
  await lockOpen(db, id)
  const { id: userId } = await customers.findOrCreate(db, { ...customer, notes: '' })
  await db`update leads set version = version + 1, status = 'won', user_id = ${userId} where id = ${id}`
  return get(db, id)
}

/** Wins a lead, once, as a new company. */
export async function winAsCompany(db: Db, id: string, company: z.output<typeof ClientForm>): Promise<Lead> {
  await lockOpen(db, id)
  const client = await clients.create(db, company)
  await db`update leads set version = version + 1, status = 'won', client_id = ${client.id} where id = ${id}`
  return get(db, id)
}

async function lockOpen(db: Db, id: string): Promise<void> {
  const lead = await lock(db, id)
  if (lead.user) throw conflict('This lead has become a customer already.', 'won_already')
  await refuseCompany(db, id)
}

/**
 * What a lead became is still its company while that can be restored. Asked in one statement: between two, one that finds it
 * deleted and one that finds it in no bin, it could come back.
 */
async function refuseCompany(db: Db, lead: string): Promise<void> {
  const [company] = await db<{ name: string; is_deleted: boolean }[]>`
    select c.name, c.deleted_at is not null as is_deleted from live_leads l join clients c on c.id = l.client_id
    where l.id = ${lead} and (c.deleted_at is null or exists (select from bin b where b.id = c.id))`
  if (!company) return
  if (!company.is_deleted) throw conflict('This lead has become a company already.', 'won_already')
  throw conflict(
    `This lead has become the company ${company.name}, which is in the bin. Restore it there, or delete it for good first.`,
    'won_already',
  )
}
