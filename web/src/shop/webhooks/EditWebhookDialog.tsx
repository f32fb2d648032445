import {
  createWebhook,
  getWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '@our-print/contract/shop/webhooks.ts'
import { onlyTyped, usePatch } from '../../base/api/useUpdate.ts'
import { EditDialog } from '../../base/dialog/EditDialog.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { WebhookFields } from './WebhookFields.tsx'
import { webhookChanges } from './webhookTexts.tsx'

const Form = createWebhook.schema.body.pick({ url: true, description: true, event_types: true })

const valuesOf = ({ url, description, event_types }: Webhook) => ({ url, description, event_types })

/** Changes a webhook's address, description or types of events. */
export default function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const changing = usePatch(updateWebhook, [listWebhooks, getWebhook], {
    record: webhook,
    describe: webhookChanges,
  })
  const form = useContractForm(Form, { defaultValues: valuesOf(webhook) })
  return (
    <EditDialog
      title="Edit webhook"
      what="This webhook"
      form={form}
      changing={changing}
      valuesOf={valuesOf}
      bodyOf={onlyTyped}
      savedMessage={() => 'Webhook saved'}
      onClose={onClose}
    >
      <WebhookFields />
    </EditDialog>
  )
}
