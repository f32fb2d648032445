import type { Endpoint } from '../endpoint.ts'
import { rowOf } from '../entities.ts'
import { type BinKind, type BulkKind } from '../entityKinds.ts'
import { listOrders } from '../orders/orders.ts'
import { createPrintJobs } from '../printing/printJobs.ts'
import { deleteClients, listClients } from '../rewards/clients.ts'
import { deleteCoupon } from '../rewards/coupons.ts'
import { deletePlan, listPlans, listSoldPlans } from '../rewards/plans.ts'
import { deleteQrCodes, listQrCodes } from '../rewards/qrCodes.ts'
import { listReferrers } from '../rewards/referrals.ts'
import { deleteVouchers, listVouchers } from '../rewards/vouchers.ts'
import { listBin } from '../shop/bin.ts'
import * as bulkJobs from '../shop/bulkJobs.ts'
import type { viewedLists } from '../shop/viewedLists.ts'
import { type Ability, type Able, abilities, can } from './abilities.ts'
import { abilityEndpoints, alsoNeeded } from './abilityEndpoints.ts'
import { listUsers } from './customers.ts'
import { deleteLead, listLeads } from './leads.ts'
import { listStaff } from './staff.ts'
import { tagUsers } from './tagUsers.ts'

type Named = Pick<Endpoint, 'method' | 'url'>
const nameOf = ({ method, url }: Named) => `${method} ${url}`

/** The abilities that name an endpoint, by its name. */
function byName(table: Partial<Record<Ability, readonly Endpoint[]>>): Map<string, Set<Ability>> {
  const found = new Map<string, Set<Ability>>()
  for (const ability of abilities) {
    for (const endpoint of table[ability] ?? []) {
      const name = nameOf(endpoint)
      found.set(name, (found.get(name) ?? new Set()).add(ability))
    }
  }
  return found
}
const opening = byName(abilityEndpoints)
const needing = byName(alsoNeeded)

/** Who is let in: one of `anyOf`, and all of `allOf`. A PUT beside a PATCH does the same. */
export function abilitiesFor({ method, url }: Named): { anyOf: Ability[]; allOf: Ability[] } {
  const own = nameOf({ method, url })
  const name = opening.has(own) || method !== 'PUT' ? own : `PATCH ${url}`
  return { anyOf: [...(opening.get(name) ?? [])], allOf: [...(needing.get(name) ?? [])] }
}

/** Whether the person may call an endpoint for super admins. */
export function mayCall(person: Able, endpoint: Named): boolean {
  if (person.is_superuser) return true
  if (!person.abilities?.length) return false
  const { anyOf, allOf } = abilitiesFor(endpoint)
  return anyOf.some((each) => can(person, each)) && allOf.every((each) => can(person, each))
}

/** Whether the person sees the orders of the whole shop, and not only their own. */
export const seesAllOrders = (person: Able) => mayCall(person, listOrders)

/** Whether the person may know of a kind of record: find it, and hear of its changes. Everybody reads the configuration. */
export function seesKind(person: Able, kind: string): boolean {
  if (person.is_superuser || kind === 'configuration') return true
  if (kind === 'referral') return mayCall(person, listReferrers)
  const url = rowOf[kind]?.list
  return url !== undefined && mayCall(person, { method: 'GET', url })
}

/** The endpoint that deletes a kind: who may call it sees it in the bin, restores it and deletes it for good. */
export const deletionOf: Record<BinKind, Endpoint> = {
  company: deleteClients,
  voucher: deleteVouchers,
  coupon: deleteCoupon,
  qr_code: deleteQrCodes,
  lead: deleteLead,
  plan: deletePlan,
}

/** The endpoint that changes many of a kind: who may call it sees, cancels and undoes bulk jobs of it. */
export const bulkChangeOf: Record<BulkKind, Endpoint> = {
  order: bulkJobs.createOrderBulkJob,
  customer: tagUsers,
  company: bulkJobs.createClientBulkJob,
  voucher: bulkJobs.createVoucherBulkJob,
  qr_code: bulkJobs.createQrCodeBulkJob,
  print_job: createPrintJobs,
}

type List = (typeof viewedLists)[number]

/** What a list with saved views reads. */
const readByList: Record<List, Endpoint> = {
  '/pending_orders': listOrders,
  '/assigned_orders': listOrders,
  '/completed_orders': listOrders,
  '/total_orders': listOrders,
  '/subscription_pending_orders': listOrders,
  '/subscription_assigned_orders': listOrders,
  '/subscription_completed_orders': listOrders,
  '/subscription_total_orders': listOrders,
  '/users': listUsers,
  '/staff_users': listStaff,
  '/leads': listLeads,
  '/subscriptions': listPlans,
  '/user_subscription': listSoldPlans,
  '/qr_codes': listQrCodes,
  '/client_companies': listClients,
  '/vouchers': listVouchers,
  '/bin': listBin,
}

/**
 * The lists whose shared views the person sees. A view may search for a customer or filter by a price: those of orders
 * are for who sees both.
 */
export const listsOfViews = (person: Able): List[] =>
  (Object.keys(readByList) as List[]).filter((list) => {
    const endpoint = readByList[list]
    const seesWhole = endpoint !== listOrders || (can(person, 'prices') && can(person, 'customers'))
    return mayCall(person, endpoint) && seesWhole
  })

/** Those kinds of which the person may call the endpoint. */
export const kindsOf = <Kind extends string>(person: Able, endpoints: Record<Kind, Endpoint>): Kind[] =>
  (Object.keys(endpoints) as Kind[]).filter((kind) => mayCall(person, endpoints[kind]))
