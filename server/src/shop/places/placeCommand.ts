import type { Pool } from '../../base/database/db.ts'
import { OperatorError } from '../../base/operatorError.ts'
import type { Meaning } from '../../base/outgoing/places.queries.ts'
import { answerPlace } from './answerPlace.ts'

/** Parses `npm run admin -- place shop` or `place copy`; undefined if it is another command. */
export function readPlaceCommand([name, meaning, ...more]: string[]): Meaning | undefined {
  if (name !== 'place') return undefined
  if ((meaning !== 'shop' && meaning !== 'copy') || more.length > 0) {
    throw new OperatorError(
      'Use: npm run admin -- place shop, if the shop moved to where it was started, or place copy, if it is a copy of it',
    )
  }
  return meaning
}

/** Says what the shop is in the place where it was started, and returns the lines to print. */
export async function runPlaceCommand(pool: Pool, meaning: Meaning): Promise<string[]> {
  const stopped = await pool.begin((tx) => answerPlace(tx, { meaning, actor: null }))
  if (!stopped) return ['Nothing was asked: the shop knows the place where it was started last']
  if (meaning === 'shop') return ['This is the shop: it prints and calls webhooks here']
  return ['This is a copy', ...stopped]
}
