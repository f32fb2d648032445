import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { CustomerImport, doublesChoices } from '@our-print/contract/people/customerImports.ts'
import type { Db, Pool, Transaction } from '../../base/database/db.ts'
import { countOf, orderBy, readRows, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'

export type Doubles = (typeof doublesChoices)[number]
type Skip = CustomerImport['skipped'][number]

/** Copies lines in COPY's text format to a temporary table of this transaction. */
export async function copyToStaging(tx: Transaction, lines: AsyncIterable<string>): Promise<void> {
  await tx`
    create temp table uploaded_customers (
      line int not null, shown text not null, reason text, first_name text not null, last_name text not null,
      mobile text not null, email text, notes text not null, tags text not null, address jsonb
    ) on commit drop`
  const copy = await tx`
    copy uploaded_customers (line, shown, reason, first_name, last_name, mobile, email, notes, tags, address)
    from stdin`.writable()
  await pipeline(Readable.from(lines, { objectMode: false }), copy)
  // Autovacuum does not analyze temporary tables.
  await tx`analyze uploaded_customers`
}

export type Counts = { created: number; updated: number; unchanged: number; skipped_count: number }

/**
 * Decides for every line what happens with it. A customer who was merged counts as the one who was kept. Joins read both
 * sides once: statistics from before a large import would let the plan compare every line with every customer.
 */
export async function classifyLines(tx: Transaction, doubles: Doubles): Promise<Counts> {
  // Another import waits, and then finds these customers.
  await tx`select pg_advisory_xact_lock(hashtext('customer import'))`
  await tx`select set_config('work_mem', '64MB', true), set_config('enable_nestloop', 'off', true)`
  await tx`
    create temp table judged_customers on commit drop as
    with found as (
      select n.line, n.mobile, n.email,
        min(n.line) over (partition by n.mobile) as first_mobile,
        case when n.email is not null then min(n.line) over (partition by n.email) end as first_email,
        coalesce(m.id, mk.kept) as by_mobile, coalesce(e.id, ek.kept) as by_email
      from uploaded_customers n left join users m on m.mobile = n.mobile left join users e on e.email = n.email
      left join (select distinct on (mobile) mobile, kept from customer_merges where undone_at is null) mk
        on mk.mobile = n.mobile
      left join (select distinct on (email) email, kept from customer_merges where undone_at is null) ek
        on ek.email = n.email
      where n.reason is null
    ), targets as (
      select *, coalesce(by_mobile, by_email) as target,
        min(line) over (partition by coalesce(by_mobile, by_email)) as first_target
      from found
    )
    select line, target, uuid_v7() as new_id, null::text as referral_code, case
        when by_mobile <> by_email then 'The phone number and the email are of two customers: merge them first'
        when by_mobile is not null and ${doubles} = 'skip' then 'A customer has this phone number already'
        when by_email is not null and ${doubles} = 'skip' then 'A customer has this email already'
        when first_mobile < line then 'Line ' || first_mobile || ' has the same phone number'
        when first_email < line then 'Line ' || first_email || ' has the same email'
        when target is not null and first_target < line then 'Line ' || first_target || ' is about the same customer'
      end as reason, by_mobile is null as new_mobile, by_email is null as new_email
    from targets order by line`
  await tx`create unique index on judged_customers (line)`
  await tx`analyze judged_customers`
  if (doubles !== 'skip') await findChanges(tx, doubles)
  await tx`select set_config('enable_nestloop', 'on', true)`
  const [row] = await tx<[Counts]>`
    select count(*) filter (where reason is null and target is null)::int as created,
      ${doubles === 'skip' ? tx`0` : tx`(select count(*) from changed_customers)::int`} as updated,
      (count(*) filter (where reason is null and target is not null)
        - ${doubles === 'skip' ? tx`0` : tx`(select count(*) from changed_customers)`})::int as unchanged,
      (count(reason) + (select count(reason) from uploaded_customers))::int as skipped_count
    from judged_customers`
  return row
}

/** What customers get by the lines about them, where that is anything new. */
async function findChanges(tx: Transaction, doubles: 'fill' | 'overwrite'): Promise<void> {
  const given = doubles === 'overwrite'
  await tx`
    create temp table changed_customers on commit drop as
    select * from (
      select j.line, u.id,
        ${given ? tx`n.first_name` : tx`u.first_name`} as first_name,
        ${given ? tx`coalesce(nullif(n.last_name, ''), u.last_name)` : tx`coalesce(nullif(u.last_name, ''), n.last_name)`}
          as last_name,
        ${given ? tx`case when j.new_mobile then n.mobile else u.mobile end` : tx`u.mobile`} as mobile,
        ${given ? tx`case when j.new_email then coalesce(n.email, u.email) else u.email end` : tx`case when j.new_email then coalesce(u.email, n.email) else u.email end`}
          as email,
        ${given ? tx`coalesce(nullif(n.notes, ''), u.notes)` : tx`coalesce(nullif(u.notes, ''), n.notes)`} as notes,
        (select coalesce(array_agg(tag order by at), '{}') from (
          select tag, min(at) as at from unnest(u.tags || string_to_array(n.tags, E'\n')) with ordinality t (tag, at)
          where tag <> '' group by tag order by 2 limit 20) t) as tags,
        n.address is not null and not exists (select from customer_addresses a
          where a.user_id = u.id and md5(a.address::text) = md5(n.address::text)) as is_elsewhere,
        u as before
      from judged_customers j join uploaded_customers n on n.line = j.line join users u on u.id = j.target
      where j.reason is null) c
    where is_elsewhere or (first_name, last_name, mobile, email, notes, tags) is distinct from
      ((before).first_name, (before).last_name, (before).mobile, (before).email, (before).notes, (before).tags)`
}

const skipped = (tx: Transaction) => tx`
  select line, shown as customer, reason from uploaded_customers where reason is not null
  union all
  select j.line, n.shown, j.reason from judged_customers j join uploaded_customers n on n.line = j.line
  where j.reason is not null`

export const listFirstSkipped = (tx: Transaction, most: number) => tx<Skip[]>`
  ${skipped(tx)} order by line limit ${most}`

/**
 * Locks the customers who get anything; false if one of them was changed, or one of a line was merged, since it was decided
 * what they get: what was written meanwhile would be lost, or what the file says.
 */
export async function lockTargets(tx: Transaction, doubles: Doubles): Promise<boolean> {
  if (doubles === 'skip') return true
  const [row] = await tx<[{ is_same: boolean }]>`
    with locked as materialized (
      select u.id, u.version from users u where u.id in (select id from changed_customers)
      order by u.id for no key update
    )
    select (select count(*) from changed_customers) = (
        select count(*) from changed_customers c join locked l on l.id = c.id where l.version = (c.before).version)
      and not exists (
        select from judged_customers j left join users u on u.id = j.target
        where j.reason is null and j.target is not null and u.id is null) as is_same`
  return row.is_same
}

/**
 * Writes what was decided. Neither events nor audit entries are made for each customer: a million lines have one of each.
 */
export async function writeCustomers(tx: Transaction, doubles: Doubles): Promise<void> {
  await drawReferralCodes(tx)
  await tx`
    insert into users (id, first_name, last_name, email, mobile, notes, tags, referral_code)
    select j.new_id, n.first_name, n.last_name, n.email, n.mobile, n.notes,
      array_remove(string_to_array(n.tags, E'\n'), ''), j.referral_code
    from judged_customers j join uploaded_customers n on n.line = j.line
    where j.reason is null and j.target is null order by j.line`
  if (doubles !== 'skip')
    await tx`
      update users u set version = version + 1, first_name = c.first_name, last_name = c.last_name, mobile = c.mobile,
        email = c.email, notes = c.notes, tags = c.tags,
        -- A customer who gets another number is no longer a duplicate.
        double_of = case when c.mobile = u.mobile then u.double_of end
      from changed_customers c where u.id = c.id`
  await tx`
    insert into customer_addresses (user_id, address)
    select coalesce(j.target, j.new_id), n.address
    from judged_customers j join uploaded_customers n on n.line = j.line
    where j.reason is null and n.address is not null and (j.target is null or ${doubles} <> 'skip')
    on conflict (user_id, md5(address::text)) do nothing`
}

/** Codes that nobody has: of a million random ones some are drawn twice. */
async function drawReferralCodes(tx: Transaction): Promise<void> {
  await tx`
    update judged_customers set referral_code = new_referral_code() where reason is null and target is null`
  for (;;) {
    const { count } = await tx`
      update judged_customers set referral_code = new_referral_code()
      where referral_code in (
        select j.referral_code from judged_customers j where j.referral_code is not null
        group by 1 having count(*) > 1
        union all select j.referral_code from judged_customers j join users u on u.referral_code = j.referral_code)`
    if (count === 0) return
  }
}

/** Sets who makes the following writes, an empty one for no audit entries, and whether each is announced. */
export const setVoice = (tx: Transaction, actor: string, isQuiet: boolean) => tx`
  select set_config('our_print.actor', ${actor}, true), set_config('our_print.quiet', ${isQuiet ? 'on' : ''}, true)`

type Report = Counts & { id: string; file_name: string; by: string }

/** Creates the record of an import and of its skipped lines, and tells of it. */
export async function createImport(tx: Transaction, report: Report): Promise<void> {
  const { id, file_name, created, updated, unchanged, skipped_count, by } = report
  await tx`
    insert into customer_imports (id, file_name, created, updated, unchanged, skipped_count, by)
    values (${id}, ${file_name}, ${created}, ${updated}, ${unchanged}, ${skipped_count}, ${by})`
  await tx`
    insert into customer_import_skips (import_id, line, customer, reason)
    select ${id}, line, customer, reason from (${skipped(tx)}) s order by line`
  if (created + updated > 0)
    await tx`select queue_event('customer.imported', 'customer', ${id}::uuid, 1, event_author())`
}

/** Analyzes the tables after a large import, because plans would use the old statistics until autovacuum runs. */
export async function refreshStatistics(pool: Pool, { created, updated }: Counts): Promise<void> {
  if (created + updated < 1_000) return
  for (const table of ['users', 'customer_search', 'customer_addresses']) await pool`analyze ${pool(table)}`
}

type Filter = { id: string; query?: string | undefined; ordering?: Ordering | undefined }

const ofImport = (db: Db, { id, query }: Filter) => db`
  where import_id = ${id}
  ${query ? db`and ${contains(db, db`search_text(customer || E'\n' || reason)`, query)}` : db``}`

/** All skipped lines of an import. */
export const select = (db: Db, filter: Filter) => db`
  select line, customer, reason from customer_import_skips ${ofImport(db, filter)}
  ${orderBy(db, sequenceOf(filter.ordering, {}, db`line`, 'id'))}`

export const list = (db: Db, filter: Filter & Slice): Promise<Rows<Skip>> =>
  readRows(
    db,
    db`${select(db, filter)} limit ${filter.limit} offset ${filter.offset}`,
    countOf(db, db`customer_import_skips ${ofImport(db, filter)}`),
  )

/** Deletes skipped lines after 30 days; their number stays in the import. */
export const sweepSkippedCustomers = (db: Db) => db`
  delete from customer_import_skips s using customer_imports i
  where i.id = s.import_id and i.at < now() - interval '30 days'`
