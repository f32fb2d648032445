import type { OrderStatus } from '@our-print/contract/orders/orderMoves.ts'
import type { BulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { count, plural } from '../../base/format/format.ts'

const nouns: Record<BulkJob['kind'], [string, string]> = {
  order: ['order', 'orders'],
  company: ['company', 'companies'],
  voucher: ['voucher', 'vouchers'],
  qr_code: ['QR code', 'QR codes'],
}

/** What is being done, what is to be done, and what was done. */
type Words = { doing: string; act: string; done: string }

const moves: Record<OrderStatus, Words> = {
  assigned: { doing: 'Assigning', act: 'Assign', done: 'assigned' },
  confirmed: { doing: 'Unassigning', act: 'Unassign', done: 'unassigned' },
  'out-for-delivery': { doing: 'Sending out', act: 'Send out', done: 'out for delivery' },
  delivered: { doing: 'Completing', act: 'Complete', done: 'delivered' },
  cancelled: { doing: 'Cancelling', act: 'Cancel', done: 'cancelled' },
}

function wordsOf({ action, change }: BulkJob): Words {
  if (action === 'delete') return { doing: 'Deleting', act: 'Delete', done: 'deleted' }
  if (action === 'undo') return { doing: 'Undoing', act: 'Undo', done: 'changed back' }
  return moves[change?.status ?? 'assigned']
}

export const isRunning = ({ status }: BulkJob) => status === 'queued' || status === 'running'

export const reached = ({ changed, unchanged, refused }: BulkJob) => changed + unchanged + refused

/** 'Assign 2,000 orders to Suresh Nair' */
export function titleOf(job: BulkJob): string {
  const to = job.assigned_user_data ? ` to ${job.assigned_user_data.full_name}` : ''
  return `${wordsOf(job).act} ${plural(job.total, ...nouns[job.kind])}${to}`
}

/** 'Assigning: 1,200 of 2,000' */
export const progressOf = (job: BulkJob) =>
  `${wordsOf(job).doing}: ${count(reached(job))} of ${count(job.total)}`

/** '1,998 assigned, 2 refused' */
export function resultOf(job: BulkJob): string {
  const { status, changed, unchanged, refused, total } = job
  const left = total - reached(job)
  const parts = [
    `${count(changed)} ${wordsOf(job).done}`,
    unchanged > 0 && `${count(unchanged)} already so`,
    refused > 0 && `${count(refused)} refused`,
    left > 0 && `${count(left)} not changed`,
  ]
  const start = status === 'cancelled' ? 'Cancelled: ' : status === 'failed' ? 'Failed: ' : ''
  return start + parts.filter(Boolean).join(', ')
}

/** The lists and records that a job changes, to be read again at its end. */
export const staleOf: Record<BulkJob['kind'], readonly string[]> = {
  order: [
    '/api/all-orders/',
    '/api/my_orders/',
    '/api/all-orders/:id/',
    '/api/staff_users/',
    '/api/dashboard',
  ],
  company: ['/api/clients/', '/api/get-voucher/', '/api/voucher-groups/', '/api/contact_us/', '/api/bin/'],
  voucher: ['/api/get-voucher/', '/api/voucher-groups/', '/api/clients/', '/api/bin/'],
  qr_code: ['/api/qr-codes/', '/api/bin/'],
}
