import { Webhook as Signature } from 'standardwebhooks'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { messageOf, type SentDelivery, type Tried } from './deliveries.queries.ts'

export type Target = { url: string; secrets: readonly string[] }

/** Sends a delivery once, signed with each valid secret by the Standard Webhooks specification. */
export async function tryDelivery(
  { sender, place }: Pick<Dependencies, 'sender' | 'place'>,
  { url, secrets }: Target,
  delivery: SentDelivery,
): Promise<Tried> {
  await place.check()
  const at = new Date()
  const body = JSON.stringify(messageOf(delivery))
  const { message_id } = delivery
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'OurPrint-Webhooks/1',
    'webhook-id': message_id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Signature(secret).sign(message_id, at, body)).join(' '),
  }
  const answer = await sender.post(url, headers, body)
  return { ...answer, id: delivery.id, at: at.toISOString(), url }
}
