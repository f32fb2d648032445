import { toE164 } from '../../base/database/phones.ts'
import type { Inbound } from '../messages/inboundAddress.queries.ts'

/** What a customer says by an answer, and from which number. */
export type Answer = { says: 'stop' | 'start'; mobile: string }

const words: Record<string, Answer['says']> = { STOP: 'stop', UNSUBSCRIBE: 'stop', START: 'start' }

/**
 * Reads what a provider reported, each number once, by what it said last: some report several messages at once, and the shop named
 * where the first one stands. Of anything else than STOP, UNSUBSCRIBE or START of a number no notice is taken.
 */
export function readAnswers(
  body: unknown,
  { sender_field, text_field }: Omit<Inbound, 'channel'>,
): readonly Answer[] {
  const whole = readAnswer(textAt(body, sender_field), textAt(body, text_field))
  const each = pathsOf(body, sender_field.split('.'), text_field.split('.')).map(([sender, text]) =>
    readAnswer(textIn(sender.reduce(inside, body)), textIn(text.reduce(inside, body))),
  )
  const answers = [whole, ...each].filter((answer) => answer !== undefined)
  // All that change these rows do so in this sequence.
  return [...new Map(answers.map((answer) => [answer.mobile, answer])).values()].toSorted((one, other) =>
    one.mobile < other.mobile ? -1 : 1,
  )
}

type Path = readonly string[]

/** The paths to number and text of each message: in a list that both paths name, that of each place instead of the first one. */
function pathsOf(body: unknown, sender: Path, text: Path, from = 0): (readonly [Path, Path])[] {
  const at = sender.findIndex((name, place) => place >= from && name === '0')
  const isShared = at >= 0 && sender.slice(0, at + 1).every((name, place) => name === text[place])
  const list = isShared ? sender.slice(0, at).reduce(inside, body) : undefined
  if (!Array.isArray(list)) return [[sender, text]]
  return list.flatMap((_, place) =>
    pathsOf(body, sender.with(at, String(place)), text.with(at, String(place)), at + 1),
  )
}

function readAnswer(sender: string | undefined, text: string | undefined): Answer | undefined {
  if (sender === undefined || text === undefined) return undefined
  const word = text.replace(/[^\p{L}\p{N}\s]/gu, '').trim()
  const says = Object.hasOwn(words, word.toUpperCase()) ? words[word.toUpperCase()] : undefined
  const mobile = says && readSender(sender)
  return says && mobile ? { says, mobile } : undefined
}

/** The text at a path such as `messages.0.from`; a form field may have dots in its name. */
const textAt = (body: unknown, path: string) =>
  textIn(inside(body, path) ?? path.split('.').reduce(inside, body))

const inside = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

const textIn = (found: unknown) =>
  typeof found === 'string' ? found : typeof found === 'number' ? String(found) : undefined

/** Providers write numbers with their country code, often without the plus sign, and WhatsApp’s with a prefix. */
function readSender(sender: string): string | undefined {
  const number = sender.trim().replace(/^(whatsapp|sms|tel):/i, '')
  return toE164(/^[1-9]\d{10,14}$/.test(number) ? `+${number}` : number)
}
