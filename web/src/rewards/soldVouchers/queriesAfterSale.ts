import { getUser, listUsers } from '@our-print/contract/people/customers.ts'
import { listClients } from '@our-print/contract/rewards/clients.ts'
import { getCoins } from '@our-print/contract/rewards/coins.ts'
import { listSoldVouchers } from '@our-print/contract/rewards/soldVouchers.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/rewards/vouchers.ts'

/** The lists and records that change when a voucher is sold or voided. */
export const queriesAfterSale = [
  listSoldVouchers,
  listVouchers,
  listVoucherGroups,
  listClients,
  getCoins,
  getUser,
  listUsers,
] as const
