import type { BinKind, BulkKind } from '@our-print/contract/entityKinds.ts'
import type { Db, Transaction } from '../../base/database/db.ts'
import { type Result, resultOf } from '../../base/http/problem.ts'
import type { Actor } from '../../base/http/route.ts'
import { deleteClients } from '../../rewards/clients/deleteClients.queries.ts'
import * as qrCodes from '../../rewards/qrCodes/qrCodes.queries.ts'
import * as vouchers from '../../rewards/vouchers/deleteVouchers.queries.ts'
import * as bin from '../bin/bin.queries.ts'
import { restore } from '../bin/restoreRecords.ts'
import type { RecordResult, WaitingRecord } from './portions.queries.ts'

/** What an action on all that match deletes. */
export type Deletable = Extract<BulkKind, BinKind>

type Change = (db: Db, ids: string[]) => Promise<void>

/** What a deletion of selected records calls, too: all or none of those that are given. */
const deletions: Record<Deletable, Change> = {
  company: deleteClients,
  voucher: vouchers.remove,
  qr_code: qrCodes.remove,
}

/** Moves records to the bin. */
export async function deleteMatching(
  tx: Transaction,
  kind: Deletable,
  records: WaitingRecord[],
): Promise<RecordResult[]> {
  const ids = records.map(({ record_id }) => record_id)
  const results = await eachOf(tx, ids, deletions[kind])
  const stamps = await bin.deletionTimes(tx, ids)
  return ids.map((id) => outcomeOf(id, results.get(id), stamps.get(id)))
}

/** Takes records out of the bin that are in it by the same deletion. */
export async function restoreMatching(
  tx: Transaction,
  actor: Actor,
  records: WaitingRecord[],
): Promise<RecordResult[]> {
  const stamps = await bin.deletionTimes(
    tx,
    records.map(({ record_id }) => record_id),
  )
  const isSame = ({ record_id, stamp }: WaitingRecord) => stamps.get(record_id) === stamp
  const ids = records.filter(isSame).map(({ record_id }) => record_id)
  const results = await eachOf(tx, ids, (db, some) => restore(db, actor, some))
  return records.map(({ record_id }) => outcomeOf(record_id, results.get(record_id) ?? changedSince))
}

const changedSince: Result = {
  ok: false,
  code: 'changed_since',
  message: 'This record was restored or deleted for good since, so it was left as it is.',
}

/** Changes all of the records at once, or each by itself if one of them is refused. */
async function eachOf(tx: Transaction, ids: string[], change: Change): Promise<Map<string, Result>> {
  const attempt = (some: string[]) => resultOf(() => tx.savepoint((db) => change(db, some)))
  if (ids.length === 0) return new Map()
  const all = await attempt(ids)
  const results = new Map(ids.map((id) => [id, all]))
  if (!all.ok) for (const id of ids) results.set(id, await attempt([id]))
  return results
}

function outcomeOf(id: string, result: Result | undefined, stamp?: string): RecordResult {
  return result?.ok
    ? { id, outcome: 'changed', ...(stamp && { stamp }) }
    : { id, outcome: 'refused', code: result?.code, message: result?.message }
}
