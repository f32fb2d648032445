import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Email, Id, optionalText, Said, text, Version } from '../values.ts'
import { isWebAddress } from '../webAddress.ts'
import { messageChannels } from './messageFacts.ts'

export const smtpSecurities = ['tls', 'starttls', 'none'] as const
export const bodyTypes = ['json', 'form'] as const

const line = (max: number) => optionalText(max).refine((one) => !/[\r\n]/.test(one), 'This must be one line')
const HostName = text(253).regex(/^[a-zA-Z0-9.:-]+$/, 'This is not the name of a server')
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'This is not a time of day (HH:MM)')

/** How emails are sent. */
export const EmailSettings = z.strictObject({
  host: HostName,
  port: z.int({ error: 'This must be a whole number' }).min(1).max(65_535),
  security: z.enum(smtpSecurities),
  username: line(200),
  from_name: line(100),
  from_email: Email,
  reply_to: z.union([Email, z.literal('')]),
  /** Of the signature (DKIM); both empty: none. */
  dkim_domain: z.union([HostName, z.literal('')]),
  dkim_selector: z.union([
    z.string().regex(/^[a-zA-Z0-9._-]{1,63}$/, 'This is not a selector'),
    z.literal(''),
  ]),
})
export type EmailSettings = z.output<typeof EmailSettings>

/** What a provider's request can name. */
export const requestPlaceholders = ['to', 'text', 'id', 'secret'] as const
const request = /\{(?!(?:to|text|id|secret)\})[a-z_]+\}/
const known = (value: string) => !request.test(value)
const unknown = `Only these are filled in: ${requestPlaceholders.map((each) => `{${each}}`).join(', ')}`

const ProviderUrl = text(2048)
  .refine(isWebAddress, 'This is not an https:// address')
  .refine((url) => !/[{}]/.test(url), 'Nothing is filled into an address')
  .refine((url) => !URL.canParse(url) || new URL(url).username + new URL(url).password === '', {
    error: 'An address has no user or password here: put them into a header',
  })

/** The request by which a provider is told of a message. */
export const ProviderSettings = z.strictObject({
  url: ProviderUrl,
  headers: z
    .array(
      z.strictObject({
        name: text(100).regex(/^[!#$%&'*+.^_`|~0-9a-zA-Z-]+$/, 'This is not the name of a header'),
        value: line(500).refine(known, unknown),
      }),
    )
    .max(10, 'At most 10 headers'),
  body_type: z.enum(bodyTypes),
  body: text(4000).refine(known, unknown),
  /** Text that the answer to an accepted message contains; if empty, every status from 200 to 299 is accepted. */
  accepted: optionalText(200),
  /** The provider sends a message with an id that it has had no second time: what is uncertain is tried again. */
  repeats_safely: z.boolean(),
})
export type ProviderSettings = z.output<typeof ProviderSettings>

const answered = <T extends Record<string, z.ZodType>>(shape: T) => z.object(shape).nullable()

/** The name of a field that a provider sends. */
export const InboundField = text(100).regex(/^[\w.[\]-]+$/, 'This is not the name of a field')

/** A channel of messages. `settings` is null until it is set up; secrets are never answered. */
export const MessageChannelSetup = z
  .object({
    id: Id,
    channel: z.enum(messageChannels),
    is_active: z.boolean(),
    email: answered({
      host: z.string(),
      port: z.int(),
      security: z.enum(smtpSecurities),
      username: z.string(),
      from_name: z.string(),
      from_email: z.string(),
      reply_to: z.string(),
      dkim_domain: z.string(),
      dkim_selector: z.string(),
    }),
    provider: answered({
      url: z.string(),
      headers: z.array(z.object({ name: z.string(), value: z.string() })),
      body_type: z.enum(bodyTypes),
      body: z.string(),
      accepted: z.string(),
      repeats_safely: z.boolean(),
    }),
    has_secret: z.boolean(),
    has_dkim_key: z.boolean(),
    /** Between these times of the shop nothing is sent; null: always. */
    quiet_from: z.string().nullable(),
    quiet_until: z.string().nullable(),
    /** Why the shop itself switched it off. */
    off_reason: Said.nullable(),
    /** What its provider calls the number and the text of an answer; with dots inside of JSON. */
    sender_field: z.string(),
    text_field: z.string(),
    version: Version,
  })
  .meta({ id: 'MessageChannelSetup' })
export type MessageChannelSetup = z.output<typeof MessageChannelSetup>

export const listMessageChannels = {
  method: 'GET',
  url: '/api/message-channels/',
  config: { access: 'admin', summary: 'The channels of messages, without their secrets.' },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering() }),
    response: { 200: page(MessageChannelSetup) },
  },
} as const satisfies Endpoint

export const getMessageChannel = {
  method: 'GET',
  url: '/api/message-channels/:id/',
  config: { access: 'admin', summary: 'One channel, without its secrets.' },
  schema: { ...byId, response: { 200: MessageChannelSetup } },
} as const satisfies Endpoint

const Secret = text(1000).nullable().meta({
  description: 'Kept encrypted and never answered. Null removes it; left out, it stays.',
})
const DkimKey = text(8000)
  .refine((key) => key.includes('PRIVATE KEY-----'), 'This is not a private key (PEM)')
  .nullable()
  .meta({ description: 'The private key of the signature, as PEM; kept as the secret is.' })

export const updateMessageChannel = {
  method: 'PATCH',
  url: '/api/message-channels/:id/',
  config: {
    access: 'admin',
    secret: true,
    summary: 'Set a channel up, or switch it on or off. Another server or address needs the secret again.',
  },
  schema: {
    ...byId,
    body: z
      .strictObject({
        ...MessageChannelSetup.shape,
        is_active: z.boolean(),
        email: EmailSettings.nullable(),
        provider: ProviderSettings.nullable(),
        secret: Secret,
        dkim_key: DkimKey,
        quiet_from: ClockTime.nullable(),
        quiet_until: ClockTime.nullable(),
        sender_field: InboundField,
        text_field: InboundField,
      })
      .partial(),
    response: { 200: MessageChannelSetup },
  },
} as const satisfies Endpoint

/** What came of a test. */
export const ChannelTest = z
  .object({ is_accepted: z.boolean(), said: Said })
  .meta({ id: 'MessageChannelTest' })
export type ChannelTest = z.output<typeof ChannelTest>

export const testMessageChannel = {
  method: 'POST',
  url: '/api/message-channels/:id/test/',
  config: {
    access: 'admin',
    work: 'outside',
    opensTransactions: true,
    summary: 'Send a test by a channel as it is set up, and tell what the server or provider answered.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ to: text(254) }),
    response: { 200: ChannelTest },
  },
} as const satisfies Endpoint
