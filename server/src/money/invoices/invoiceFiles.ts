import { buffer } from 'node:stream/consumers'
import type { InvoiceFile } from '@our-print/contract/money/invoices.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Pool } from '../../base/database/db.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import { createKeyReservations, type KeyReservations, releaseKeys } from '../../base/files/reservedKeys.ts'
import type { Storage } from '../../base/files/storage.ts'
import { runWhenDue } from '../../base/queue/leases.ts'
import * as files from './invoiceFiles.queries.ts'
import * as invoices from './invoices.queries.ts'

type Places = { pool: Pool; storage: Storage; reservedKeys: KeyReservations }
type Log = Pick<FastifyBaseLogger, 'error' | 'warn'>

export const typeOf: Record<InvoiceFile, { extension: string; contentType: string }> = {
  pdf: { extension: 'pdf', contentType: 'application/pdf' },
  receipt: { extension: 'pdf', contentType: 'application/pdf' },
  ubl: { extension: 'xml', contentType: 'application/xml' },
  facturx: { extension: 'pdf', contentType: 'application/pdf' },
}

/** The stored form of an invoice: made from what it keeps of its moment, once, and the same bytes from then on. */
export async function storedForm(
  { pool, storage, reservedKeys }: Places,
  log: Log,
  id: string,
  file: InvoiceFile,
): Promise<files.StoredForm> {
  const stored = await files.find(pool, id, file)
  if (stored) return stored
  const bytes = await make(pool, id, file)
  const { extension, contentType } = typeOf[file]
  const key = await reservedKeys.take(extension)
  try {
    const { size, sha256 } = await storage.put(key.storage_key, bytes, { contentType })
    await inJobTransaction(pool, (tx) => files.keep(tx, id, file, { ...key, size, sha256 }))
  } finally {
    // A key with a row is no longer reserved.
    await releaseKeys(pool, storage, log, [key.storage_key])
  }
  const kept = await files.find(pool, id, file)
  if (!kept) throw new Error('A form of an invoice was not kept')
  return kept
}

/** Loaded with the first one, because what draws takes much memory. */
async function make(db: Db, id: string, file: InvoiceFile): Promise<Buffer> {
  const invoice = await invoices.get(db, id)
  if (file === 'receipt') {
    const { drawReceipt } = await import('./drawReceipt.ts')
    return buffer(drawReceipt(invoice))
  }
  if (file === 'ubl') {
    const { writeUbl } = await import('./writeUbl.ts')
    return writeUbl(invoice)
  }
  if (file === 'facturx') {
    const { drawFacturX } = await import('./drawFacturX.ts')
    return buffer(drawFacturX(invoice))
  }
  const { drawInvoice } = await import('./drawInvoice.ts')
  return buffer(drawInvoice(invoice))
}

/** Draws what was issued: a few at a time, so that requests do not wait. */
export async function drawIssued(
  { pool, storage }: Pick<Places, 'pool' | 'storage'>,
  log: Log,
): Promise<void> {
  const some = await files.undrawn(pool, 5)
  if (some.length === 0) return
  const reservedKeys = createKeyReservations(pool)
  await runWhenDue(pool, 'draw invoices', 0, async () => {
    for (const id of some) await storedForm({ pool, storage, reservedKeys }, log, id, 'pdf')
  })
}
