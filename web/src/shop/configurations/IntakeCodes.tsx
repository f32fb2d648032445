import { listMessageChannels } from '@our-print/contract/customer/messageChannels.ts'
import { codeChannels, factRow } from '@our-print/contract/customer/messageFacts.ts'
import { listMessageTemplates } from '@our-print/contract/customer/messageTemplates.ts'
import { useRead } from '../../base/api/api.ts'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Text } from '../../base/ui/Text.tsx'

const texts = {
  sms: 'Visitors get a code by SMS. You see their request when they have typed it.',
  whatsapp: 'Visitors get a code by WhatsApp. You see their request when they have typed it.',
  email:
    'Visitors get a code by email, so they must give one. You see their request when they have typed it.',
}
const all = { querystring: { limit: '100' } }

/** Beside the setting that opens the form: whether visitors confirm their request by a code, or why they cannot. */
export function IntakeCodes() {
  const channels = useRead(listMessageChannels, all)
  const templates = useRead(listMessageTemplates, all)
  if (!channels.data || !templates.data) {
    const failed = [channels, templates].find(({ error }) => error)
    return failed ? (
      <PartFailure reply={failed} />
    ) : (
      <Text size="small" tone="muted">
        Loading …
      </Text>
    )
  }
  const active = channels.data.results.filter(({ is_active }) => is_active).map(({ channel }) => channel)
  const channel = codeChannels.find((each) => active.includes(each))
  const isTold = templates.data.results.some(({ fact, is_on }) => fact === 'order_code' && is_on)
  if (channel && isTold)
    return (
      <Text size="small" tone="muted">
        {texts[channel]}
      </Text>
    )
  return (
    <Alert
      severity="warning"
      role="none"
      title="Requests come without a code"
      action={
        <Button size="small" to={channel ? '/message_templates' : '/message_channels'}>
          {channel ? 'Templates' : 'Channels of messages'}
        </Button>
      }
    >
      Nobody checks whose phone a visitor types, because{' '}
      {channel ? `the template “${factRow('order_code').label}” is off.` : 'no channel of messages is on.'}
    </Alert>
  )
}
