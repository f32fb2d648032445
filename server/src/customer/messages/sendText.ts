import type { ProviderSettings } from '@our-print/contract/customer/messageChannels.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import type { Answer } from '../../base/outgoing/sendRequest.ts'
import type { Outcome } from './sendEmail.ts'

export type Provider = ProviderSettings & { secret: string | null }
/** `id` is the same in each try of a message. */
export type ShortMessage = { to: string; text: string; id: string }

/** Tells a provider of a message by the request that the shop described. */
export async function sendText(
  { place, sender }: Pick<Dependencies, 'place' | 'sender'>,
  provider: Provider,
  message: ShortMessage,
): Promise<Outcome> {
  await place.check()
  const values = { ...message, secret: provider.secret ?? '' }
  const isJson = provider.body_type === 'json'
  const body = fill(provider.body, values, isJson ? inJson : encodeURIComponent)
  const headers = Object.fromEntries([
    ['content-type', isJson ? 'application/json' : 'application/x-www-form-urlencoded'],
    ['user-agent', 'OurPrint-Messages/1'],
    ...provider.headers.map(
      ({ name, value }) => [name.toLowerCase(), fill(value, values, inHeader)] as const,
    ),
  ])
  return outcomeOf(await sender.post(provider.url, headers, body), provider.accepted)
}

const fill = (template: string, values: Record<string, string>, write: (value: string) => string) =>
  template.replace(/\{(to|text|id|secret)\}/g, (_, name: string) => write(values[name] ?? ''))

const inJson = (value: string) => JSON.stringify(value).slice(1, -1)
/** No line ends, and nothing beyond Latin-1: Node refuses both. */
const inHeader = (value: string) => value.replace(/[^\x20-\x7e]/g, '')

/** Statuses with which a server says that somebody else, or it itself later, may take what it did not. */
const later = new Set([401, 403, 404, 408, 409, 425, 429, 503])

function outcomeOf({ status, error, text, reached, retryAfter }: Answer, accepted: string): Outcome {
  const said = [
    status !== null && `${status}`,
    error !== null && status === null && error,
    text.replace(/\s+/g, ' ').trim(),
  ]
    .filter(Boolean)
    .join(' ')
    .slice(0, 500)
  if (status === null) return { outcome: reached ? 'unknown' : 'later', said }
  if (error === null)
    return text.includes(accepted)
      ? { outcome: 'sent', said }
      : { outcome: 'refused', said: `Not the answer of an accepted message: ${said}`.slice(0, 500) }
  if (status === 429) return { outcome: 'later', said, retryAfter }
  if (status < 400 || later.has(status)) return { outcome: 'later', said }
  // A server that failed on its way, or a gateway that had no answer, does not know what became of it.
  return { outcome: status >= 500 ? 'unknown' : 'refused', said }
}
