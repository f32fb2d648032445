import type { MessageChannelSetup } from '@our-print/contract/customer/messageChannels.ts'
import { differences } from '../../base/api/useUpdate.ts'
import { asText, onOff } from '../../base/format/format.ts'

/** The changes between the version of a channel that the person saw and the current one. */
export const channelChanges = (seen: MessageChannelSetup, current: MessageChannelSetup) =>
  differences([
    ['Status', onOff(seen.is_active), onOff(current.is_active)],
    [
      'Server',
      seen.email?.host ?? seen.provider?.url ?? '',
      current.email?.host ?? current.provider?.url ?? '',
    ],
    ['Answers', answersText(seen), answersText(current)],
    ['Quiet', quietText(seen), quietText(current)],
  ])

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
