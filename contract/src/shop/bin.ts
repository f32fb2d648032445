import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { binKinds } from '../entityKinds.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, Ids, Time } from '../values.ts'

const BinKind = z.enum(binKinds)

/** Days until a deleted record is deleted for good. */
export const binDays = 30

/** The fields by which the bin can be sorted. */
export const binOrderings = ['deleted_at'] as const

/** A deleted record that can be restored. */
export const BinEntry = z
  .object({
    /** The id of the deleted record, which it has again when it is restored. */
    id: Id,
    kind: BinKind,
    /** The record's name when it was deleted. */
    name: z.string(),
    deleted_at: Time,
    /** The full name of who deleted it. */
    deleted_by: z.string().nullable(),
    /** From then on it cannot be restored. */
    expires_at: Time,
  })
  .meta({ id: 'BinEntry' })
export type BinEntry = z.output<typeof BinEntry>

export const listBin = {
  method: 'GET',
  url: '/api/bin/',
  config: {
    access: 'admin',
    summary: 'List what was deleted in the last 30 days, newest first by default; query searches the name.',
  },
  schema: {
    querystring: z.strictObject({ ...paging, ...ordering(binOrderings), ...csv, kind: BinKind.optional() }),
    response: { 200: page(BinEntry) },
  },
} as const satisfies Endpoint

export const getBinEntry = {
  method: 'GET',
  url: '/api/bin/:id/',
  config: { access: 'admin', summary: 'One deleted record.' },
  schema: { ...byId, response: { 200: BinEntry } },
} as const satisfies Endpoint

const refusals =
  '409 if its code or name was taken again, or its company is deleted; the message says what to do.'

export const restoreBinEntry = {
  method: 'POST',
  url: '/api/bin/:id/restore/',
  config: {
    access: 'admin',
    summary: `Restore a deleted record exactly as it was, with everything that belonged to it. ${refusals}`,
  },
  schema: { ...byId, response: { 200: BinEntry } },
} as const satisfies Endpoint

export const restoreBinEntries = {
  method: 'POST',
  url: '/api/bin/restore/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: `Restore up to 500 deleted records, all or none: undoes a deletion of many. ${refusals}`,
  },
  schema: {
    body: z.strictObject({ ids: Ids.refine((ids) => ids.length > 0, 'Choose at least one') }),
    response: { 200: z.object({ restored: z.int() }) },
  },
} as const satisfies Endpoint

export const deleteBinEntry = {
  method: 'DELETE',
  url: '/api/bin/:id/',
  config: {
    access: 'admin',
    secondPerson: true,
    summary: 'Delete a deleted record for good, before its 30 days are over.',
  },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
