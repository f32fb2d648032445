import { createHmac, randomInt } from 'node:crypto'
import type { Db } from '../../base/database/db.ts'
import type { Sealer } from '../../base/database/sealer.ts'
import * as confirmations from './confirmations.queries.ts'

/** The hash of a code, with the key for secrets: six digits alone are guessed in a moment by whoever reads the database. */
export const hashCode = async (sealer: Sealer, confirmation: string, code: string): Promise<Buffer> =>
  createHmac('sha256', await sealer.derive('order codes'))
    .update(`${confirmation}\n${code}`)
    .digest()

/** Makes the code that is sent now; null where nobody waits for it any more. Only its hash is kept. */
export async function codeFor(db: Db, sealer: Sealer, confirmation: string): Promise<string | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const isKept = await confirmations.setCode(db, confirmation, await hashCode(sealer, confirmation, code))
  return isKept ? code : null
}
