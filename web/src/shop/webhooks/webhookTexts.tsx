import { rowOf } from '@our-print/contract/entities.ts'
import { type DeliveryState, retryDays, type Webhook } from '@our-print/contract/shop/webhooks.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { asText, capitalized, count, formatDateTime, onOff } from '../../base/format/format.ts'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'
import { Tag } from '../../base/ui/Tag.tsx'

/** What an event says of its record. */
const happenings: Readonly<Record<string, string>> = {
  created: asText('created'),
  assigned: asText('assigned'),
  changed: asText('changed'),
  commented: asText('commented'),
  delivered: asText('delivered'),
  cancelled: asText('cancelled'),
  accepted: asText('accepted'),
  declined: asText('declined'),
  settled: asText('settled'),
  asked: asText('asked'),
  approved: asText('approved'),
  refused: asText('refused'),
  failed: asText('failed'),
  expired: asText('expired'),
  deleted: asText('deleted'),
  imported: asText('imported'),
  purchased: asText('purchased'),
  voided: asText('voided'),
  low: asText('low'),
  redeemed: asText('redeemed'),
  claimed: asText('claimed'),
}

/** 'Order delivered' */
export function eventLabel(type: string): string {
  const [entity = '', code = ''] = type.split('.')
  const happened = happenings[code] ?? code
  if (entity === 'voucher_group') return `Vouchers of a company ${happened}`
  return `${capitalized(rowOf[entity]?.one ?? entity)} ${happened}`
}

export const stateLabels: Record<DeliveryState, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

/** The host of an address, as its name. */
export const hostOf = ({ url }: Pick<Webhook, 'url'>) => new URL(url).host

/** Why a super admin must look at a webhook; empty where nothing is wrong. */
export function attentionText({ switched_off_at, switched_off_reason, failed }: Webhook): string {
  if (switched_off_at)
    return `Switched off on ${formatDateTime(switched_off_at)}: ${switched_off_reason} What waits is sent when it is on again.`
  if (failed === 0) return ''
  const deliveries = failed === 1 ? '1 delivery was' : `${count(failed)} deliveries were`
  return `${deliveries} given up: the receiver refused ${failed === 1 ? 'it' : 'them'} for ${retryDays} days and took others. Look in its log, and send again what matters.`
}

/** The changes between the version of a webhook that the person saw and the current one. */
export const webhookChanges = (seen: Webhook, current: Webhook) =>
  differences([
    ['Address', seen.url, current.url],
    ['Description', seen.description, current.description],
    ['Events', seen.event_types.join(', '), current.event_types.join(', ')],
    ['Status', onOff(seen.is_active), onOff(current.is_active)],
  ])

/** Whether a webhook is on, off, or was switched off because its endpoint failed. */
export function WebhookTag({ webhook: { is_active, switched_off_at } }: { webhook: Webhook }) {
  if (is_active) return <Tag label="On" Icon={CheckCircle} tone="good" />
  return switched_off_at ? (
    <Tag label="Switched off" Icon={Warning} />
  ) : (
    <Tag label="Off" Icon={RemoveCircle} tone="off" />
  )
}
