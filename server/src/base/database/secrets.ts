import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Db } from './db.ts'

/**
 * The key that signs file links: created once, the same in every server process. So is the secret of which the database
 * makes the codes of job tickets.
 */
export async function readSigningKey(db: Db): Promise<Buffer> {
  await db`
    insert into secrets (name, value) values ('file links', ${randomBytes(32)}), ('job tickets', ${randomBytes(32)})
    on conflict (name) do nothing`
  const [row] = await db<[{ value: Buffer }]>`select value from secrets where name = 'file links'`
  return row.value
}

const validMinutes = 15

/** Signs the name in a link for 15 minutes: whoever has the link may read what it names. */
export type Signer = {
  sign(name: string): string
  check(name: string, expires: string, signature: string): boolean
}

export function createSigner(secret: Buffer): Signer {
  const key = createSecretKey(secret)
  const mac = (name: string, expires: string) =>
    createHmac('sha256', key).update(`${name}\n${expires}`).digest('base64url')
  return {
    sign: (name) => {
      const expires = String(Math.floor(Date.now() / 1000) + validMinutes * 60)
      return `expires=${expires}&signature=${mac(name, expires)}`
    },
    check: (name, expires, signature) => {
      const expected = Buffer.from(mac(name, expires))
      const given = Buffer.from(signature)
      const isGenuine = expected.length === given.length && timingSafeEqual(expected, given)
      return isGenuine && Number(expires) * 1000 > Date.now()
    },
  }
}
