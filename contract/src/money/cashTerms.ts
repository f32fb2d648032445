// No schemas here: the browser reads it on a courier's phone.

/** The notes and coins of India in rupees, largest first. */
export const denominations = ['500', '200', '100', '50', '20', '10', '5', '2', '1', '0.5'] as const
export type Denomination = (typeof denominations)[number]

/** How many there are of each note and coin. */
export type Notes = { [D in Denomination]?: number | undefined }

/** What notes and coins come to, in paise; `rest` is in rupees: what no note or coin stands for. */
export const paiseOf = (notes: Notes, rest = 0): number =>
  denominations.reduce((sum, each) => sum + Math.round(Number(each) * 100) * (notes[each] ?? 0), 0) +
  Math.round(rest * 100)

/** `declared` waits to be counted, `difference` to be explained. */
export const handOverStatuses = ['declared', 'difference', 'done', 'cancelled'] as const
export type HandOverStatus = (typeof handOverStatuses)[number]

export const handOverStatusLabels: Record<HandOverStatus, string> = {
  declared: 'To be counted',
  difference: 'Difference',
  done: 'Done',
  cancelled: 'Cancelled',
}

/** Whether cash was missing or left over. */
export const differenceKinds = ['short', 'over'] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** What people do with the till themselves; the rest of its entries follow from payments, hand-overs and the close of a day. */
export const tillActs = ['float', 'pay_out', 'deposit'] as const
export type TillAct = (typeof tillActs)[number]

export const tillKinds = [...tillActs, 'payment', 'hand_over', 'difference'] as const
export type TillKind = (typeof tillKinds)[number]

export const tillKindLabels: Record<TillKind, string> = {
  float: 'Float',
  pay_out: 'Pay-out',
  deposit: 'Deposit at the bank',
  payment: 'Payment',
  hand_over: 'Hand-over',
  difference: 'Difference of a close',
}

/** What cash of the till is usually paid out for. */
export const usualReasons = ['Fuel', 'Tea', 'Paper', 'Courier', 'Repair', 'Stationery'] as const
