import type { Language } from '@our-print/contract/customer/languages.ts'
import { type MessageFact, whyNotTemplate } from '@our-print/contract/customer/messageFacts.ts'
import type { MessagePreview, MessageTemplate } from '@our-print/contract/customer/messageTemplates.ts'
import type { Ordering } from '@our-print/contract/paging.ts'
import type { Db } from '../../base/database/db.ts'
import { defineList, sequenceOf } from '../../base/database/pages.ts'
import { contains } from '../../base/database/search.ts'
import { changedFields, lockRecord, refuseChangedFields } from '../../base/database/versions.ts'
import type { Links } from '../../base/http/links.ts'
import { fieldError, invalidFields, notFound } from '../../base/http/problem.ts'
import { textsIn } from '../languages/texts.ts'
import { renderMessage } from './renderMessage.ts'
import { findExample, valuesOf } from './toldRecords.queries.ts'

type Filter = { query?: string; language?: Language; ordering?: Ordering }

const columns = (db: Db) => db`t.id, t.fact, t.language, t.is_on, t.subject, t.body, t.short, t.version`

export const { select, list } = defineList<Filter, MessageTemplate>((db, { query, language, ordering }) => ({
  select: db`select ${columns(db)} from message_templates t`,
  from: db`message_templates t`,
  where: db`where true ${language ? db`and t.language = ${language}` : db``} ${
    query
      ? db`and ${contains(db, db`search_text(t.fact || E'\n' || t.subject || E'\n' || t.body || E'\n' || t.short)`, query)}`
      : db``
  }`,
  id: db`t.id`,
  sequence: sequenceOf(ordering, {}, db`t.id`, 'id'),
}))

export async function get(db: Db, id: string): Promise<MessageTemplate> {
  const [template] = await db<
    MessageTemplate[]
  >`select ${columns(db)} from message_templates t where t.id = ${id}`
  if (!template) throw notFound('Template')
  return template
}

const texts = ['subject', 'body', 'short'] as const
type Texts = Record<(typeof texts)[number], string>

function refuseUnknown(fact: MessageFact, sent: Partial<Texts>): void {
  const errors = texts.flatMap((field) => {
    const reason = sent[field] === undefined ? undefined : whyNotTemplate(fact, sent[field], field)
    return reason === undefined ? [] : [fieldError(field, reason)]
  })
  if (errors.length > 0) throw invalidFields(errors)
}

export async function update(db: Db, id: string, patch: Partial<MessageTemplate>): Promise<MessageTemplate> {
  const { version, is_on, subject, body, short, ...readOnly } = patch
  const current = await lockRecord(db, { table: 'message_templates', name: 'Template', get }, id, version)
  refuseChangedFields(readOnly, current)
  const changed = changedFields({ is_on, subject, body, short }, current)
  refuseUnknown(current.fact, changed)
  if (Object.keys(changed).length === 0) return current
  await db`update message_templates set version = version + 1, ${db(changed)} where id = ${id}`
  return get(db, id)
}

/** A template filled with the newest record that it could tell of. */
export async function preview(
  db: Db,
  links: Links,
  { fact, language, ...template }: Texts & { fact: MessageFact; language: Language },
): Promise<MessagePreview> {
  refuseUnknown(fact, template)
  const record = await findExample(db, fact)
  if (!record) return { about: null, subject: template.subject, text: template.body, short: template.short }
  const words = textsIn(language)
  const values = valuesOf(record, links.to('/o/…'), words)
  const { subject, text, short } = renderMessage(fact, template, values, words)
  return { about: record.customer, subject, text, short }
}

/** What messages are written of. */
export type Template = Texts & { version: number; is_on: boolean }

export async function readTemplates(db: Db): Promise<Map<string, Template>> {
  const rows = await db<(Template & { fact: string; language: string })[]>`
    select fact, language, is_on, subject, body, short, version from message_templates`
  return new Map(rows.map((row) => [`${row.fact} ${row.language}`, row]))
}
