import type { PushMessage } from '@our-print/contract/shop/pushKinds.ts'
import webPush from 'web-push'
import type { Links } from '../../base/http/links.ts'
import type { Place } from '../../base/outgoing/place.ts'
import type { Answer, RequestSender } from '../../base/outgoing/sendRequest.ts'
import type { Target } from './push.queries.ts'
import { newsHours } from './push.queries.ts'
import type { PushKeys } from './pushKeys.ts'

type Sending = { sender: RequestSender; place: Place; links: Links; keys: PushKeys }

/** Sends a message to a device once, encrypted for it and signed with the server’s key. */
export async function sendPush(
  { sender, place, links, keys }: Sending,
  { endpoint, p256dh, auth }: Target,
  { id, kind, record, number, many }: PushMessage,
): Promise<Answer> {
  await place.check()
  const message: PushMessage = { id, kind, record, number, many }
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: { subject: subjectOf(links), ...keys },
      TTL: newsHours * 3600,
      urgency: 'high',
      // Of two that wait with the same name the push service keeps one.
      topic: id.replaceAll('-', ''),
    },
  )
  return sender.post(endpoint, headers, body ?? '')
}

/** Whom a push service may turn to. It takes an https address or one of mail. */
const subjectOf = ({ publicUrl }: Links) =>
  publicUrl.startsWith('https:') ? publicUrl : 'mailto:admin@ourprint.local'
