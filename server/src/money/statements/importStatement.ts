import { randomUUIDv7 } from 'node:crypto'
import { goesToBank, paymentMethods } from '@our-print/contract/money/paymentTerms.ts'
import type { uploadStatement as contract, Statement } from '@our-print/contract/money/statements.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { copyFile, withCsvFile } from '../../base/csv/receiveCsv.ts'
import { copyLine } from '../../base/database/copyText.ts'
import type { Db, Transaction } from '../../base/database/db.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { invalid } from '../../base/http/problem.ts'
import type { ReceivedFile } from '../../base/http/receivedForm.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import * as configurations from '../../shop/configurations/configurations.queries.ts'
import { type ReadLine, readLines, readShape, type Shape } from './readStatement.ts'
import { layoutOf, missingIn } from './statementColumns.ts'
import * as statements from './statementLines.queries.ts'
import * as matches from './statementMatches.queries.ts'

type Query = z.output<typeof contract.schema.querystring>
const maxSkippedShown = 1000

/** Reads a statement in one transaction, or with `check` only says what is in it. */
export const importStatement = (
  { pool, uploadFolder }: Pick<Dependencies, 'pool' | 'uploadFolder'>,
  request: FastifyRequest,
  actor: Actor,
  query: Query,
): Promise<Statement> =>
  withCsvFile(request, uploadFolder, ['.csv', '.tsv', '.txt'], async (file) => {
    await checkMethod(pool, query.method)
    const known = await statements.findLayout(pool, query.method)
    const shape = await readShape(file.content, known?.columns ?? {}, query.fields)
    const month_first = query.month_first ?? known?.month_first ?? false
    const missing = missingIn(shape.columns.map(({ field }) => field))
    if (missing.length > 0 && !query.check) throw invalid('fields', `Say which column has the ${missing[0]}`)
    return withIdempotentWrite(pool, request, [file.sha256, query], async (tx) => ({
      columns: shape.columns,
      missing,
      month_first,
      ...(missing.length > 0 ? nothing : await importFile(tx, file, shape, actor, { ...query, month_first })),
    }))
  })

const nothing = {
  id: null,
  added: 0,
  known: 0,
  skipped_count: 0,
  skipped: [],
  matched: 0,
  proposed: 0,
  open: 0,
}

/** Cash is counted, and what an account pays moves no money. */
export async function checkMethod(db: Db, method: string): Promise<void> {
  const { payment_methods } = await configurations.get(db)
  const known = [...paymentMethods, ...payment_methods].filter(goesToBank)
  if (!known.includes(method)) throw invalid('method', `Choose one of ${known.join(', ')}`)
}

/** Keeps the lines of a file that are new, and matches them to payments. */
export async function importFile(
  tx: Transaction,
  file: ReceivedFile,
  shape: Shape,
  actor: Actor,
  { method, check, month_first }: Query & { month_first: boolean },
): Promise<Omit<Statement, 'columns' | 'missing' | 'month_first'>> {
  await copyFile(
    readLines(file.content, shape, month_first),
    (some) => some.map(write).join(''),
    (lines) => statements.copyToStaging(tx, lines),
  )
  // Another statement of the method waits, and then finds these lines.
  await matches.lockMethod(tx, method)
  const counts = await statements.countLines(tx, method)
  const skipped = await statements.listFirstSkipped(tx, maxSkippedShown)
  const id = check || counts.added === 0 ? null : randomUUIDv7()
  if (id) {
    const file_facts = { file_name: file.name, sha256: file.sha256, by: actor.id }
    await statements.add(tx, { id, method, ...file_facts, added: counts.added, known: counts.known })
  }
  if (!check) {
    await statements.keepLayout(tx, method, layoutOf(shape.columns), month_first)
    await matches.matchLines(tx, actor, method)
  }
  return { id, ...counts, skipped, ...(await matches.countStates(tx, method)) }
}

const write = ({ line, text, reason, day, amount, reference }: ReadLine): string =>
  reason === undefined
    ? copyLine([line, day, amount, reference, text, null])
    : copyLine([line, null, null, '', text, reason])
