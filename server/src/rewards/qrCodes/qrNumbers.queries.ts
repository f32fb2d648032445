import type { Db } from '../../base/database/db.ts'

const tries = 40

/** Lets only one transaction at a time choose a number. */
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
