import type { Ordering, Rows, Slice } from '@our-print/contract/paging.ts'
import {
  mostSortedByCount,
  type QrCode,
  type qrCodeOrderings,
  scanDevices,
} from '@our-print/contract/rewards/qrCodes.ts'
import { refusePast } from '../../base/database/days.ts'
import type { Db, Fragment } from '../../base/database/db.ts'
import { countOf, type List, readPage, selectAll, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import { invalid, notFound, unprocessable } from '../../base/http/problem.ts'
import * as images from '../images/images.queries.ts'

/** A QR code without its URLs, which depend on the shop's address. */
export type QrCodeRow = Omit<QrCode, 'url' | 'image'> & { image_id: string | null }

type Filter = {
  is_active?: boolean
  id?: string
  query?: string
  ordering?: Ordering<(typeof qrCodeOrderings)[number]>
}

/** The counted scans of a QR code. */
const scansOf = (db: Db) => db`
  coalesce((select sum(f.scans) from scan_figures f
    where f.qr_code_id = q.id and f.period = 'ever' and f.kind = any(${[...scanDevices]})), 0)`

const columns = (db: Db) => db`
  q.id, q.id as qr_id, q.company, q.code, q.generated_date, q.validity, q.value,
  (q.count_start + ${scansOf(db)})::bigint as count, q.is_active, q.redirection_url, q.image_id, q.version`

const where = (db: Db, { is_active, id, query }: Filter) => db`where true
  ${is_active === undefined ? db`` : db`and q.is_active = ${is_active}`}
  ${id ? db`and q.id = ${id}` : db``}
  ${query ? db`and ${contains(db, db`search_text(q.company || E'\n' || q.code::text)`, query)}` : db``}`

// Written exactly as in their indexes.
const sortable = (db: Db) => ({
  generated_date: db`q.generated_date`,
  company: db`fold_text(q.company) collate "C"`,
  code: db`q.code`,
  validity: db`q.validity`,
  count: db`q.count_start + ${scansOf(db)}`,
})

const listOf = (db: Db, filter: Filter, more: Fragment = db``): List => ({
  select: db`select ${columns(db)} ${more} from live_qr_codes q`,
  from: db`live_qr_codes q`,
  where: where(db, filter),
  id: db`q.id`,
  sequence: sequenceOf(filter.ordering, sortable(db), db`q.id`, '-generated_date'),
})

/** The whole list for an export. It has image URLs without a signature, because signed ones expire. */
export function select(db: Db, filter: Filter, publicUrl: string) {
  const urls = db`
    , ${`${publicUrl}/?qr_code=`}::text || q.code as url, ${`${publicUrl}/api/images/`}::text || q.image_id || '/' as image`
  return selectAll(db, listOf(db, filter, urls))
}

/** The ids and names of the whole list. */
export const selectNames = (db: Db, filter: Filter) => db`
  select q.id, q.code || ' · ' || q.company as name from live_qr_codes q ${where(db, filter)}
  order by q.generated_date desc, q.id desc`

export async function list(db: Db, filter: Filter & Slice): Promise<Rows<QrCodeRow>> {
  if (filter.ordering?.endsWith('count')) await refuseSortByCount(db)
  const counted = countOf(db, db`live_qr_codes q ${where(db, filter)}`)
  return readPage(db, listOf(db, filter), counted, filter)
}

/** No index has the counts in sequence, so that all of them are read: refused where that takes long. */
async function refuseSortByCount(db: Db): Promise<void> {
  const [{ many }] = await db<[{ many: boolean }]>`
    select exists (select from live_qr_codes offset ${mostSortedByCount}) as many`
  if (!many) return
  const most = mostSortedByCount.toLocaleString('en')
  throw unprocessable('ordering', `More than ${most} QR codes cannot be sorted by their count`)
}

export async function get(db: Db, id: string): Promise<QrCodeRow> {
  const [row] = await db<QrCodeRow[]>`
    select ${columns(db)} from live_qr_codes q where q.id = ${id}`
  if (!row) throw notFound('QR code')
  return row
}

/** QR codes in the sequence of `ids`; 404 if one is missing. */
export async function getAll(db: Db, ids: string[]): Promise<Pick<QrCodeRow, 'code' | 'company'>[]> {
  const rows = await db<Pick<QrCodeRow, 'id' | 'code' | 'company'>[]>`
    select id, code, company from live_qr_codes where id = any(${ids})`
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => byId.get(id) ?? missing())
}

const missing = (): never => {
  throw notFound('QR code')
}

type Target = { redirection_url: string } | { image_id: string }
type NewQrCode = Pick<QrCode, 'company' | 'value' | 'validity'> &
  Partial<Pick<QrCode, 'code' | 'count'>> & { target: Target }

/** The read-only URL inside the printed code. */
type UrlOf = (code: number) => string

/** Creates an active QR code. */
export async function create(
  db: Db,
  { company, value, validity, code, count, target }: NewQrCode,
  urlOf: UrlOf,
) {
  await refusePast(db, validity, 'validity')
  await lockNumbers(db)
  const row = {
    code: code ?? (await pickFree(db)),
    company,
    value,
    validity,
    count_start: count ?? randomInteger(100, 999),
    redirection_url: 'redirection_url' in target ? target.redirection_url : null,
    image_id: 'image_id' in target ? target.image_id : null,
  }
  await refuseCircle(db, row.redirection_url, row.code, urlOf)
  const [{ id }] = await db<[{ id: string }]>`insert into qr_codes ${db(row)} returning id`
  return get(db, id)
}

/** No browser follows more of them. */
const mostSteps = 20

/** A phone that is led back to a code that it has read would be led there again and again, each time as one more scan. */
async function refuseCircle(db: Db, target: string | null, code: number, urlOf: UrlOf): Promise<void> {
  let next = codeIn(target, urlOf(code))
  for (let step = 0; next !== undefined && step < mostSteps; step++) {
    if (next === code) {
      const message =
        step === 0
          ? 'This is the address of this QR code itself'
          : 'This leads to a QR code that leads back to this one'
      throw invalid('redirection_url', message)
    }
    const [there] = await db<{ redirection_url: string | null }[]>`
      select redirection_url from live_qr_codes where code = ${next}`
    next = codeIn(there?.redirection_url ?? null, urlOf(code))
  }
}

/** The number of the QR code whose address this is, if it is one of the shop, as `own` is. */
function codeIn(target: string | null, own: string): number | undefined {
  if (target === null) return undefined
  const [there, here] = [new URL(target), new URL(own)]
  const code = there.searchParams.get('qr_code') ?? ''
  const isOurs = there.host === here.host && there.pathname === here.pathname
  return isOurs && /^[1-9]\d{0,11}$/.test(code) ? Number(code) : undefined
}

const randomInteger = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1))

export type Change = Partial<
  Pick<QrCode, 'company' | 'value' | 'validity' | 'code' | 'is_active' | 'redirection_url' | 'version'> &
    Pick<QrCode, 'id' | 'qr_id' | 'generated_date' | 'url'>
> & {
  /** A new image that is stored already. */
  image_id?: string
  /** The URL of the present image, sent back unchanged. */
  image?: string
}

/** Updates fields of a QR code. */
export async function update(db: Db, id: string, sent: Change, urlOf: UrlOf) {
  const { version, redirection_url, image_id, image, id: _, qr_id, generated_date, url, ...rest } = sent
  const current = await lockRecord(db, { table: 'live_qr_codes', name: 'QR code', get }, id, version)
  const readOnly = { id: sent.id, qr_id, generated_date, url }
  refuseChangedFields(readOnly, { ...current, url: urlOf(current.code) })

  const wanted = { ...rest, ...targetOf(current, { redirection_url, image_id, image }) }
  const changed = changedFields(wanted, current)
  if (Object.keys(changed).length === 0) return current
  // A past validity may stay, so that other fields of an expired QR code can be updated, but cannot be chosen.
  if (changed.validity) await refusePast(db, changed.validity, 'validity')
  const { code, redirection_url: address } = { ...current, ...changed }
  if (changed.redirection_url || changed.code) {
    await lockNumbers(db)
    await refuseCircle(db, address, code, urlOf)
  }
  await db`update qr_codes set version = version + 1, ${db(changed)} where id = ${id}`
  if (changed.image_id !== undefined) await images.deleteReplaced(db, current.image_id)
  if (changed.code) await markUsed(db, id, current.code)
  return get(db, id)
}

/** The target after the update: a new URL replaces an image, and a new image replaces a URL. */
function targetOf(
  current: QrCodeRow,
  { redirection_url, image_id, image }: Pick<Change, 'redirection_url' | 'image_id' | 'image'>,
) {
  if (image && !(current.image_id && image.includes(`/api/images/${current.image_id}/`))) {
    throw invalid('image', 'Choose a PNG picture')
  }
  const isNewUrl = redirection_url && redirection_url !== current.redirection_url
  if (image_id && isNewUrl) throw invalid('image', oneTargetMessage)
  if (image_id) return { image_id, redirection_url: null }
  return isNewUrl ? { redirection_url, image_id: null } : {}
}

export const oneTargetMessage = 'A code leads to an address or shows a picture, not both'

/** Moves QR codes to the bin, all or none. Their rows stay forever, so that no number is used again and no scan is lost. */
export async function remove(db: Db, ids: string[]): Promise<void> {
  const locked = await db`
    select 1 from live_qr_codes where id = any(${ids}) order by id for no key update`
  if (locked.length < ids.length) throw notFound('QR code')
  await db`update qr_codes set deleted_at = now() where id = any(${ids})`
}

/** Restores QR codes with their numbers, which nobody else could get. */
export async function restore(db: Db, ids: string[]): Promise<void> {
  await db`update qr_codes set deleted_at = null where id = any(${ids})`
}

/** Removes the images of QR codes that have left the bin; a piece of them. */
export const purge = (db: Db, piece: number) => db`
  update qr_codes set version = version + 1, image_id = null where id in (
    select q.id from qr_codes q
    where q.deleted_at is not null and q.image_id is not null and not exists (select from bin b where b.id = q.id)
    limit ${piece})`

const tries = 40

/** Lets only one transaction at a time choose a number, or where codes lead. */
export const lockNumbers = (db: Db) => db`select pg_advisory_xact_lock(hashtext('qr code numbers'))`

/** A random number that no QR code has or ever had: of three digits, or of more when those are used up. */
export async function pickFree(db: Db): Promise<number> {
  for (let least = 100; ; least *= 10) {
    const most = least * 10 - 1
    // One of these is nearly always free; only a range that is nearly used up is searched completely.
    const drawn = await db<{ code: number }[]>`
      select n.code from (
        select ${least}::bigint + floor(random() * ${most - least + 1}::bigint)::bigint as code
        from generate_series(1, ${tries}::int)) n
      where not exists (select from qr_codes q where q.code = n.code) limit 1`
    const [free] = drawn.length > 0 ? drawn : await searchFree(db, least, most)
    if (free) return free.code
  }
}

const searchFree = (db: Db, least: number, most: number) => db<{ code: number }[]>`
  select n.code from generate_series(${least}::bigint, ${most}::bigint) n (code)
  where not exists (select from qr_codes q where q.code = n.code) order by random() limit 1`

/** Prevents that the old number of a QR code is used again, as it may still be printed somewhere. */
export const markUsed = (db: Db, id: string, code: number) => db`
  insert into qr_codes (code, company, value, validity, count_start, is_active, redirection_url, image_id,
    generated_date, deleted_at)
  select ${code}, company, value, validity, 0, false, redirection_url, image_id, generated_date, now()
  from qr_codes where id = ${id}`
