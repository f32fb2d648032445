import { languageNames, languages } from '@our-print/contract/customer/languages.ts'
import {
  getMessageChoice,
  type MessageChoice,
  updateMessageChoice,
} from '@our-print/contract/customer/messageChoice.ts'
import { type MessageChannel, messageChannels } from '@our-print/contract/customer/messageFacts.ts'
import { useRead, useWrite } from '../../base/api/api.ts'
import { useAct } from '../../base/dialog/useAct.tsx'
import { PartFailure } from '../../base/feedback/PartFailure.tsx'
import { formatDate } from '../../base/format/format.ts'
import { Section } from '../../base/page/Page.tsx'
import { Switch } from '../../base/ui/Checkbox.tsx'
import { SelectField } from '../../base/ui/Input.tsx'
import { Stack } from '../../base/ui/Layout.tsx'
import { Text } from '../../base/ui/Text.tsx'
import { channelLabels } from './messageTexts.tsx'

/** How a customer is told of things: the channel, their consent, what is off and why. */
export default function CustomerMessages({ user }: { user: string }) {
  const reply = useRead(getMessageChoice, { params: { id: user } })
  return (
    <Section title="Messages">
      {reply.data ? (
        <Choice choice={reply.data} />
      ) : reply.error ? (
        <PartFailure reply={reply} />
      ) : (
        <Text tone="muted">Loading …</Text>
      )}
    </Section>
  )
}

const options = [
  { value: '', label: 'Whatever reaches them' },
  ...messageChannels.map((value) => ({ value, label: channelLabels[value] })),
  { value: 'none', label: 'No messages' },
]

const languageOptions = [
  { value: '', label: 'The shop’s language' },
  ...languages.map((value) => ({ value, label: languageNames[value] })),
]

const reasons: Record<MessageChoice['off'][number]['reason'], string> = {
  asked: 'switched off by the shop',
  unsubscribed: 'stopped by the customer',
  stopped: 'the customer answered STOP',
  refused: 'the address was refused',
}

function Choice({ choice }: { choice: MessageChoice }) {
  const write = useWrite(updateMessageChoice, [getMessageChoice])
  const act = useAct()
  const { user, channel, language, consent, off, version } = choice
  const save = (body: Parameters<typeof write.mutateAsync>[0]['body'], done: string) =>
    void act({ send: () => write.mutateAsync({ params: { id: user }, body: { ...body, version } }), done })
  const isOff = new Set(off.map((one) => one.channel))

  function switchChannel(one: MessageChannel, on: boolean) {
    const next = messageChannels.filter((each) => (each === one ? !on : isOff.has(each)))
    save({ off: next }, `${channelLabels[one]} is ${on ? 'on' : 'off'} for this customer`)
  }

  return (
    <Stack gap={4}>
      <SelectField
        label="Told by"
        options={options}
        value={channel ?? ''}
        disabled={write.isPending}
        onChange={(value) =>
          save({ channel: (value || null) as MessageChoice['channel'] }, 'Saved how this customer is told')
        }
      />
      <SelectField
        label="Language"
        options={languageOptions}
        value={language ?? ''}
        disabled={write.isPending}
        onChange={(value) =>
          save({ language: (value || null) as MessageChoice['language'] }, 'Saved the language of messages')
        }
      />
      <Stack gap={2}>
        {messageChannels.map((one) => {
          const blocked = off.find((each) => each.channel === one)
          return (
            <Switch
              key={one}
              label={channelLabels[one]}
              hint={blocked && offText(blocked)}
              checked={!blocked}
              disabled={write.isPending}
              onChange={({ target }) => switchChannel(one, target.checked)}
            />
          )
        })}
        <Switch
          label="Plans and coins, too"
          hint="They agreed to messages that are not about an order"
          checked={consent}
          disabled={write.isPending}
          onChange={({ target }) => save({ consent: target.checked }, 'Consent saved')}
        />
      </Stack>
    </Stack>
  )
}

const offText = ({ reason, said, at }: MessageChoice['off'][number]) =>
  `Off since ${formatDate(at)}: ${reasons[reason]}${said ? `. ${said}` : ''}`
