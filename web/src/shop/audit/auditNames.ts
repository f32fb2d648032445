import { rowOf } from '@our-print/contract/entities.ts'
import { capitalized } from '../../base/format/format.ts'

/** What a kind of record is called; the keys are the names of tables. */
export const entityLabels: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(rowOf).flatMap((row) => (row?.table ? [[row.table, capitalized(row.one)]] : [])),
  ),
  // One entry tells of many.
  vouchers: 'Voucher codes',
  // What belongs to an entity.
  order_files: 'File of an order',
  order_comments: 'Comment',
  order_mentions: 'Mention',
  order_links: 'Customer’s link',
  complaint_photos: 'Photo of a complaint',
  courier_task_pictures: 'Picture of a refused act',
  customer_addresses: 'Address of a customer',
  customer_merges: 'Merge of customers',
  customer_imports: 'Import of customers',
  accounts: 'Account',
  invoice_settings: 'Invoice configuration',
  client_billing: 'Invoicing of a company',
  invoice_lines: 'Line of an invoice',
  invoice_files: 'File of an invoice',
  push_subscriptions: 'Notices on a device',
  delivery_proofs: 'Proof of delivery',
  ticket_scans: 'Ticket scan',
  round_sequences: 'Sequence of a round',
  voucher_imports: 'Import of codes',
  coupon_uses: 'Use of a coupon',
  coin_entries: 'Coins',
  referral_claims: 'Claims of a referral',
  images: 'Picture',
  sessions: 'Session',
  stock_entries: 'Entry of the stock',
  production_costs: 'Costs',
  printer_readings: 'Counter reading',
}

/** What was done. */
export const actionLabels: Readonly<Record<string, string>> = {
  insert: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  purge: 'Deleted for good',
  merge: 'Merged',
  'undo merge': 'Undid a merge',
  sign_in: 'Signed in',
  sign_in_failed: 'Failed sign-in',
  sign_out: 'Signed out',
  end_session: 'Ended a session',
  export: 'Exported',
  view: 'Opened',
  'admin create': 'Added by a command',
  'admin reset': 'Password reset by a command',
  'remove files': 'Files removed after their time',
  'place shop': 'Said that the shop moved',
  'place copy': 'Said that this is a copy',
  'restore backup': 'Restored from a backup',
}

/** 'assigned_user' as 'Assigned user', for what has no label of its own. */
export const fromName = (name: string) => capitalized(name.replaceAll('_', ' '))

export const entityLabel = (entity: string) => entityLabels[entity] ?? fromName(entity)
export const actionLabel = (action: string) => actionLabels[action] ?? fromName(action)
