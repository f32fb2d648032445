import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that the shop must be able to use again, such as passwords of printers. */
export type Sealer = {
  /** `owner` is whose secret it is: what is sealed for one record cannot be opened for another. */
  seal(secret: string, owner: string): Promise<Buffer>
  /** 32 bytes that follow from the key, other ones for each purpose. */
  derive(purpose: string): Promise<Buffer>
  /** Undefined where it was sealed with another key, or for another owner. */
  open(sealed: Buffer, owner: string): Promise<string | undefined>
}

const [format, nonceBytes, tagBytes] = [1, 12, 16]

/** AES-256-GCM with a random nonce. `readKey` is called when the first secret needs it; undefined: there is no key yet. */
export function createSealer(readKey: (create: boolean) => Promise<string | undefined>): Sealer {
  async function keyFor(create: boolean, purpose = 'secrets'): Promise<Buffer | undefined> {
    const key = await readKey(create)
    return key === undefined
      ? undefined
      : Buffer.from(hkdfSync('sha256', key, '', `our-print ${purpose}`, 32))
  }
  return {
    async derive(purpose) {
      const key = await keyFor(true, purpose)
      if (!key) throw new Error('There is no key for secrets')
      return key
    },
    async seal(secret, owner) {
      const key = await keyFor(true)
      if (!key) throw new Error('There is no key for secrets')
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([format]), nonce, cipher.getAuthTag(), text])
    },
    async open(sealed, owner) {
      const key = await keyFor(false)
      if (!key || sealed[0] !== format || sealed.length < 1 + nonceBytes + tagBytes) return undefined
      const nonce = sealed.subarray(1, 1 + nonceBytes)
      const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
      try {
        const text = decipher.update(sealed.subarray(1 + nonceBytes + tagBytes))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
