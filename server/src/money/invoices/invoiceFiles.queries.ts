import type { InvoiceFile } from '@our-print/contract/money/invoices.ts'
import type { Db } from '../../base/database/db.ts'
import { confirmKeys } from '../../base/files/reservedKeys.ts'

export type StoredForm = { storage_key: string; size: number }

export async function find(db: Db, invoice: string, file: InvoiceFile): Promise<StoredForm | undefined> {
  const [stored] = await db<StoredForm[]>`
    select storage_key, size from invoice_files where invoice_id = ${invoice} and file = ${file}`
  return stored
}

type NewForm = { id: string; storage_key: string; size: number; sha256: string }

/** Keeps a form under its reserved key, unless another process was first: then that one stays. */
export async function keep(db: Db, invoice: string, file: InvoiceFile, form: NewForm): Promise<void> {
  const added = await db`
    insert into invoice_files ${db({ ...form, invoice_id: invoice, file })} on conflict (invoice_id, file) do nothing
    returning 1`
  if (added.length > 0) await confirmKeys(db, [form.storage_key])
  if (file === 'pdf') await db`delete from invoice_drawings where invoice_id = ${invoice}`
}

/** Invoices whose PDF is drawn next. */
export async function undrawn(db: Db, most: number): Promise<string[]> {
  const some = await db<{ invoice_id: string }[]>`
    select invoice_id from invoice_drawings order by invoice_id limit ${most}`
  return some.map(({ invoice_id }) => invoice_id)
}
