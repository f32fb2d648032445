import { listVouchers, type Voucher } from '@our-print/contract/vouchers.ts'
import { call } from '../api/call.ts'
import { differences } from '../api/useChange.ts'
import { showDay } from '../format/dates.ts'
import { coins } from '../format/format.ts'

/** A code as it is now: there is no question for one, so its group is asked, by the code it had and then without. */
export async function findVoucher({
  id,
  voucherInfoId,
  voucher_code,
}: Voucher): Promise<Voucher | undefined> {
  for (const querystring of [
    { id: voucherInfoId, query: voucher_code, limit: '100' },
    { id: voucherInfoId, limit: '100' },
  ]) {
    const { results } = await call(listVouchers, { querystring })
    const found = results.find((voucher) => voucher.id === id)
    if (found) return found
  }
  return undefined
}

/** What differs between a code as it was seen and as it is. */
export const voucherChanges = (seen: Voucher, now: Voucher) =>
  differences([
    ['Code', seen.voucher_code, now.voucher_code],
    ['Details', seen.voucher_detail, now.voucher_detail],
    ['Cost', coins(seen.cost), coins(now.cost)],
    ['Validity', showDay(seen.expiry_date), showDay(now.expiry_date)],
    ['Image', pictureOf(seen), pictureOf(now)],
    ['State', stateOf(seen), stateOf(now)],
  ])

/** The address of a picture is signed anew each time; the id in it says which one it is. */
const pictureOf = ({ image }: Voucher) => (image ? `picture ${image.split('?')[0]?.slice(-9, -1)}` : '')

const stateOf = ({ is_assigned, is_active }: Voucher) =>
  is_assigned ? 'purchased' : is_active ? 'available' : 'inactive'
