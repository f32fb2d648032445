import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { asText, onOff, yesNo } from '../../base/format/format.ts'

export const securities = [
  { value: 'starttls', label: 'STARTTLS (587)' },
  { value: 'tls', label: 'TLS (465)' },
  { value: 'none', label: 'None' },
]
export const bodyFormats = [
  { value: 'json', label: 'JSON' },
  { value: 'form', label: 'Form' },
]
const labelOf = (options: typeof securities, value: string | undefined) =>
  options.find((option) => option.value === value)?.label

const facts: readonly (readonly [what: string, of: (setup: MessageChannelSetup) => string | undefined])[] = [
  ['Status', ({ is_active }) => onOff(is_active)],
  ['Mail server', ({ email }) => email?.host],
  ['Port', ({ email }) => email?.port.toString()],
  ['Security', ({ email }) => labelOf(securities, email?.security)],
  ['User name', ({ email }) => email?.username],
  ['Sender', ({ email }) => email?.from_name],
  ['Address of the sender', ({ email }) => email?.from_email],
  ['Answers go to', ({ email }) => email?.reply_to],
  ['Domain of the signature (DKIM)', ({ email }) => email?.dkim_domain],
  ['Selector', ({ email }) => email?.dkim_selector],
  ['Private key of the signature', ({ has_dkim_key }) => yesNo(has_dkim_key)],
  ['Address', ({ provider }) => provider?.url],
  ['Secret', ({ has_secret }) => yesNo(has_secret)],
  ['Headers', ({ provider }) => provider?.headers.map(({ name, value }) => `${name}: ${value}`).join(', ')],
  ['Body', ({ provider }) => labelOf(bodyFormats, provider?.body_type)],
  ['Text of the body', ({ provider }) => provider?.body],
  ['An accepted message’s answer has', ({ provider }) => provider?.accepted],
  [
    'The provider drops a second message with one id',
    ({ provider }) => (provider ? yesNo(provider.repeats_safely) : undefined),
  ],
  ['Answers', (setup) => answersText(setup)],
  ['Quiet', (setup) => quietText(setup)],
]

/** The changes between the version of a channel that the person saw and the current one. */
export const channelChanges = (seen: MessageChannelSetup, current: MessageChannelSetup) =>
  differences(facts.map(([what, of]) => [what, of(seen) ?? '', of(current) ?? '']))

const answersText = ({ sender_field, text_field }: MessageChannelSetup) => `${sender_field}, ${text_field}`

const quietText = ({ quiet_from, quiet_until }: MessageChannelSetup) =>
  quiet_from ? `${quiet_from} to ${quiet_until}` : asText('never')

/** The quiet hours as they are typed. */
export const quietOf = ({ quiet_from, quiet_until }: MessageChannelSetup) => ({
  quiet_from: quiet_from ?? '',
  quiet_until: quiet_until ?? '',
})

/** What is sent: an empty time is none, and an empty secret stays as it is. */
export const sentOf = ({
  quiet_from,
  quiet_until,
  secret,
  ...rest
}: {
  quiet_from: string
  quiet_until: string
  secret: string
}) => ({
  ...rest,
  quiet_from: quiet_from || null,
  quiet_until: quiet_until || null,
  ...(secret && { secret }),
})
