import {
  getAccount,
  getClientStatement,
  getUserStatement,
  listAccounts,
} from '@our-print/contract/money/accounts.ts'
import { listPayments } from '@our-print/contract/money/payments.ts'
import { getOrder, listOrders } from '@our-print/contract/orders/orders.ts'

/** What is read again after a payment. */
export const stalePayments = [
  listPayments,
  getOrder,
  listOrders,
  getAccount,
  listAccounts,
  getUserStatement,
  getClientStatement,
]
