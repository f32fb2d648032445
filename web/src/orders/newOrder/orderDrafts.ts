import { isoTime } from '../../base/format/shopTime.ts'
import type { NewOrderFields } from './newOrderForm.ts'

// Drafts of new orders, kept on this device until they are taken or discarded: by person, so that nobody sees what
// another person of the same device has typed. In IndexedDB, because localStorage is cleared with the session and takes
// no files.

/** A file of a draft; its key is unique on this device. */
export type DraftFile = { key: string; file: File; pageRanges: string }

export type OrderDraft = {
  savedAt: string
  fields: NewOrderFields
  files: File[]
  /** The pages to print of each file, as typed. */
  pageRanges: string[]
  /** The names of files that this device had no space for. */
  missing: string[]
}

type Row = {
  savedAt: string
  fields: NewOrderFields
  files: { key: string; name: string; pageRanges?: string }[]
}

const keptDays = 30

let opening: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('our-print', 1)
    request.addEventListener('upgradeneeded', () => {
      request.result.createObjectStore('orders')
      request.result.createObjectStore('files')
    })
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('This device keeps no drafts')))
  })
  return opening
}

/**
 * Runs one transaction; resolves when it is stored. A device that keeps nothing is no error: there is no draft then. The
 * connection of a page that was in the background may have ended, so another one is tried once.
 */
async function inStores<T>(
  work: (orders: IDBObjectStore, files: IDBObjectStore) => T,
  isAgain = false,
): Promise<T | undefined> {
  try {
    const transaction = (await open()).transaction(['orders', 'files'], 'readwrite')
    const result = work(transaction.objectStore('orders'), transaction.objectStore('files'))
    await new Promise((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('Not stored')))
    })
    return result
  } catch (error) {
    if (isAgain || (error as DOMException).name === 'QuotaExceededError') return undefined
    opening = undefined
    return inStores(work, true)
  }
}

const filesOf = (person: string) => IDBKeyRange.bound([person], [person, []])

let last: Promise<unknown> = Promise.resolve()

/** One after the other: what is discarded must not be followed by files of an earlier save. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work)
  last = result
  return result
}

/** Stores the draft of a person in place of their last one. */
export const saveDraft = (person: string, fields: NewOrderFields, files: readonly DraftFile[]) =>
  inTurn(() => save(person, fields, files))

/** The draft of a person; drafts that nobody came back for are removed. */
export const readDraft = (person: string) => inTurn(() => read(person))

export const discardDraft = (person: string) => inTurn(() => remove(person))

async function save(person: string, fields: NewOrderFields, files: readonly DraftFile[]) {
  const row: Row = {
    savedAt: isoTime(),
    fields,
    files: files.map(({ key, file, pageRanges }) => ({ key, name: file.name, pageRanges })),
  }
  await inStores((orders) => orders.put(row, person))
  const stored = await inStores((_, store) => store.getAllKeys(filesOf(person)))
  const keys = (stored?.result ?? []).map((key) => (key as [string, string])[1])
  // A transaction each: one file that is too large must not take the others with it.
  for (const { key, file } of files) {
    if (!keys.includes(key)) await inStores((_, store) => store.put(file, [person, key]))
  }
  await inStores((_, store) => {
    for (const key of keys) if (!files.some((file) => file.key === key)) store.delete([person, key])
  })
}

async function read(person: string): Promise<OrderDraft | undefined> {
  await removeOld()
  const found = await inStores((orders, files) => ({
    row: orders.get(person) as IDBRequest<Row | undefined>,
    files: files.getAll(filesOf(person)) as IDBRequest<File[]>,
    keys: files.getAllKeys(filesOf(person)),
  }))
  const row = found?.row.result
  if (!found || !row) return undefined
  const stored = new Map(
    found.keys.result.map((key, at) => [(key as [string, string])[1], found.files.result[at]]),
  )
  return {
    savedAt: row.savedAt,
    fields: row.fields,
    files: row.files.flatMap(({ key }) => stored.get(key) ?? []),
    pageRanges: row.files.flatMap(({ key, pageRanges = '' }) => (stored.has(key) ? [pageRanges] : [])),
    missing: row.files.flatMap(({ key, name }) => (stored.has(key) ? [] : [name])),
  }
}

const remove = (person: string) =>
  inStores((orders, files) => {
    orders.delete(person)
    files.delete(filesOf(person))
  })

async function removeOld() {
  const oldest = isoTime(Date.now() - keptDays * 86_400_000)
  const all = await inStores((orders) => ({
    people: orders.getAllKeys() as IDBRequest<string[]>,
    rows: orders.getAll() as IDBRequest<Row[]>,
  }))
  for (const [at, person] of (all?.people.result ?? []).entries()) {
    if ((all?.rows.result[at]?.savedAt ?? '') < oldest) await remove(person)
  }
}
