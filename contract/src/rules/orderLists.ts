/** What lists of orders can be sorted by. */
export const orderOrderings = ['created_at', 'payable'] as const

/** A page of a filtered list, or of a list by amount, lies at most this many rows from one of its ends. */
export const mostSkippedOrders = 500_000
