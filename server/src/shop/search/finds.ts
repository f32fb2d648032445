import { type SearchKind } from '@our-print/contract/entities.ts'
import { findCoupons, findQrCodes, findVouchers } from './findCodes.queries.ts'
import { findOrders } from './findOrders.queries.ts'
import { findCompanies, findCustomers, findLeads, findStaff } from './findPeople.queries.ts'
import type { Find } from './matches.queries.ts'

/** How each kind of record is found. */
export const finds: Record<SearchKind, Find> = {
  order: findOrders,
  customer: findCustomers,
  company: findCompanies,
  staff: findStaff,
  voucher: findVouchers,
  coupon: findCoupons,
  qr_code: findQrCodes,
  lead: findLeads,
}
