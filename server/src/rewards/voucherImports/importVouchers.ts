import { randomUUIDv7 } from 'node:crypto'
import type { importVouchers as contract, VoucherImport } from '@our-print/contract/rewards/voucherImports.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { refusePast } from '../../base/database/days.ts'
import { type Transaction, violatedConstraint } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import type { FileContent, ReceivedFile } from '../../base/http/receivedForm.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import { createCopyWriter } from './importCopy.ts'
import { withCsvFile } from './importFile.ts'
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
  return withCsvFile(request, uploadFolder, async (file) => {
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
  await imports.createImport(tx, { id, client, expiry_date, file_name: file.name, by: actor.id, ...counts })
  return { id, ...counts, skipped: await firstSkipped(tx) }
}

const firstSkipped = (tx: Transaction) => imports.listFirstSkipped(tx, maxSkippedShown)

/** An error in the file is thrown only after COPY has ended, because aborting COPY would close the connection. */
async function copyLines(
  tx: Transaction,
  content: FileContent,
  defaults: Parameters<typeof readLines>[1],
): Promise<void> {
  let fileError: unknown
  async function* lines() {
    const write = createCopyWriter()
    try {
      for await (const some of readLines(content, defaults)) if (some.length > 0) yield write(some)
    } catch (error) {
      fileError = error
    }
  }
  await imports.copyToStaging(tx, lines())
  if (fileError) throw fileError
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
