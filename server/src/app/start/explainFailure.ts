import { setTimeout as sleep } from 'node:timers/promises'
import { readLog } from '@our-print/postgres/serverLog.ts'
import { isDatabaseUnavailable } from '../../base/database/db.ts'
import { asDiskFull } from '../../base/files/diskSpace.ts'
import { OperatorError } from '../../base/operatorError.ts'

const begun = new Date()
/** PostgreSQL's log is written by a process of its own, which may be behind. */
const logDelayMs = 200

/** In a sentence why a start failed where its database ended or a disk is full; any other error as it is. `home` is the embedded database's. */
export async function explainFailure(error: unknown, home: string | undefined): Promise<unknown> {
  if (error instanceof Error && asDiskFull(error))
    return new OperatorError(`the disk is full: ${error.message}`)
  if (!isDatabaseUnavailable(error)) return error
  await sleep(logDelayMs)
  const log = home === undefined ? undefined : readLog(home, begun)
  const reason = log?.reason ? `: ${log.reason}` : ''
  const place = log ? ` (see ${log.file})` : ''
  return new OperatorError(`the database ended while it was brought up to date${reason}${place}`)
}
