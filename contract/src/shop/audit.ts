import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Day, Id, Time } from '../values.ts'

/** A table or an action, as the database names it. */
const Name = z.string().regex(/^[a-z_][a-z_ ]{0,62}$/, 'This is a name of small letters, such as orders')

const Values = z.record(z.string(), z.unknown()).nullable()

/** One change of one record, or one act such as signing in. */
export const AuditEntry = z
  .object({
    id: Id,
    at: Time,
    /** Who did it: a staff user or a super admin; null for a command that was run on the machine. */
    actor: Id.nullable(),
    actor_email: z.string().nullable(),
    actor_name: z.string().nullable(),
    action: z.string(),
    /** The kind of record: the name of its table. */
    entity: z.string(),
    entity_id: Id,
    /** Of a changed record the fields that changed, otherwise the whole record. */
    before: Values,
    after: Values,
    request_id: z.string().nullable(),
    /** Names of the records and people whose ids are in this entry, as far as they still exist. */
    names: z.record(z.string(), z.string()),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof AuditEntry>

export const listAudit = {
  method: 'GET',
  url: '/api/audit/',
  config: {
    access: 'admin',
    summary:
      'List who changed what and when, newest first. Days are those on which the change was made; secrets show as "hidden". A page more than 500,000 entries from both ends of the list is refused (400).',
  },
  schema: {
    querystring: z.strictObject({
      limit: paging.limit,
      offset: paging.offset,
      page: paging.page,
      page_size: paging.page_size,
      ...csv,
      ...ordering([], '', 'id: by the time of the change.'),
      entity: Name.optional(),
      entity_id: Id.optional(),
      actor: Id.optional(),
      action: Name.optional(),
      request_id: z.string().min(1).max(100).optional(),
      from_date: Day.optional(),
      to_date: Day.optional(),
    }),
    response: { 200: page(AuditEntry) },
  },
} as const satisfies Endpoint
