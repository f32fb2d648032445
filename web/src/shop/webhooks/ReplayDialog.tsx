import {
  deliveryDays,
  listDeliveries,
  replayPeriod,
  type Webhook,
} from '@our-print/contract/shop/webhooks.ts'
import { useWrite } from '../../base/api/api.ts'
import { SendDialog } from '../../base/dialog/FormDialog.tsx'
import { DateInput, useContractForm } from '../../base/form/contractForm.tsx'
import { plural, today } from '../../base/format/format.ts'
import { Text } from '../../base/ui/Text.tsx'

/** Sends all deliveries of a period again. */
export default function ReplayDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const save = useWrite(replayPeriod, [listDeliveries])
  const form = useContractForm(replayPeriod.schema.body, {
    defaultValues: { from_date: today(), to_date: today() },
  })
  return (
    <SendDialog
      title="Replay a period"
      submitLabel="Replay"
      form={form}
      save={save}
      onClose={onClose}
      inputOf={(body) => ({ params: { id: webhook.id }, body })}
      savedMessage={({ replayed }) =>
        replayed
          ? `${plural(replayed, 'delivery', 'deliveries')} will be sent again`
          : 'Nothing was delivered in that period'
      }
    >
      <Text as="p" tone="muted">
        All deliveries of these days are sent again, in their sequence and with the same ids. The log goes
        back {deliveryDays} days.
      </Text>
      <DateInput name="from_date" label="From" max={today()} />
      <DateInput name="to_date" label="To" max={today()} />
    </SendDialog>
  )
}
