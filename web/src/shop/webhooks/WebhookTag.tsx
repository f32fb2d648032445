import type { Webhook } from '@our-print/contract/shop/webhooks.ts'
import { Tag } from '../../base/feedback/Tag.tsx'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
  WarningAmberOutlined as Warning,
} from '../../base/icons/frame.tsx'

/** Whether a webhook is on, off, or was switched off because its endpoint failed. */
export function WebhookTag({ webhook: { is_active, switched_off_at } }: { webhook: Webhook }) {
  if (is_active) return <Tag label="On" Icon={CheckCircle} tone="good" />
  return switched_off_at ? (
    <Tag label="Switched off" Icon={Warning} />
  ) : (
    <Tag label="Off" Icon={RemoveCircle} tone="off" />
  )
}
