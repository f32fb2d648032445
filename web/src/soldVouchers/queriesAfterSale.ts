import { listClients } from '@our-print/contract/clients.ts'
import { getCoins } from '@our-print/contract/coins.ts'
import { listSoldVouchers } from '@our-print/contract/soldVouchers.ts'
import { getUser, listUsers } from '@our-print/contract/users.ts'
import { listVoucherGroups, listVouchers } from '@our-print/contract/vouchers.ts'

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
