import { randomUUIDv7 } from 'node:crypto'
import type {
  CustomerImport,
  importCustomers as contract,
} from '@our-print/contract/people/customerImports.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { copyFile, withCsvFile } from '../../base/csv/receiveCsv.ts'
import { copyLine } from '../../base/database/copyText.ts'
import { type Transaction, violatedConstraint } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { invalid, overloaded } from '../../base/http/problem.ts'
import type { ReceivedFile } from '../../base/http/receivedForm.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import * as imports from './customerImports.queries.ts'
import { type ImportedLine, readColumns, readLines } from './customerLines.ts'
import { missingIn } from './importColumns.ts'

type Query = z.output<typeof contract.schema.querystring>
const maxSkippedShown = 1000

/** Imports a file of customers in one transaction, or with `check` only says what an import would do. */
export const importCustomers = (
  { pool, uploadFolder }: Pick<Dependencies, 'pool' | 'uploadFolder'>,
  request: FastifyRequest,
  actor: Actor,
  query: Query,
): Promise<CustomerImport> =>
  withCsvFile(request, uploadFolder, ['.csv', '.tsv', '.txt'], async (file) => {
    const columns = await readColumns(file.content, query.fields)
    const missing = missingIn(columns.map(({ field }) => field))
    if (missing.length > 0 && !query.check)
      throw invalid('fields', `Say which column has the ${missing[0] === 'name' ? 'name' : 'mobile number'}`)
    const answer = await withIdempotentWrite(pool, request, [file.sha256, query], async (tx) => ({
      columns,
      missing,
      ...(missing.length > 0 ? nothing : await importFile(tx, file, columns, actor, query)),
    }))
    if (!query.check) {
      // Only logged, because the customers are committed already.
      await imports
        .refreshStatistics(pool, answer)
        .catch((error: unknown) => request.log.warn({ err: error }, 'statistics not refreshed'))
    }
    return answer
  })

const nothing = { id: null, created: 0, updated: 0, unchanged: 0, skipped_count: 0, skipped: [] }

async function importFile(
  tx: Transaction,
  file: ReceivedFile,
  columns: CustomerImport['columns'],
  actor: Actor,
  { check, doubles = 'skip' }: Query,
): Promise<Omit<CustomerImport, 'columns' | 'missing'>> {
  const lines = readLines(
    file.content,
    columns.map(({ field }) => field),
  )
  await copyFile(
    lines,
    (some) => some.map(write).join(''),
    (text) => imports.copyToStaging(tx, text),
  )
  const firstSkipped = () => imports.listFirstSkipped(tx, maxSkippedShown)
  if (check) return { id: null, ...(await imports.classifyLines(tx, doubles)), skipped: await firstSkipped() }

  const id = randomUUIDv7()
  await imports.setVoice(tx, '', true)
  const counts = await classifyAndWrite(tx, doubles)
  await imports.setVoice(tx, actor.id, false)
  await imports.createImport(tx, { id, file_name: file.name, by: actor.id, ...counts })
  return { id, ...counts, skipped: await firstSkipped() }
}

const write = ({ line, shown, reason, tags, address, ...own }: ImportedLine): string =>
  copyLine([
    line,
    shown,
    reason ?? null,
    own.first_name,
    own.last_name,
    own.mobile,
    own.email,
    own.notes,
    tags.join('\n'),
    address ? JSON.stringify(address) : null,
  ])

class ChangedMeanwhile extends Error {}

/** Decides again if another request created one of these customers, or changed one, before the write. */
async function classifyAndWrite(tx: Transaction, doubles: imports.Doubles): Promise<imports.Counts> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tx.savepoint(async (db) => {
        const counts = await imports.classifyLines(db, doubles)
        if (!(await imports.lockTargets(db, doubles))) throw new ChangedMeanwhile()
        await imports.writeCustomers(db, doubles)
        return counts
      })
    } catch (error) {
      const taken = ['users_mobile_taken', 'users_email_taken', 'users_referral_code_taken']
      const isChanged = error instanceof ChangedMeanwhile
      if (!isChanged && !taken.includes(violatedConstraint(error) ?? '')) throw error
      if (attempt === 3) throw isChanged ? overloaded() : error
    }
  }
}
