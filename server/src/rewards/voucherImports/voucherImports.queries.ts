import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import type { VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import type { Db, Pool, Transaction } from '../../base/database/db.ts'
import { countOf, orderBy, readRows, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { notFound } from '../../base/http/problem.ts'

type Skip = VoucherImport['skipped'][number]

/** Locks the company against deletion until the transaction ends; 404 if there is none. */
export async function lockClient(db: Db, id: string): Promise<void> {
  const [client] = await db`select from live_clients where id = ${id} for key share`
  if (!client) throw notFound('Company')
}

/** Sets the actor of the following writes; an empty one means no audit entries. */
export const setAuditActor = (tx: Transaction, id: string) =>
  tx`select set_config('our_print.actor', ${id}, true)`

/** Copies lines in COPY's text format to a temporary table of this transaction. */
export async function copyToStaging(tx: Transaction, lines: AsyncIterable<string>): Promise<void> {
  await tx`
    create temp table uploaded_codes (
      line int not null, voucher_code text collate "C" not null, kind int, voucher_detail text, cost bigint, reason text,
      code_key text collate "C" not null generated always as (code_key(voucher_code)) stored
    ) on commit drop`
  const copy = await tx`
    copy uploaded_codes (line, voucher_code, kind, voucher_detail, cost, reason) from stdin`.writable()
  await pipeline(Readable.from(lines, { objectMode: false }), copy)
  // Autovacuum does not analyze temporary tables.
  await tx`analyze uploaded_codes`
}

type LineCounts = { imported: number; skipped_count: number }

// If the company has more codes than this for each line of the file, looking up each line is faster.
const codesPerLine = 20

/**
 * Decides for every line whether it is imported. The lines are sorted by code once: a code that is in the file twice
 * is then in adjacent lines, a merge join with the index finds existing codes, and the later insert fills that index
 * in order.
 *
 * The join must not depend on statistics. If the table was empty a minute ago, they say that a company has one code, and
 * the plan compares every line with every code. So either both sides are read once (no nested loop), or each line is
 * looked up in the index (limit 1, which cannot become a join).
 */
export async function classifyLines(tx: Transaction, client: string): Promise<LineCounts> {
  // Another import for the same company waits, and then finds these codes.
  await tx`select pg_advisory_xact_lock(hashtextextended('voucher import ' || ${client}::text, 0))`
  const isShort = await isShortFile(tx, client)
  await tx`
    select set_config('work_mem', '64MB', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_nestloop', ${isShort ? 'on' : 'off'}, true)`
  await tx`
    create temp table judged_codes on commit drop as
    select line, voucher_code, code_key, kind, case
      when is_known then 'The company has this code already'
      when is_double then 'The file has this code twice'
    end as reason
    from (
      select u.line, u.voucher_code, u.code_key, u.kind, v.id is not null as is_known,
        lag(u.code_key) over (order by u.code_key, u.line) is not distinct from u.code_key as is_double
      from uploaded_codes u ${isShort ? probeIndex(tx, client) : joinOnce(tx, client)}
      where u.reason is null) judged
    order by code_key, line`
  await tx`select set_config('enable_seqscan', 'on', true), set_config('enable_nestloop', 'on', true)`
  await tx`analyze judged_codes`
  const [row] = await tx<[LineCounts]>`
    select count(*) filter (where reason is null)::int as imported,
      (count(reason) + (select count(reason) from uploaded_codes))::int as skipped_count
    from judged_codes`
  return row
}

async function isShortFile(tx: Transaction, client: string): Promise<boolean> {
  const [{ is_short }] = await tx<[{ is_short: boolean }]>`
    select (select count(*) from uploaded_codes) * ${codesPerLine} < coalesce(sum(codes), 0) as is_short
    from stock_of_client(${client})`
  return is_short
}

const joinOnce = (tx: Transaction, client: string) => tx`
  left join vouchers v on v.client_id = ${client} and v.code_key = u.code_key`

// The first code that is not smaller, ordered by both columns, because only one index has this order.
const probeIndex = (tx: Transaction, client: string) => tx`
  left join lateral (
    select next.id from (
      select v.id, v.client_id, v.code_key from vouchers v
      where (v.client_id, v.code_key) >= (${client}::uuid, u.code_key)
      order by v.client_id, v.code_key limit 1) next
    where next.client_id = ${client} and next.code_key = u.code_key) v on true`

const skipped = (tx: Transaction) => tx`
  select line, voucher_code, reason from uploaded_codes where reason is not null
  union all
  select line, voucher_code, reason from judged_codes where reason is not null`

export const listFirstSkipped = (tx: Transaction, most: number) => tx<Skip[]>`
  ${skipped(tx)} order by line limit ${most}`

type Import = { id: string; client: string; expiry_date: string }

/** Creates the accepted codes, in one group for each detail and cost. */
export async function createGroups(tx: Transaction, { id, client, expiry_date }: Import): Promise<void> {
  await tx`
    create temp table upload_kinds on commit drop as
    select kind, voucher_detail, cost, first_value(new_id) over (partition by voucher_detail, cost) as group_id
    from (
      -- Made here, one a row: inside first_value it would be made anew for each row of the same worth.
      select kind, voucher_detail, cost, uuid_v7() as new_id from uploaded_codes
      where voucher_detail is not null and kind in (select distinct kind from judged_codes where reason is null)) k`
  await tx`analyze upload_kinds`
  await tx`
    insert into voucher_infos (id, client_id, voucher_detail, cost, expiry_date, is_single, import_id)
    select distinct group_id, ${client}::uuid, voucher_detail, cost, ${expiry_date}::date, false, ${id}::uuid
    from upload_kinds`
  // In the order of the unique index, as every writer does, so that two writers of the same codes cannot deadlock.
  await tx`
    insert into vouchers (voucher_info_id, client_id, voucher_code)
    select k.group_id, ${client}, j.voucher_code
    from judged_codes j join upload_kinds k on k.kind = j.kind
    where j.reason is null
    order by j.code_key`
}

// Fewer new rows than this do not need statistics before autovacuum runs.
const analyzeThreshold = 1_000

/** Analyzes the tables after a large import, because plans would use the old statistics until autovacuum runs. */
export async function refreshStatistics(pool: Pool, imported: number): Promise<void> {
  if (imported < analyzeThreshold) return
  await pool`analyze voucher_infos`
  await pool`analyze vouchers`
}

type Report = Import & LineCounts & { file_name: string; sha256: string; by: string }

/** Creates the record of an import and of its skipped lines. */
export async function createImport(tx: Transaction, report: Report): Promise<void> {
  const { id, client, file_name, expiry_date, imported, skipped_count, sha256, by } = report
  await tx`
    insert into voucher_imports (id, client_id, file_name, expiry_date, imported, skipped_count, sha256, by)
    values (${id}, ${client}, ${file_name}, ${expiry_date}, ${imported}, ${skipped_count}, ${sha256}, ${by})`
  await tx`
    insert into voucher_import_skips (import_id, line, voucher_code, reason)
    select ${id}, line, voucher_code, reason from (${skipped(tx)}) s order by line`
}

type Filter = { id: string; query?: string | undefined; ordering?: Ordering | undefined }

const ofImport = (db: Db, { id, query }: Filter) => db`
  where import_id = (select i.id from voucher_imports i join live_clients c on c.id = i.client_id where i.id = ${id})
  ${query ? db`and ${contains(db, db`search_text(voucher_code || E'\n' || reason)`, query)}` : db``}`

/** All skipped lines of an import. */
export const selectSkips = (db: Db, filter: Filter) => db`
  select line, voucher_code, reason from voucher_import_skips ${ofImport(db, filter)}
  ${orderBy(db, sequenceOf(filter.ordering, {}, db`line`, 'id'))}`

export const listSkips = (db: Db, filter: Filter & Slice): Promise<Rows<Skip>> =>
  readRows(
    db,
    db`${selectSkips(db, filter)} limit ${filter.limit} offset ${filter.offset}`,
    countOf(db, db`voucher_import_skips ${ofImport(db, filter)}`),
  )

/** Deletes the skipped lines of companies that have left the bin; a piece of them. */
export const purgeSkips = (db: Db, piece: number) => db`
  delete from voucher_import_skips where (import_id, line) in (
    select s.import_id, s.line from voucher_import_skips s where s.import_id = any(array(
      select i.id from voucher_imports i join clients c on c.id = i.client_id
      where c.deleted_at is not null and not exists (select from bin b where b.id = c.id)))
    limit ${piece})`

/** Deletes skipped lines after 30 days; their number stays in the import. */
export const sweepSkips = (db: Db) => db`
  delete from voucher_import_skips s using voucher_imports i
  where i.id = s.import_id and i.at < now() - interval '30 days'`
