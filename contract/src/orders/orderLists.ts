/** What lists of orders can be sorted by where an index has the sequence. */
const indexedOrderings = ['created_at', 'payable', 'due', 'promised_at'] as const

/** Those by which only a list of few orders is sorted: no index has them. */
export const readOrderings = [
  'customer',
  'status',
  'printed',
  'is_ready',
  'paid',
  'payment_status',
  'lines',
  'price_by_hand',
] as const

/** All that lists of orders can be sorted by; those of one staff user or customer are few enough to be read. */
export const orderOrderings = [...indexedOrderings, 'number', ...readOrderings] as const

/** The longest list that is sorted by a field of which no index has the sequence. */
export const mostSortedOrders = 20_000

/** What the names of the orderings do not say. */
export const shopOrderNotes = [
  `${readOrderings.join(', ')} only for up to ${mostSortedOrders} orders; promised_at, price_by_hand: orders without one last, with - first; lines: by how many.`,
  'id and number: as created_at.',
] as const
export const staffOrderNotes = [
  'promised_at, price_by_hand: orders without one last, with - first; lines: by how many.',
  shopOrderNotes[1],
] as const
