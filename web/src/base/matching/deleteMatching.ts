import { entities } from '@our-print/contract/entities.ts'
import { type BinKind, type BulkKind } from '@our-print/contract/entityKinds.ts'
import { binDays } from '@our-print/contract/shop/bin.ts'
import type { createClientBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import type { QueryClient } from '@tanstack/react-query'
import { randomKey } from '../api/api.ts'
import type { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { dangerous } from '../dialog/useAct.tsx'
import { plural } from '../format/format.ts'
import type { Matching } from './matching.ts'
import { startBulkJob } from './startBulkJob.ts'

/** What becomes of them. */
const bodies: Record<Extract<BulkKind, BinKind>, string> = {
  company: `They are kept in the bin with their codes for ${binDays} days. Companies that have sold a code are left as they are; the report names them.`,
  voucher: `The codes are kept in the bin for ${binDays} days. Purchased vouchers are left as they are; the report names them.`,
  qr_code: `People who scan them see “not found”. The numbers are not reused, and they are kept in the bin for ${binDays} days.`,
}

type Means = {
  confirm: ReturnType<typeof useConfirm>
  client: QueryClient
  /** Shows the banner of a failed deletion. */
  failed: (error: Error) => void
}

/** Deletes all records that match, after a question with their exact number; resolves to whether the job has started. */
export async function deleteMatching(
  kind: keyof typeof bodies,
  { count, filter }: Matching,
  { confirm, client, failed }: Means,
): Promise<boolean> {
  const { list, one, many } = entities[kind]
  const body = bodies[kind]
  const title = `Delete all ${plural(count, one, many)} that match?`
  if (!(await confirm(dangerous(title, body, 'Delete')))) return false
  const creation = { method: 'POST', url: `${list}bulk-jobs/` as '/api/clients/bulk-jobs/' } as const
  const input = { querystring: filter, body: { action: 'delete', count } } as const
  return startBulkJob<typeof createClientBulkJob>(client, creation, input, randomKey()).then(
    () => true,
    (error: Error) => {
      failed(error)
      return false
    },
  )
}
