import { passingActions } from '../../base/database/auditTrail.ts'
import type { Db, Fragment, Transaction } from '../../base/database/db.ts'

/** A seal as it is kept elsewhere. */
export type Seal = { number: number; sealed_at: string; hash: string }

/** Entries of a seal; enough to catch up soon, few enough to read in a moment. */
const batch = 5_000

/** Until no other process seals; released when the transaction ends. Without a transaction number, which would delay seals. */
export async function tryLock(tx: Transaction, name: string): Promise<boolean> {
  const [{ locked }] = await tx<[{ locked: boolean }]>`
    select pg_try_advisory_xact_lock(hashtextextended(${`audit ${name}`}, 0)) as locked`
  return locked
}

/**
 * Until the transaction ends, functions and operators are PostgreSQL's own: those of the shop, or of a schema that somebody
 * put in front of it, could be replaced by whoever changes entries. So the tables below are named with their schema.
 */
export const useOwnNames = (tx: Transaction) => tx`set local search_path to pg_catalog`

// The texts below are hashed, and made again in sealTexts.ts by a verification: a change of one letter would make every
// existing seal look broken.

const moment = (db: Db, time: Fragment) =>
  db`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const entryHash = (db: Db) => db`sha256(convert_to(json_build_array(
  e.position, e.id, ${moment(db, db`e.at`)}, e.actor, e.action, e.entity, e.entity_id, e.before, e.after, e.request_id
)::text, 'UTF8'))`

/** The hashes of all entries that are lasting, or of the others, in sequence. */
const hashesOf = (db: Db, chosen: Fragment) => db`
  coalesce(string_agg(e.entry_hash, ''::bytea order by e.position, e.id) filter (where ${chosen}), '')`

/** What a seal says of its entries. Those about reading and signing in pass away after a time, so they are apart. */
const facts = (db: Db, entries: Fragment) => db`
  select f.*, sha256(f.lasting_hashes) as lasting_hash, sha256(f.passing_hashes) as passing_hash
  from (
    select count(*) filter (where not e.passing)::int as lasting, ${hashesOf(db, db`not e.passing`)} as lasting_hashes,
      count(*) filter (where e.passing)::int as passing, ${hashesOf(db, db`e.passing`)} as passing_hashes
    from (
      select e.position, e.id, e.action = any(${passingActions}) as passing, ${entryHash(db)} as entry_hash
      from ${entries} e) e) f`

const sealText = (db: Db) => db`json_build_array(
  s.number, ${moment(db, db`s.sealed_at`)}, s.upto_position, s.upto_id,
  s.lasting, encode(s.lasting_hash, 'hex'), s.passing, encode(s.passing_hash, 'hex'))::text`

/** The position below which every transaction has ended; of the whole server of PostgreSQL. */
const horizon = (db: Db) => db`(
  select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + xid_offset from public.audit_positions)`

/** In a database that was copied by other means than a backup: its transaction numbers may be lower than those of the last seal. */
export const rebaseBehind = (db: Db) => db`
  select rebase_audit() from audit_seals
  where number = (select max(number) from audit_seals) and upto_position >= ${horizon(db)}`

/** Seals entries of transactions that have ended; returns how many, at most a batch. */
export async function sealNext(tx: Transaction): Promise<number> {
  const [last] = await tx<[Last?]>`
    select number, upto_position as position, upto_id as id, hash from public.audit_seals order by number desc limit 1`
  const { number, position, id, hash } = last ?? beforeFirst
  const [{ end }] = await tx<[{ end: number }]>`select ${horizon(tx)} as end`
  const [made] = await tx<{ entries: number }[]>`
    with batch as materialized (
      select * from public.audit_entries
      where (position, id) > (${position}::bigint, ${id}::uuid) and position < ${end}
      order by position, id limit ${batch}),
    s as materialized (
      select ${number + 1}::bigint as number, clock_timestamp() as sealed_at, last.position as upto_position,
        last.id as upto_id, f.lasting, f.lasting_hash, f.passing, f.passing_hash, f.lasting_hashes, f.passing_hashes
      from (${facts(tx, tx`batch`)}) f,
        (select position, id from batch order by position desc, id desc limit 1) last),
    hashes as (
      insert into public.audit_entry_hashes (seal, lasting, passing) select number, lasting_hashes, passing_hashes from s
      on conflict (seal) do update set lasting = excluded.lasting, passing = excluded.passing)
    insert into public.audit_seals
      (number, sealed_at, upto_position, upto_id, lasting, lasting_hash, passing, passing_hash, hash)
    select number, sealed_at, upto_position, upto_id, lasting, lasting_hash, passing, passing_hash,
      sha256(${hash}::bytea || convert_to(${sealText(tx)}, 'UTF8')) from s
    returning lasting + passing as entries`
  return made?.entries ?? 0
}

type Last = { number: number; position: number; id: string; hash: Buffer }
const beforeFirst: Last = {
  number: 0,
  position: -1,
  id: '00000000-0000-0000-0000-000000000000',
  hash: Buffer.alloc(0),
}

/**
 * The newest seal, if it is not the one that was kept at this target last. Another number, also a higher one, keeps it again:
 * whoever writes in the database must not be able to say that future seals are kept already.
 */
export async function sealToKeep(db: Db, target: 'file' | 'url'): Promise<Seal | undefined> {
  const [seal] = await db<Seal[]>`
    select s.number, s.sealed_at, encode(s.hash, 'hex') as hash
    from (select * from audit_seals order by number desc limit 1) s
    where s.number is distinct from (select number from audit_seals_kept where target = ${target})`
  return seal
}

export const saveKept = (db: Db, target: 'file' | 'url', number: number) => db`
  insert into audit_seals_kept (target, number) values (${target}, ${number})
  on conflict (target) do update set number = excluded.number`

/** A transaction that is open, and so keeps newer entries from being sealed. */
export type Holder = { database: string; process: string; since: string | null }

/**
 * The oldest open transaction that writes, in any database of the server, where entries have waited for a seal longer than
 * these seconds. Others' times can be read only with the role pg_read_all_stats.
 */
export async function findHolder(db: Db, seconds: number): Promise<Holder | undefined> {
  const [holder] = await db<Holder[]>`
    select database, process, since from (
      select datname as database, 'process ' || pid as process, backend_xid as xid, xact_start as since
      from pg_stat_activity where backend_xid is not null and pid <> pg_backend_pid()
      union all
      select database, 'prepared transaction ' || gid, transaction, prepared from pg_prepared_xacts) open
    where exists (
      select from public.audit_entries e
      where e.position >= ${horizon(db)} and e.at < now() - ${seconds} * interval '1 second')
    order by age(xid) desc limit 1`
  return holder
}

// Reading for a verification. Positions are text: a forged one may be beyond what a number of JavaScript can say.

export type StoredSeal = Seal & {
  upto_position: string
  upto_id: string
  lasting: number
  passing: number
  /** Hexadecimal, as they are stored. */
  lasting_hash: string
  passing_hash: string
}

/** Seals after this number, in sequence. */
export const sealsAfter = (db: Db, number: number, limit: number) => db<StoredSeal[]>`
  select s.number, s.sealed_at, s.upto_position::text as upto_position, s.upto_id, s.lasting, s.passing,
    encode(s.lasting_hash, 'hex') as lasting_hash, encode(s.passing_hash, 'hex') as passing_hash,
    encode(s.hash, 'hex') as hash
  from public.audit_seals s where s.number > ${number} order by s.number limit ${limit}`

export type Place = { position: string; id: string }

export type StoredEntry = Place & {
  at: string
  actor: string | null
  action: string
  entity: string
  entity_id: string
  before: string | null
  after: string | null
  request_id: string | null
}

const isAfter = (db: Db, { position, id }: Place) =>
  db`(e.position, e.id) > (${position}::bigint, ${id}::uuid)`

/** The entries after one place up to another, in sequence, at most so many; all from the very first one on without a place. */
export const readEntries = (db: Db, after: Place | undefined, upto: Place, limit: number) => db<
  StoredEntry[]
>`
  select e.position::text as position, e.id, e.at, e.actor, e.action, e.entity, e.entity_id, e.before::text as before,
    e.after::text as after, e.request_id
  from public.audit_entries e
  where (e.position, e.id) <= (${upto.position}::bigint, ${upto.id}::uuid) ${after ? db`and ${isAfter(db, after)}` : db``}
  order by e.position, e.id limit ${limit}`

/** The hashes of the entries when they were sealed, as they were kept with a seal: 32 bytes each, in sequence. */
export async function readEntryHashes(
  db: Db,
  seal: number,
  kind: 'lasting' | 'passing',
): Promise<Buffer | undefined> {
  const [row] = await db<{ hashes: Buffer }[]>`
    select ${db(kind)} as hashes from public.audit_entry_hashes where seal = ${seal}`
  return row?.hashes
}

/** The number of entries that are not sealed yet. */
export async function countUnsealed(db: Db, after: Place | undefined): Promise<number> {
  const [{ count }] = await db<[{ count: number }]>`
    select count(*)::int as count from public.audit_entries e ${after ? db`where ${isAfter(db, after)}` : db``}`
  return count
}
