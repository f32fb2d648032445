import type { Sealed } from './database.ts'
import { openDevice } from './database.ts'

// What waits to be sent is sealed with a key that the server gives its person after each sign-in. On the device the key cannot be
// read, only used, and it goes with the session: whoever finds the phone then has bytes. See docs/decisions/050-acts-wait-on-the-phone.md.

const algorithm = 'AES-GCM'

/** Keeps the key of a person on this device. */
export async function keepKey(person: string, base64url: string): Promise<void> {
  const text = atob(base64url.replace(/-/g, '+').replace(/_/g, '/'))
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])
  await (await openDevice()).put('keys', { person, key })
}

/** The key of a person, while they are signed in here. */
export const keyOf = async (person: string): Promise<CryptoKey | undefined> =>
  (await (await openDevice()).get('keys', person))?.key

/** Keeps the token of the session beside the key, for the service worker, which cannot read where pages have it. */
export async function keepSession(person: string, token: string): Promise<void> {
  const database = await openDevice()
  const key = await keyOf(person)
  if (!key) return
  const session = await seal(key, token)
  const { store, done } = database.transaction('keys', 'readwrite')
  // The session may have ended meanwhile.
  const own = await store.get(person)
  if (own) void store.put({ ...own, session })
  await done
}

/** Forgets all keys: a session has ended. */
export async function forgetKeys(): Promise<void> {
  try {
    await (await openDevice()).clear('keys')
  } catch {
    // This browser keeps nothing.
  }
}

export async function sealBytes(key: CryptoKey, bytes: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  return { iv, bytes: await crypto.subtle.encrypt({ name: algorithm, iv }, key, bytes) }
}

export const openBytes = (key: CryptoKey, { iv, bytes }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name: algorithm, iv }, key, bytes)

export const seal = (key: CryptoKey, value: unknown): Promise<Sealed> =>
  sealBytes(key, new TextEncoder().encode(JSON.stringify(value)))

export const unseal = async (key: CryptoKey, sealed: Sealed): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode(await openBytes(key, sealed)))
