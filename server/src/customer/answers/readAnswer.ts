import { toE164 } from '../../base/database/phones.ts'
import type { Inbound } from '../messages/inboundAddress.queries.ts'

/** What a customer says by an answer, and from which number. */
export type Answer = { says: 'stop' | 'start'; mobile: string }

const words: Record<string, Answer['says']> = { STOP: 'stop', UNSUBSCRIBE: 'stop', START: 'start' }

/** Reads what a provider reported; undefined where it is anything else than STOP, UNSUBSCRIBE or START of a number. */
export function readAnswer(
  body: unknown,
  { sender_field, text_field }: Omit<Inbound, 'channel'>,
): Answer | undefined {
  const [sender, text] = [textAt(body, sender_field), textAt(body, text_field)]
  if (sender === undefined || text === undefined) return undefined
  const word = text.replace(/[^\p{L}\p{N}\s]/gu, '').trim()
  const says = Object.hasOwn(words, word.toUpperCase()) ? words[word.toUpperCase()] : undefined
  const mobile = says && readSender(sender)
  return says && mobile ? { says, mobile } : undefined
}

/** The text at a path such as `messages.0.from`; a form field may have dots in its name. */
function textAt(body: unknown, path: string): string | undefined {
  const inside = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? (value as Record<string, unknown>)[name]
      : undefined
  const found = inside(body, path) ?? path.split('.').reduce(inside, body)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined
}

/** Providers write numbers with their country code, often without the plus sign, and WhatsApp’s with a prefix. */
function readSender(sender: string): string | undefined {
  const number = sender.trim().replace(/^(whatsapp|sms|tel):/i, '')
  return toE164(/^[1-9]\d{10,14}$/.test(number) ? `+${number}` : number)
}
