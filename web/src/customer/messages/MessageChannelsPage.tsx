import {
  getMessageChannel,
  listMessageChannels,
  type MessageChannelSetup,
  updateMessageChannel,
} from '@our-print/contract/customer/messageChannels.ts'
import { useState } from 'react'
import { useRead, useWrite } from '../../base/api/api.ts'
import { activation, useAct } from '../../base/dialog/useAct.tsx'
import { LoadFailure, Loading } from '../../base/feedback/Loading.tsx'
import { lazyPart } from '../../base/feedback/lazyPart.tsx'
import {
  CheckCircleOutlined as CheckCircle,
  RemoveCircleOutlined as RemoveCircle,
} from '../../base/icons/frame.tsx'
import { Facts, Page, Section } from '../../base/page/Page.tsx'
import { Alert } from '../../base/ui/Alert.tsx'
import { Button } from '../../base/ui/Button.tsx'
import { Row, Stack } from '../../base/ui/Layout.tsx'
import { Tag } from '../../base/ui/Tag.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { channelChanges } from './channelForm.ts'
import { InboundAddress } from './InboundAddress.tsx'
import { channelLabels } from './messageTexts.tsx'

const EmailDialog = lazyPart(() => import('./EmailDialog.tsx'))
const ProviderDialog = lazyPart(() => import('./ProviderDialog.tsx'))
const TestDialog = lazyPart(() => import('./TestDialog.tsx'))

/** The channels by which customers are told: each is set up, tried and switched on here. */
export function MessageChannelsPage() {
  const reply = useRead(listMessageChannels, { querystring: { limit: '100' } })
  if (!reply.data)
    return reply.error ? <LoadFailure title="The channels could not be loaded" reply={reply} /> : <Loading />
  return (
    <Page
      title="Channels of messages"
      narrow
      actions={
        <>
          <Button to="/messages">Messages</Button>
          <Button to="/message_templates">Templates</Button>
        </>
      }
      subtitle={
        <Text tone="muted">
          A customer is told by the one they chose, or by the first of these that reaches them.
        </Text>
      }
    >
      <Stack gap={4}>
        {reply.data.results.map((setup) => (
          <Channel key={setup.id} setup={setup} />
        ))}
      </Stack>
    </Page>
  )
}

const hints = {
  email: 'By your mail server (SMTP).',
  sms: 'By any provider that takes a request over https.',
  whatsapp: 'By any provider of WhatsApp messages that takes a request over https.',
}

function factsOf({ email, provider, quiet_from, quiet_until }: MessageChannelSetup) {
  const quiet = quiet_from && quiet_until ? [{ name: 'Quiet', value: `${quiet_from} to ${quiet_until}` }] : []
  if (email)
    return [
      { name: 'Server', value: `${email.host}:${email.port}` },
      { name: 'From', value: `${email.from_name} <${email.from_email}>` },
      ...(email.dkim_domain ? [{ name: 'Signed for', value: email.dkim_domain }] : []),
      ...quiet,
    ]
  return provider ? [{ name: 'Provider', value: new URL(provider.url).host }, ...quiet] : quiet
}

function Channel({ setup }: { setup: MessageChannelSetup }) {
  const { channel, is_active, off_reason } = setup
  const [open, setOpen] = useState<'edit' | 'test'>()
  const close = () => setOpen(undefined)
  const write = useWrite(updateMessageChannel, [listMessageChannels, getMessageChannel])
  const act = useAct()
  const label = channelLabels[channel]
  const isSetUp = setup.email !== null || setup.provider !== null
  const set = (active: boolean) =>
    act({
      ...activation(active),
      name: label,
      record: setup,
      action: active ? 'Switch on' : 'Switch off',
      send: ({ id, version }) => write.mutateAsync({ params: { id }, body: { is_active: active, version } }),
      describe: channelChanges,
      done: active ? `${label} is on` : `${label} is off: nothing is sent by it`,
    })
  return (
    <Section
      title={label}
      aside={
        is_active ? (
          <Tag label="On" Icon={CheckCircle} tone="good" />
        ) : (
          <Tag label={isSetUp ? 'Off' : 'Not set up'} Icon={RemoveCircle} tone="off" />
        )
      }
    >
      <Stack gap={4}>
        {off_reason && <Alert severity="warning">{off_reason}</Alert>}
        {isSetUp ? <Facts facts={factsOf(setup)} /> : <Text tone="muted">{hints[channel]}</Text>}
        <Row gap={2} wrap>
          <Button
            aria-label={`${isSetUp ? 'Change' : 'Set up'} ${label}`}
            look={isSetUp ? 'secondary' : 'primary'}
            onClick={() => setOpen('edit')}
          >
            {isSetUp ? 'Change' : 'Set up'}
          </Button>
          {isSetUp && (
            <>
              <Button aria-label={`Send a test by ${label}`} onClick={() => setOpen('test')}>
                Send a test
              </Button>
              <Button
                aria-label={`Switch ${is_active ? 'off' : 'on'} ${label}`}
                loading={write.isPending}
                onClick={() => void set(!is_active)}
              >
                {is_active ? 'Switch off' : 'Switch on'}
              </Button>
            </>
          )}
        </Row>
        {setup.provider && <InboundAddress setup={setup} />}
      </Stack>
      {open === 'edit' &&
        (channel === 'email' ? (
          <EmailDialog setup={setup} onClose={close} />
        ) : (
          <ProviderDialog setup={setup} onClose={close} />
        ))}
      {open === 'test' && <TestDialog setup={setup} onClose={close} />}
    </Section>
  )
}
