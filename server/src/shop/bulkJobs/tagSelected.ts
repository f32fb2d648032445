import { isDeepStrictEqual } from 'node:util'
import type { Input, Output } from '@our-print/contract/endpoint.ts'
import { mostTags } from '@our-print/contract/people/customers.ts'
import { type tagUsers } from '@our-print/contract/people/tagUsers.ts'
import type { Transaction } from '../../base/database/db.ts'
import type { Actor } from '../../base/http/route.ts'
import * as customers from '../../people/customers/customers.queries.ts'
import * as jobs from './bulkJobs.queries.ts'
import type { RecordResult, WaitingRecord } from './portions.queries.ts'
import * as portions from './portions.queries.ts'

type Wanted = Required<Input<typeof tagUsers>['body']>

/** Tags selected customers, and keeps what changed as a bulk job that is done, by which it is undone. */
export async function tagSelected(
  tx: Transaction,
  actor: Actor,
  { ids: sent, add, remove }: Wanted,
  request_id: string,
): Promise<Output<typeof tagUsers>> {
  const ids = [...new Set(sent)]
  const before = await customers.lockTags(tx, ids)
  const changes = new Map<string, string[]>()
  const records = ids.map((id): RecordResult => {
    const now = before.get(id)
    if (!now) return { id, outcome: 'refused', code: 'not_found', message: 'Customer not found' }
    const tags = [...new Set([...now.tags.filter((tag) => !remove.includes(tag)), ...add])]
    if (isDeepStrictEqual(tags, now.tags)) return { id, outcome: 'unchanged' }
    if (tags.length > mostTags)
      return { id, outcome: 'refused', code: 'too_many', message: `At most ${mostTags} tags` }
    changes.set(id, tags)
    return { id, outcome: 'changed', undo: { tags: now.tags }, stamp: String(now.version + 1) }
  })
  await customers.setTags(tx, changes)
  const results = records.map(({ id, outcome, code = null, message = null }) => ({
    id,
    ok: outcome !== 'refused',
    code,
    message,
  }))
  if (changes.size === 0) return { results, bulk_job: null }
  // An id that is nobody's has no name in a report.
  const known = records.filter(({ id }) => before.has(id))
  const job = await jobs.createRun(
    tx,
    {
      kind: 'customer',
      action: 'update',
      change: null,
      filter: {},
      count: known.length,
      created_by: actor.id,
      request_id,
    },
    customers.selectNamesOf(
      tx,
      known.map(({ id }) => id),
    ),
  )
  await portions.saveResults(tx, { id: job }, known)
  return { results, bulk_job: job }
}

/** Gives customers the tags that they had, unless they were changed since. */
export async function undoTags(tx: Transaction, records: WaitingRecord[]): Promise<RecordResult[]> {
  const now = await customers.lockTags(
    tx,
    records.map(({ record_id }) => record_id),
  )
  const changes = new Map(
    records.flatMap(({ record_id, undo, stamp }) =>
      undo && 'tags' in undo && stamp === String(now.get(record_id)?.version)
        ? [[record_id, undo.tags] as const]
        : [],
    ),
  )
  await customers.setTags(tx, changes)
  return records.map(({ record_id: id }) =>
    changes.has(id) ? { id, outcome: 'changed' } : { id, ...changedSince },
  )
}

const changedSince = {
  outcome: 'refused',
  code: 'changed_since',
  message: 'This customer was changed since, so they were left as they are.',
} as const
