// No schemas here: the browser reads it on every screen of orders.

/** How the money of a payment moves. `account`: from or to what the customer or company has paid ahead. */
export const paymentMethods = ['cash', 'upi', 'card', 'bank_transfer', 'account'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

export const paymentMethodLabels: Record<PaymentMethod, string> = {
  cash: 'Cash',
  upi: 'UPI',
  card: 'Card',
  bank_transfer: 'Bank transfer',
  account: 'Account',
}

/** A method as people call it; what the configuration adds is its own name. */
export const methodLabel = (method: string): string => paymentMethodLabels[method as PaymentMethod] ?? method

/** Whether a payment moves money now: what an account pays came in when it was paid to the account. */
export const movesMoney = (method: string): boolean => method !== 'account'

/** Whether the money goes to a bank or a payment service; cash lies in the till. */
export const goesToBank = (method: string): boolean => method !== 'cash' && movesMoney(method)

export const paymentStatuses = ['unpaid', 'part_paid', 'paid', 'overpaid'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  unpaid: 'Unpaid',
  part_paid: 'Part paid',
  paid: 'Paid',
  overpaid: 'Overpaid',
}

/** When an order is to be paid. */
export const payTimes = ['now', 'at_door', 'on_account'] as const
export type PayTime = (typeof payTimes)[number]

export const payTimeLabels: Record<PayTime, string> = {
  now: 'Now',
  at_door: 'At the door',
  on_account: 'On account',
}

/** Whose account: a customer's or a company's, as their records are called. */
export const accountKinds = ['user', 'client'] as const
export type AccountKind = (typeof accountKinds)[number]
