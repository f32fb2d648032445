import type { Endpoint } from '../endpoint.ts'
import { createPayment, getPayment, listPayments, reversePayment } from '../money/payments.ts'
import { createUpload, deleteUpload, listOrderFiles, listPrintFileTypes } from '../orders/orderFiles.ts'
import { createOrder, getOrder, listOrderStatuses, listOrders, updateOrder } from '../orders/orders.ts'
import { getCoupon, listCoupons, validateCoupon } from '../rewards/coupons.ts'
import { getSoldVoucher, listSoldVouchers, sellVoucher, voidSoldVoucher } from '../rewards/soldVouchers.ts'
import { importVouchers, listSkippedLines } from '../rewards/voucherImports.ts'
import {
  createVouchers,
  generateVouchers,
  getVoucher,
  getVoucherGroup,
  listVoucherGroups,
  listVouchers,
  updateVoucher,
} from '../rewards/vouchers.ts'
import { getConfiguration } from '../shop/configurations.ts'
import {
  createWebhook,
  deleteWebhook,
  getDelivery,
  getWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  replayPeriod,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from '../shop/webhooks.ts'
import type { Scope } from './apiKeys.ts'
import { addCustomerAddress, getCustomerAddress, listCustomerAddresses } from './customerAddresses.ts'
import { createUser, getUser, listUsers, updateUser } from './customers.ts'
import { mergeReads } from './endpointGroups.ts'
import { createLead, enterLead, updateLead } from './leads.ts'

/**
 * Which endpoints each scope opens to an API key; all others refuse keys. A scope that writes also opens the reads that
 * one needs to find what to write. No scope deletes records, gives coins, or reads staff, sessions and settings of people.
 */
export const scopeEndpoints: Record<Scope, readonly Endpoint[]> = {
  'orders:read': [listOrders, getOrder, listOrderFiles, listOrderStatuses, getConfiguration],
  'orders:write': [
    createOrder,
    updateOrder,
    createUpload,
    deleteUpload,
    listPrintFileTypes,
    listOrderStatuses,
    getConfiguration,
  ],
  'leads:write': [createLead, enterLead, updateLead],
  'vouchers:write': [
    listVouchers,
    getVoucher,
    listVoucherGroups,
    getVoucherGroup,
    createVouchers,
    generateVouchers,
    updateVoucher,
    importVouchers,
    listSkippedLines,
    listSoldVouchers,
    getSoldVoucher,
    sellVoucher,
    voidSoldVoucher,
  ],
  'users:write': [
    listUsers,
    getUser,
    createUser,
    updateUser,
    listCustomerAddresses,
    getCustomerAddress,
    addCustomerAddress,
    ...mergeReads,
  ],
  'payments:write': [listPayments, getPayment, createPayment, reversePayment],
  'coupons:read': [listCoupons, getCoupon, validateCoupon],
  'webhooks:manage': [
    listWebhooks,
    getWebhook,
    createWebhook,
    updateWebhook,
    deleteWebhook,
    rotateSecret,
    testWebhook,
    listDeliveries,
    getDelivery,
    replayDelivery,
    replayPeriod,
  ],
}

const nameOf = ({ method, url }: Pick<Endpoint, 'method' | 'url'>) => `${method} ${url}`

const opening = Map.groupBy(
  Object.entries(scopeEndpoints).flatMap(([scope, endpoints]) =>
    endpoints.map((endpoint) => ({ scope: scope as Scope, name: nameOf(endpoint) })),
  ),
  ({ name }) => name,
)

/**
 * Whether a key with these scopes may read the record that an endpoint writes. One that may not is answered a change with
 * 204, without the record: a change of nothing would read it otherwise. Of a new record it is shown what it sent, and not
 * what the shop knows of others.
 */
export function mayReadRecord(
  scopes: readonly Scope[],
  { method, url, config }: Pick<Endpoint, 'method' | 'url' | 'config'>,
) {
  if (!config.record && method !== 'PATCH' && method !== 'PUT') return true
  return scopesOf({ method: 'GET', url: config.record ?? url }).some((scope) => scopes.includes(scope))
}

/** The scopes each of which opens an endpoint to an API key; none for most. */
export const scopesOf = ({ method, url }: Pick<Endpoint, 'method' | 'url'>): Scope[] => {
  // A PUT beside a PATCH does the same.
  const found =
    opening.get(nameOf({ method, url })) ?? (method === 'PUT' ? opening.get(`PATCH ${url}`) : undefined)
  return (found ?? []).map(({ scope }) => scope)
}
