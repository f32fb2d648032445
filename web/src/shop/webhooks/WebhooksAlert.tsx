import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import { listWebhooks } from '@our-print/contract/shop/webhooks.ts'
import { Link as RouterLink } from 'react-router'
import { useRead } from '../../base/api/api.ts'
import { TextButton } from '../../base/page/Page.tsx'
import { attentionText, hostOf } from './webhookTexts.tsx'

/** The webhooks that the server switched off, or that did not take a delivery; nothing if there are none. */
export default function WebhooksAlert() {
  const { data } = useRead(listWebhooks, { querystring: { needs_attention: 'true' } })
  if (!data || data.results.length === 0) return null
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {data.results.map((webhook) => (
        <Alert
          key={webhook.id}
          severity="warning"
          sx={{ overflowWrap: 'anywhere' }}
          action={
            <TextButton component={RouterLink} to={`/webhook/${webhook.id}`}>
              Open
            </TextButton>
          }
        >
          <b>Webhook {hostOf(webhook)}.</b> {attentionText(webhook)}
        </Alert>
      ))}
    </Box>
  )
}
