import { open } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from '../../base/database/db.ts'
import { inJobTransaction } from '../../base/database/jobTransaction.ts'
import { OperatorError } from '../../base/operatorError.ts'
import type { Place } from '../../base/outgoing/place.ts'
import * as seals from './seals.queries.ts'

/** Where seals are kept outside the database, so that even its superuser cannot rewrite the chain unseen. */
export type SealTargets = { file: string | undefined; url: string | undefined }

const timeoutMs = 10_000
/** Entries are sealed within seconds, unless something keeps them. */
export const lateSeconds = 60
const warnedEveryMs = 600_000

/** Seals all entries of transactions that have ended, in one process at a time; returns how many. */
export async function sealAudit(pool: Pool, signal?: AbortSignal): Promise<number> {
  await seals.rebaseBehind(pool)
  let sealed = 0
  for (;;) {
    const entries = await inJobTransaction(pool, async (tx) => {
      await seals.useOwnNames(tx)
      return (await seals.tryLock(tx, 'seal')) ? seals.sealNext(tx) : 0
    })
    sealed += entries
    if (entries === 0 || signal?.aborted) return sealed
  }
}

/** One sentence on what keeps entries from being sealed. */
export const describeHolder = ({ database, process, since }: seals.Holder) =>
  `A transaction of the database ${database} (${process}${since ? `, open since ${since}` : ''}) keeps newer entries from being sealed: that waits until all older transactions of the whole PostgreSQL server have ended.`

/** Logs what keeps entries from being sealed, every ten minutes. */
export function createSealWarning(pool: Pool, log: FastifyBaseLogger) {
  let warnedAt = -warnedEveryMs
  return async (): Promise<void> => {
    const holder = await seals.findHolder(pool, lateSeconds)
    if (!holder || performance.now() - warnedAt < warnedEveryMs) return
    warnedAt = performance.now()
    log.warn(`audit entries wait for their seal: ${describeHolder(holder)}`)
  }
}

/**
 * Keeps the newest seal at each target. It covers all before it, so none is missing after a failure. One that was kept
 * just before a crash is kept twice. A copy keeps none: its chain would stand among the seals of the shop. A target that
 * fails keeps nothing from the other one: that would be a way to get rid of both.
 */
export async function keepSeals(pool: Pool, place: Place, { file, url }: SealTargets): Promise<void> {
  if ((!file && !url) || !(await place.isShop())) return
  const kept = await Promise.allSettled([
    file && keep(pool, 'file', (seal) => appendLine(file, JSON.stringify(seal))),
    url && keep(pool, 'url', (seal) => send(url, seal)),
  ])
  for (const one of kept) if (one.status === 'rejected') throw one.reason
}

const keep = (pool: Pool, target: 'file' | 'url', put: (seal: seals.Seal) => Promise<void>) =>
  inJobTransaction(pool, async (tx) => {
    if (!(await seals.tryLock(tx, `keep ${target}`))) return
    const seal = await seals.sealToKeep(tx, target)
    if (!seal) return
    await put(seal)
    await seals.saveKept(tx, target, seal.number)
  })

/** Refuses the file of AUDIT_SEALS_FILE where no line can be appended to it: nobody would miss the seals until they are needed. */
export async function refuseUnusableFile({ file }: SealTargets): Promise<void> {
  if (!file) return
  try {
    await (await open(file, 'a', 0o600)).close()
  } catch (error) {
    throw new OperatorError(
      `AUDIT_SEALS_FILE cannot be written to: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** On the disk before it returns: a machine that loses power must not lose the newest seals. */
async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a', 0o600)
  try {
    await handle.write(`${line}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function send(url: string, seal: seals.Seal): Promise<void> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(seal),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await reply.body?.cancel()
  if (!reply.ok) throw new Error(`The address of AUDIT_SEALS_URL answered ${reply.status}`)
}
