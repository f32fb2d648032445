import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, text, Version } from '../values.ts'
import { languages } from './languages.ts'
import { factKinds } from './messageFacts.ts'

const Fact = z.enum(factKinds)
const MessageLanguage = z.enum(languages)

/** What customers are told of a fact, in one language. */
export const MessageTemplate = z
  .object({
    id: Id,
    fact: Fact,
    language: MessageLanguage,
    is_on: z.boolean(),
    /** Of an email. */
    subject: z.string(),
    body: z.string(),
    /** The text of an SMS or a WhatsApp message. */
    short: z.string(),
    version: Version,
  })
  .meta({ id: 'MessageTemplate' })
export type MessageTemplate = z.output<typeof MessageTemplate>

/** A subject is one line: a second one would be a header of its own. */
const oneLine = text(150).refine((line) => !/[\r\n]/.test(line), 'This must be one line')
export const templateTexts = { subject: oneLine, body: text(5000), short: text(600) }

export const listMessageTemplates = {
  method: 'GET',
  url: '/api/message-templates/',
  config: { access: 'admin', summary: 'List the templates of messages; query searches their texts.' },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      language: MessageLanguage.optional(),
    }),
    response: { 200: page(MessageTemplate) },
  },
} as const satisfies Endpoint

export const getMessageTemplate = {
  method: 'GET',
  url: '/api/message-templates/:id/',
  config: { access: 'admin', summary: 'One template.' },
  schema: { ...byId, response: { 200: MessageTemplate } },
} as const satisfies Endpoint

export const updateMessageTemplate = {
  method: 'PATCH',
  url: '/api/message-templates/:id/',
  config: {
    access: 'admin',
    summary: 'Change a template or switch it off. 400 names the placeholders that its fact has.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...MessageTemplate.shape, is_on: z.boolean(), ...templateTexts }).partial(),
    response: { 200: MessageTemplate },
  },
} as const satisfies Endpoint

export const MessagePreview = z
  .object({
    /** Whose message it is; null: there is no such record yet, and the placeholders stay. */
    about: z.string().nullable(),
    subject: z.string(),
    text: z.string(),
    short: z.string(),
  })
  .meta({ id: 'MessagePreview' })
export type MessagePreview = z.output<typeof MessagePreview>

export const previewTemplate = {
  method: 'POST',
  url: '/api/message-templates/preview/',
  config: {
    access: 'admin',
    opensTransactions: true,
    summary: 'A template filled with the newest record that it could tell of. Nothing is kept or sent.',
  },
  schema: {
    body: z.strictObject({ fact: Fact, language: MessageLanguage.default('en'), ...templateTexts }),
    response: { 200: MessagePreview },
  },
} as const satisfies Endpoint
