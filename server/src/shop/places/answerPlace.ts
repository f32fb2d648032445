import { addEntry } from '../../base/database/auditTrail.ts'
import type { Db } from '../../base/database/db.ts'
import * as places from '../../base/outgoing/places.queries.ts'
import { stopOutside } from './stopOutside.ts'

/**
 * Says what the shop is in a place where it never ran before. As a copy it stops what would reach machines outside before
 * anything goes out. Returns what was stopped; undefined where nothing was asked.
 */
export async function answerPlace(
  db: Db,
  { meaning, actor, request_id }: { meaning: places.Meaning; actor: string | null; request_id?: string },
): Promise<string[] | undefined> {
  const answered = await places.answer(db, meaning)
  if (answered.length === 0) return undefined
  const stopped = meaning === 'copy' ? (await stopOutside(db)).map(({ said }) => said) : []
  const after = { places: answered, meaning, stopped }
  await addEntry(db, {
    actor,
    action: `place ${meaning}`,
    entity: 'shop_places',
    after,
    request_id: request_id ?? null,
  })
  return stopped
}
