/** Where a print job stands; the last three are final. See the table print_jobs. */
export const printJobStates = [
  'queued',
  'held',
  'sending',
  'pending',
  'printing',
  'stopped',
  'done',
  'cancelled',
  'failed',
] as const
export type PrintJobState = (typeof printJobStates)[number]

export const finalPrintJobStates = ['done', 'cancelled', 'failed'] as const satisfies PrintJobState[]

/** The reason of a job that ended before its order was changed to print otherwise: it prints no rest, and nothing again. */
export const orderChanged = 'order-changed'
