import { createHash } from 'node:crypto'
import { formatDay } from '../../base/database/days.ts'
import type { Db } from '../../base/database/db.ts'
import { listSealed } from './days.queries.ts'

/** The seal of a closed day, SHA-256: over that of the day closed before, and over its report as text. */
export const sealDay = (previousHash: string, report: string): string =>
  createHash('sha256').update(`${previousHash}\n${report}`).digest('hex')

/** Checks the chain of closed days: how many there are, and what is wrong, in sentences. */
export async function verifyDays(db: Db): Promise<{ days: number; problems: string[] }> {
  const sealed = await listSealed(db)
  const problems = sealed.flatMap(({ day, report, previous_seal, seal }, at) => {
    const before = sealed[at - 1]?.seal ?? ''
    return [
      ...(previous_seal === before
        ? []
        : [`Before ${formatDay(day)} a closed day is missing or was changed`]),
      ...(sealDay(previous_seal ?? '', report ?? '') === seal
        ? []
        : [`The report of ${formatDay(day)} was changed after it was closed`]),
    ]
  })
  return { days: sealed.length, problems }
}
