import { binDays } from '@our-print/contract/shop/bin.ts'
import type { BulkKind, createClientBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import type { QueryClient } from '@tanstack/react-query'
import { randomKey } from '../api/api.ts'
import type { useConfirm } from '../dialog/ConfirmDialog.tsx'
import { toast } from '../feedback/toast.tsx'
import { plural } from '../format/format.ts'
import type { Matching } from './matching.ts'
import { startBulkJob } from './startBulkJob.ts'

type Texts = { list: string; words: [string, string]; body: string }

const kinds: Record<Exclude<BulkKind, 'order'>, Texts> = {
  company: {
    list: '/api/clients/',
    words: ['company', 'companies'],
    body: `They are kept in the bin with their codes for ${binDays} days. Companies that have sold a code are left as they are; the report names them.`,
  },
  voucher: {
    list: '/api/get-voucher/',
    words: ['voucher', 'vouchers'],
    body: `The codes are kept in the bin for ${binDays} days. Purchased vouchers are left as they are; the report names them.`,
  },
  qr_code: {
    list: '/api/qr-codes/',
    words: ['QR code', 'QR codes'],
    body: `People who scan them see “not found”. The numbers are not reused, and they are kept in the bin for ${binDays} days.`,
  },
}

type Means = { confirm: ReturnType<typeof useConfirm>; client: QueryClient }

/** Deletes all records that match, after a question with their exact number; resolves to whether the job has started. */
export async function deleteMatching(
  kind: keyof typeof kinds,
  { count, filter }: Matching,
  { confirm, client }: Means,
): Promise<boolean> {
  const { list, words, body } = kinds[kind]
  const title = `Delete all ${plural(count, ...words)} that match?`
  if (!(await confirm({ title, body, action: 'Delete', danger: true }))) return false
  const creation = { method: 'POST', url: `${list}bulk-jobs/` as '/api/clients/bulk-jobs/' } as const
  const input = { querystring: filter, body: { action: 'delete', count } } as const
  return startBulkJob<typeof createClientBulkJob>(client, creation, input, randomKey()).then(
    () => true,
    (error: Error) => {
      toast.failure(error)
      return false
    },
  )
}
