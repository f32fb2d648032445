import { randomBytes } from 'node:crypto'
import type { Sealer } from '../../base/database/sealer.ts'
import type * as webhooks from './webhooks.queries.ts'

/** Why nothing can be sent: as after a restore without the key. */
export const unreadableSecret =
  'Its secret was kept with another key, so nothing can be signed. Make a new secret and switch it on again.'

/** Of whom a sealed secret is. */
const ownerOf = (id: string) => `webhook ${id}`

/** A new secret, and how it is kept. */
export async function newSecret(sealer: Sealer, id: string): Promise<{ secret: string; sealed: Buffer }> {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  return { secret, sealed: await sealer.seal(secret, ownerOf(id)) }
}

/** The secrets that sign, the newest first. None if the newest cannot be opened: its receiver would accept nothing. */
export async function openSecrets(
  sealer: Sealer,
  { id, secret_sealed, previous_secret_sealed }: webhooks.SealedSecrets,
): Promise<string[]> {
  const newest = await sealer.open(secret_sealed, ownerOf(id))
  if (!newest) return []
  const previous = previous_secret_sealed && (await sealer.open(previous_secret_sealed, ownerOf(id)))
  return previous ? [newest, previous] : [newest]
}
