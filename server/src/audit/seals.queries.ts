import { passingActions } from '../database/auditTrail.ts'
import type { Db, Fragment, Transaction } from '../database/db.ts'

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

// The texts below are hashed: a change of one letter would make every existing seal look broken. They use functions of
// PostgreSQL alone, because functions of the shop could be replaced by whoever changes entries.

const moment = (db: Db, time: Fragment) =>
  db`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`

const entryHash = (db: Db) => db`sha256(convert_to(json_build_array(
  e.position, e.id, ${moment(db, db`e.at`)}, e.actor, e.action, e.entity, e.entity_id, e.before, e.after, e.request_id
)::text, 'UTF8'))`

/** What passes away after a time: entries about reading and signing in. */
const isPassing = (db: Db) => db`e.action = any(${passingActions})`

/** The hashes of all entries that are lasting, or of the others, in sequence. */
const hashesOf = (db: Db, chosen: Fragment) => db`
  coalesce(string_agg(e.entry_hash, ''::bytea order by e.position, e.id) filter (where ${chosen}), '')`

const facts = (db: Db, entries: Fragment) => db`
  select f.*, sha256(f.lasting_hashes) as lasting_hash, sha256(f.passing_hashes) as passing_hash
  from (
    select count(*) filter (where not e.passing)::int as lasting, ${hashesOf(db, db`not e.passing`)} as lasting_hashes,
      count(*) filter (where e.passing)::int as passing, ${hashesOf(db, db`e.passing`)} as passing_hashes,
      min(e.at) filter (where e.position > 0) as earliest
    from (select e.position, e.id, e.at, ${isPassing(db)} as passing, ${entryHash(db)} as entry_hash from ${entries} e) e) f`

const sealText = (db: Db) => db`json_build_array(
  s.number, ${moment(db, db`s.sealed_at`)}, s.upto_position, s.upto_id,
  s.lasting, encode(s.lasting_hash, 'hex'), s.passing, encode(s.passing_hash, 'hex'))::text`

/** Seals entries of transactions that have ended; returns how many, at most a batch. */
export async function sealNext(tx: Transaction): Promise<number> {
  const [last] = await tx<[Last?]>`
    select number, upto_position as position, upto_id as id, hash from audit_seals order by number desc limit 1`
  const { number, position, id, hash } = last ?? beforeFirst
  const [{ horizon }] = await tx<[{ horizon: number }]>`select audit_horizon() as horizon`
  const [made] = await tx<{ entries: number }[]>`
    with batch as materialized (
      select * from audit_entries
      where (position, id) > (${position}::bigint, ${id}::uuid) and position < ${horizon}
      order by position, id limit ${batch}),
    s as materialized (
      select ${number + 1}::bigint as number, clock_timestamp() as sealed_at, last.position as upto_position,
        last.id as upto_id, f.lasting, f.lasting_hash, f.passing, f.passing_hash, f.lasting_hashes, f.passing_hashes
      from (${facts(tx, tx`batch`)}) f,
        (select position, id from batch order by position desc, id desc limit 1) last),
    hashes as (
      insert into audit_entry_hashes (seal, lasting, passing) select number, lasting_hashes, passing_hashes from s
      on conflict (seal) do update set lasting = excluded.lasting, passing = excluded.passing)
    insert into audit_seals
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

/** The newest seal, if it was not kept at this target yet. */
export async function sealToKeep(db: Db, target: 'file' | 'url'): Promise<Seal | undefined> {
  const [seal] = await db<Seal[]>`
    select s.number, s.sealed_at, encode(s.hash, 'hex') as hash from audit_seals s
    where s.number > coalesce((select number from audit_seals_kept where target = ${target}), 0)
    order by s.number desc limit 1`
  return seal
}

export const saveKept = (db: Db, target: 'file' | 'url', number: number) => db`
  insert into audit_seals_kept (target, number) values (${target}, ${number})
  on conflict (target) do update set number = excluded.number`

export type StoredSeal = Seal & {
  upto_position: number
  upto_id: string
  lasting: number
  passing: number
  /** Hexadecimal, as they are stored. */
  lasting_hash: string
  passing_hash: string
  /** What was hashed after the hash of the seal before. */
  text: string
}

/** Seals after this number, in sequence. */
export const sealsAfter = (db: Db, number: number, limit: number) => db<StoredSeal[]>`
  select s.number, s.sealed_at, s.upto_position, s.upto_id, s.lasting, s.passing,
    encode(s.lasting_hash, 'hex') as lasting_hash, encode(s.passing_hash, 'hex') as passing_hash,
    encode(s.hash, 'hex') as hash, ${sealText(db)} as text
  from audit_seals s where s.number > ${number} order by s.number limit ${limit}`

type Place = { position: number; id: string }
export type Facts = Pick<StoredSeal, 'lasting' | 'lasting_hash' | 'passing' | 'passing_hash'> & {
  /** The earliest time of an entry; of those from before the audit had positions it is not known. */
  earliest: string | null
}

const between = (db: Db, after: Place | undefined, upto: Place) => {
  const from = after ?? { position: -(2 ** 53), id: beforeFirst.id }
  return db`(select * from audit_entries where (position, id) > (${from.position}::bigint, ${from.id}::uuid)
    and (position, id) <= (${upto.position}::bigint, ${upto.id}::uuid))`
}

/** What the entries after one place up to another are now. */
export async function factsBetween(db: Db, after: Place | undefined, upto: Place): Promise<Facts> {
  const [found] = await db<[Facts]>`
    select f.lasting, encode(f.lasting_hash, 'hex') as lasting_hash, f.passing,
      encode(f.passing_hash, 'hex') as passing_hash, f.earliest
    from (${facts(db, between(db, after, upto))}) f`
  return found
}

/** An entry with its hash, in hexadecimal. */
export type HashedEntry = {
  id: string
  at: string
  action: string
  entity: string
  entity_id: string
  hash: string
}

/** The entries after one place up to another with their hashes, in sequence; only so many. */
export const entriesBetween = (
  db: Db,
  after: Place | undefined,
  upto: Place,
  kind: 'lasting' | 'passing',
  most: number,
) => db<HashedEntry[]>`
  select e.id, e.at, e.action, e.entity, e.entity_id, encode(${entryHash(db)}, 'hex') as hash
  from ${between(db, after, upto)} e
  where ${isPassing(db)} = ${kind === 'passing'} order by e.position, e.id limit ${most}`

/** The hashes of the entries when they were sealed, as they were kept with a seal: 32 bytes each, in sequence. */
export async function keptHashes(
  db: Db,
  seal: number,
  kind: 'lasting' | 'passing',
): Promise<Buffer | undefined> {
  const [kept] = await db<{ hashes: Buffer }[]>`
    select ${db(kind)} as hashes from audit_entry_hashes where seal = ${seal}`
  return kept?.hashes
}

/** The number of entries that are not sealed yet. */
export async function countUnsealed(db: Db, after: Place | undefined): Promise<number> {
  const { position, id } = after ?? { position: -(2 ** 53), id: beforeFirst.id }
  const [{ count }] = await db<[{ count: number }]>`
    select count(*)::int as count from audit_entries where (position, id) > (${position}::bigint, ${id}::uuid)`
  return count
}
