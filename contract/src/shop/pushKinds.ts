// No schemas here: the service worker reads it.

/** What a device is told without its asking. */
export const pushKinds = [
  'order_given',
  'order_taken',
  'note',
  'lead',
  'printer_stopped',
  'cash_difference',
] as const
export type PushKind = (typeof pushKinds)[number]

/** What is of interest to a person: what the shop tells super admins, and what concerns the orders of a staff user. */
export const pushKindsFor = ({ is_superuser }: { is_superuser: boolean }): readonly PushKind[] =>
  is_superuser
    ? ['note', 'lead', 'printer_stopped', 'cash_difference']
    : ['order_given', 'order_taken', 'note']

/**
 * What travels to a device, encrypted: numbers and ids, nothing personal. `record` and `number` are of one order, or
 * `record` of what else it is about; null where it is about several.
 */
export type PushMessage = {
  /** The same if it is sent twice. */
  id: string
  kind: PushKind
  record: string | null
  number: number | null
  /** Of how many orders it tells. */
  many: number
}
