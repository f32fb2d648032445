import type { Voucher } from '@our-print/contract/rewards/vouchers.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { formatDay } from '../../base/format/dates.ts'
import { coins } from '../../base/format/format.ts'

/** The changes between the version of a voucher that the person saw and the current one. */
export const voucherChanges = (seen: Voucher, current: Voucher) =>
  differences([
    ['Code', seen.voucher_code, current.voucher_code],
    ['Details', seen.voucher_detail, current.voucher_detail],
    ['Cost', coins(seen.cost), coins(current.cost)],
    ['Validity', formatDay(seen.expiry_date), formatDay(current.expiry_date)],
    ['Image', imageText(seen), imageText(current)],
    ['State', stateOf(seen), stateOf(current)],
  ])

/** A part of the image's id: the signature in the URL differs in each response. */
const imageText = ({ image }: Voucher) => (image ? `picture ${image.split('?')[0]?.slice(-9, -1)}` : '')

const stateOf = ({ is_assigned, is_active }: Voucher) =>
  is_assigned ? 'purchased' : is_active ? 'available' : 'inactive'
