import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** An answer of the server as this person last saw it, by its address. */
export type KeptAnswer = { address: string; person: string; at: number; data: unknown }

/** What only the key of its person opens. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer }

/** Something that a person has done and the server has not answered yet. */
export type StoredAct = {
  /** Grows: in this sequence they are sent. */
  seq: number
  /** Its Idempotency-Key. */
  id: string
  person: string
  order: string
  state: 'waiting' | 'refused'
  /** The version of the order that was seen; null: the one that the act before it leaves. */
  version: number | null
  /** Whether it was sent once already: then the server may have done it. */
  tried: boolean
  content: Sealed
  refusal: Sealed | null
}

/** A photo or signature, by the place of its act in the sequence. */
export type StoredPicture = { act: number; kind: string; type: string; content: Sealed }

/** The key of a person; `session` is the token of their session, sealed by it. */
export type StoredKey = { person: string; key: CryptoKey; session?: Sealed }

export interface DeviceSchema extends DBSchema {
  answers: { key: string; value: KeptAnswer }
  acts: { key: number; value: StoredAct }
  pictures: { key: [number, string]; value: StoredPicture; indexes: { act: number } }
  keys: { key: string; value: StoredKey }
}

export type DeviceDatabase = IDBPDatabase<DeviceSchema>

// Apart from `our-print`, where drafts of new orders are kept: they outlive the session.
export const databaseName = 'our-print-device'
const version = 2

/** Opens what this browser keeps of the shop. Each version adds a step below; a test opens the older ones. */
export const openDatabase = (onEnd = () => {}): Promise<DeviceDatabase> =>
  openDB<DeviceSchema>(databaseName, version, {
    upgrade(database, from) {
      if (from < 1) database.createObjectStore('answers', { keyPath: 'address' })
      if (from < 2) {
        database.createObjectStore('acts', { keyPath: 'seq' })
        database.createObjectStore('pictures', { keyPath: ['act', 'kind'] }).createIndex('act', 'act')
        database.createObjectStore('keys', { keyPath: 'person' })
      }
    },
    // Another tab has a newer version of the app: it must not wait for this one.
    blocking(_from, _to, event) {
      ;(event.target as IDBDatabase).close()
      onEnd()
    },
    terminated: onEnd,
  })

let opened: Promise<DeviceDatabase> | undefined

const forget = () => {
  opened = undefined
}

/** The same, once for the page. */
export function openDevice(): Promise<DeviceDatabase> {
  opened ??= openDatabase(forget)
  opened.catch(forget)
  return opened
}

/**
 * Works on the device by a connection that is kept; once more by a new one where that has ended: iPhones end those of a page that
 * was in the background, and some never say so.
 */
export async function onDevice<T>(
  kept: { database: DeviceDatabase },
  work: (database: DeviceDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await work(kept.database)
  } catch (error) {
    const isLost = error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name)
    if (!isLost) throw error
    forget()
    kept.database = await openDevice()
    return work(kept.database)
  }
}
