import { randomUUIDv7 } from 'node:crypto'
import type { importVouchers as contract, VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { copyFile, withCsvFile } from '../../base/csv/receiveCsv.ts'
import { copyLine } from '../../base/database/copyText.ts'
import { refusePast } from '../../base/database/days.ts'
import { type Transaction, violatedConstraint } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import type { FileContent, ReceivedFile } from '../../base/http/receivedForm.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import { formatCode, type ImportedLine } from './importCells.ts'
import { readLines } from './importLines.ts'
import * as imports from './voucherImports.queries.ts'

type Query = z.output<typeof contract.schema.querystring>
const maxSkippedShown = 1000

/** Imports a file of codes in one transaction, or with `dry_run` only checks the file. */
export async function importVouchers(
  { pool, uploadFolder }: Pick<Dependencies, 'pool' | 'uploadFolder'>,
  request: FastifyRequest,
  actor: Actor,
  query: Query,
): Promise<VoucherImport> {
  // Errors that do not depend on the file are reported before it is received.
  await imports.lockClient(pool, query.client_id)
  await refusePast(pool, query.expiry_date, 'expiry_date')
  return withCsvFile(request, uploadFolder, ['.csv'], async (file) => {
    const answer = await withIdempotentWrite(pool, request, file.sha256, (tx) =>
      importFile(tx, file, actor, query),
    )
    if (!query.dry_run) {
      // Only logged, because the codes are committed already.
      await imports
        .refreshStatistics(pool, answer.imported)
        .catch((error: unknown) => request.log.warn({ err: error }, 'statistics not refreshed'))
    }
    return answer
  })
}

async function importFile(
  tx: Transaction,
  file: ReceivedFile,
  actor: Actor,
  { client_id: client, expiry_date, voucher_detail = 'Voucher', cost = 0, dry_run }: Query,
): Promise<VoucherImport> {
  await imports.lockClient(tx, client)
  await refusePast(tx, expiry_date, 'expiry_date')
  await copyLines(tx, file.content, { voucher_detail, cost: Math.round(cost * 100) })
  if (dry_run)
    return { id: null, ...(await imports.classifyLines(tx, client)), skipped: await firstSkipped(tx) }

  const id = randomUUIDv7()
  // Without an actor the trigger writes no audit entries: one for the import is enough, not one for each code.
  await imports.setAuditActor(tx, '')
  const counts = await merge(tx, { id, client, expiry_date })
  await imports.setAuditActor(tx, actor.id)
  await imports.createImport(tx, {
    id,
    client,
    expiry_date,
    file_name: file.name,
    sha256: file.sha256,
    by: actor.id,
    ...counts,
  })
  return { id, ...counts, skipped: await firstSkipped(tx) }
}

const firstSkipped = (tx: Transaction) => imports.listFirstSkipped(tx, maxSkippedShown)

async function copyLines(
  tx: Transaction,
  content: FileContent,
  defaults: Parameters<typeof readLines>[1],
): Promise<void> {
  const write = createCopyWriter()
  await copyFile(readLines(content, defaults), write, (lines) => imports.copyToStaging(tx, lines))
}

/** Classifies the lines again if another request created one of these codes before the insert. */
async function merge(tx: Transaction, wanted: Parameters<typeof imports.createGroups>[1]) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.savepoint(async (db) => {
        const verdict = await imports.classifyLines(db, wanted.client)
        await imports.createGroups(db, wanted)
        return verdict
      })
    } catch (error) {
      if (violatedConstraint(error) !== 'vouchers_voucher_code_taken' || attempt === 3) throw error
    }
  }
}

// Limits the memory: when the map is full it is cleared, and a kind gets a new number.
const maxCachedKinds = 10_000

/**
 * Formats lines for COPY: `line, voucher_code, kind, voucher_detail, cost, reason`. Lines with the same detail and cost
 * have the same number as kind; only the first of them carries the detail and the cost.
 */
function createCopyWriter() {
  const kinds = new Map<string, number>()
  let lastKind = ''
  let lastNumber = 0
  let numbers = 0

  function write({ line, voucher_code, voucher_detail, cost, reason }: ImportedLine): string {
    if (reason !== undefined) return copyLine([line, formatCode(voucher_code), null, null, null, reason])
    const kind = `${cost} ${voucher_detail}`
    const known = kind === lastKind ? lastNumber : kinds.get(kind)
    lastKind = kind
    if (known !== undefined) {
      lastNumber = known
      return copyLine([line, voucher_code, known, null, null, null])
    }
    if (kinds.size >= maxCachedKinds) kinds.clear()
    lastNumber = ++numbers
    kinds.set(kind, lastNumber)
    return copyLine([line, voucher_code, lastNumber, voucher_detail, cost, null])
  }

  return (lines: ImportedLine[]): string => lines.map(write).join('')
}
