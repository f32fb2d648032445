import { listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { useRead } from '../../base/api/api.ts'
import { useCan } from '../../base/api/useCan.ts'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { attentionText, hostOf } from './webhookTexts.tsx'

/** The webhooks that the server switched off, or that did not take a delivery; nothing if there are none. */
export default function WebhooksAlert() {
  const enabled = useCan('keys')
  const { data } = useRead(listWebhooks, { querystring: { needs_attention: 'true' } }, { enabled })
  if (!data || data.results.length === 0) return null
  return (
    <Stack gap={2}>
      {data.results.map((webhook) => (
        <Alert
          key={webhook.id}
          severity="warning"
          action={
            <Button look="plain" size="small" to={`/webhook/${webhook.id}`}>
              Open
            </Button>
          }
        >
          <b>Webhook {hostOf(webhook)}.</b> {attentionText(webhook)}
        </Alert>
      ))}
    </Stack>
  )
}
