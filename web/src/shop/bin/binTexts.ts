import { type BinKind, entities } from '@our-print/contract/entities.ts'
import type { BinEntry } from '@our-print/contract/shop/bin.ts'
import { capitalized, plural } from '../../base/format/format.ts'

export const binKindLabel = (kind: BinKind) => capitalized(entities[kind].one)

const dayMs = 86_400_000

/** '12 days', '1 day', '< 1 day' */
export function timeLeft({ expires_at }: Pick<BinEntry, 'expires_at'>, now = Date.now()): string {
  const days = (Date.parse(expires_at) - now) / dayMs
  return days < 1 ? '< 1 day' : plural(Math.round(days), 'day')
}

/** What "Delete for good" loses besides the record itself. */
export const lossOf: Record<BinKind, string> = {
  company: 'The company is deleted with all its codes. This cannot be undone.',
  voucher: 'The code is deleted. This cannot be undone.',
  qr_code: 'The QR code is deleted. Its number is not reused. This cannot be undone.',
  coupon: 'The coupon is deleted; orders keep their discount. This cannot be undone.',
  lead: 'The message and the notes are deleted. This cannot be undone.',
  plan: 'The plan is deleted. This cannot be undone.',
}
