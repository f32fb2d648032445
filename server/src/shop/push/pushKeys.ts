import { createECDH } from 'node:crypto'
import type { Sealer } from '../../base/database/sealer.ts'

export type PushKeys = { publicKey: string; privateKey: string }

/**
 * The server’s keys for Web Push (VAPID). They follow from the key that encrypts secrets, so all processes have the same ones
 * and nothing more is to be kept or lost.
 */
export async function readPushKeys(sealer: Sealer): Promise<PushKeys> {
  // One number in four thousand million is no key of this curve.
  for (let attempt = 0; ; attempt++) {
    const secret = await sealer.derive(`web push ${attempt}`)
    const pair = createECDH('prime256v1')
    try {
      pair.setPrivateKey(secret)
    } catch {
      continue
    }
    return { publicKey: pair.getPublicKey('base64url'), privateKey: secret.toString('base64url') }
  }
}

/** Whether these bytes are a point of the curve, to which can be encrypted. */
export function isPublicKey(key: string): boolean {
  try {
    const pair = createECDH('prime256v1')
    pair.generateKeys()
    pair.computeSecret(key, 'base64url')
    return true
  } catch {
    return false
  }
}
