import type { EventType } from '@our-print/contract/entityKinds.ts'
import { createWebhook, listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { useWrite } from '../../base/api/api.ts'
import { FormDialog } from '../../base/dialog/FormDialog.tsx'
import { useLeaveGuard } from '../../base/dialog/useLeaveGuard.ts'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { SecretShown } from './SecretShown.tsx'
import { WebhookFields } from './WebhookFields.tsx'

const empty = { url: '', description: '', event_types: [] as EventType[] }

/** Creates a webhook and shows its secret, which is possible this once. */
export default function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  const save = useWrite(createWebhook, [listWebhooks])
  const form = useContractForm(createWebhook.schema.body, { defaultValues: empty })
  const made = save.data
  // A tap on Back would lose the secret.
  useLeaveGuard(made !== undefined)
  return (
    <FormDialog
      title={made ? 'Secret of the new webhook' : 'New webhook'}
      submitLabel="Create"
      form={form}
      save={save}
      done={made !== undefined}
      onClose={onClose}
      onSubmit={(body) => save.mutateAsync({ body }).catch(() => undefined)}
    >
      {made ? <SecretShown secret={made.secret} /> : <WebhookFields />}
    </FormDialog>
  )
}
