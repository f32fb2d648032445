import type { Db, Pool } from '../database/db.ts'

/** What tells a place from others; see readPlace. */
export type Here = { identity: string; folder: string; name: string }
export type Meaning = 'shop' | 'copy'
type KnownPlace = Here & { id: string; meaning: Meaning | null }

/**
 * Which database of which PostgreSQL server this is; a dump that is loaded elsewhere gets other numbers. A provider may refuse the
 * server's: then it is the database's number alone.
 */
export async function databaseIdentity(db: Db): Promise<string> {
  const [{ mayAsk }] = await db<[{ mayAsk: boolean }]>`
    select has_function_privilege('pg_control_system()', 'execute') as "mayAsk"`
  const [row] = await db<[{ identity: string }]>`
    select ${mayAsk ? db`(select system_identifier from pg_control_system())` : db`''`} || '/' || oid as identity
    from pg_database where datname = current_database()`
  return row.identity
}

/**
 * Notes that the shop runs here, and returns the id of the place. The first place of a shop is the shop; of any other one a
 * person must say what it is. `isGone`: whether the folder of a known place is there no more, so the shop was moved.
 */
export const enter = (pool: Pool, here: Here, isGone: (folder: string) => boolean): Promise<string> =>
  pool.begin<string>(async (tx) => {
    // One after another: several processes start at once.
    await tx`lock table shop_places in share row exclusive mode`
    const known = await tx<
      KnownPlace[]
    >`select id, identity, folder, name, meaning from shop_places order by id`
    const same = known.filter(({ identity }) => identity === here.identity)
    const found =
      same.find(({ folder }) => folder === here.folder) ?? same.find(({ folder }) => isGone(folder))
    if (found) {
      await tx`update shop_places set folder = ${here.folder}, name = ${here.name} where id = ${found.id}`
      return found.id
    }
    const meaning = known.length > 0 ? null : 'shop'
    const [{ id }] = await tx<[{ id: string }]>`
      insert into shop_places ${tx({ ...here, meaning })} returning id`
    return id
  })

/** What a person said of a place. */
export async function meaningOf(db: Db, id: string): Promise<Meaning | null> {
  const [place] = await db<{ meaning: Meaning | null }[]>`select meaning from shop_places where id = ${id}`
  return place?.meaning ?? null
}

/** The newest place of which nobody has said what it is, and the one where the shop ran before. */
export async function findQuestion(db: Db): Promise<{ here: string; before: string } | undefined> {
  const [question] = await db<{ here: string; before: string }[]>`
    select name as here, (
      select name from shop_places where meaning is not null order by id desc limit 1) as before
    from shop_places where meaning is null order by id desc limit 1`
  return question
}

/** Says what the places are of which nobody had said it; returns their names. */
export async function answer(db: Db, meaning: Meaning): Promise<string[]> {
  const answered = await db<{ name: string }[]>`
    update shop_places set meaning = ${meaning} where meaning is null returning name`
  return answered.map(({ name }) => name)
}
