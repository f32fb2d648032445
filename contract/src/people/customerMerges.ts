import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { byId, Id, Time } from '../values.ts'
import { User } from './customers.ts'

/** For so many days a merge can be undone. */
export const mergeUndoDays = 30

/** What hangs on a customer and moves with a merge. */
export const mergedKinds = [
  'orders',
  'plans',
  'vouchers',
  'payments',
  'coin_entries',
  'coupon_uses',
  'referrals',
  'addresses',
  'leads',
] as const
export type MergedKind = (typeof mergedKinds)[number]

const Moved = z.partialRecord(z.enum(mergedKinds), z.int()).meta({ id: 'MovedRecords' })

/** A merge of two customers who are one person. */
export const CustomerMerge = z
  .object({
    id: Id,
    /** The customer who has the records of both. */
    kept: Id,
    kept_name: z.string(),
    /** The customer who is no longer there. */
    merged: Id,
    merged_name: z.string(),
    merged_mobile: z.string(),
    merged_email: z.string().nullable(),
    /** How many records of each kind were moved. */
    moved: Moved,
    at: Time,
    by: z.string().nullable(),
    /** Until then it can be undone. */
    undo_until: Time,
    undone_at: Time.nullable(),
    can_undo: z.boolean(),
  })
  .meta({ id: 'CustomerMerge' })
export type CustomerMerge = z.output<typeof CustomerMerge>

export const previewMerge = {
  method: 'GET',
  url: '/api/users/:id/merge/',
  config: {
    access: 'admin',
    summary: 'What a merge would do: both customers, and how many records of `other` would move to this one.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ other: Id }),
    response: { 200: z.object({ kept: User, other: User, moves: Moved }).meta({ id: 'MergePreview' }) },
  },
} as const satisfies Endpoint

export const mergeCustomers = {
  method: 'POST',
  url: '/api/users/:id/merge/',
  config: {
    access: 'admin',
    summary: `Merge \`other\` into this customer: all that hangs on it moves, and it is no longer there; a search for its phone number or email finds this one. Tags and notes are joined, an email is taken over where there was none. Can be undone for ${mergeUndoDays} days.`,
  },
  schema: { ...byId, body: z.strictObject({ other: Id }), response: { 201: CustomerMerge } },
} as const satisfies Endpoint

export const listCustomerMerges = {
  method: 'GET',
  url: '/api/customer-merges/',
  config: {
    access: 'admin',
    summary: 'List merges of customers, newest first; query searches the name of who was merged.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(),
      kept: Id.optional(),
      merged: Id.optional(),
    }),
    response: { 200: page(CustomerMerge) },
  },
} as const satisfies Endpoint

export const getCustomerMerge = {
  method: 'GET',
  url: '/api/customer-merges/:id/',
  config: { access: 'admin', summary: 'One merge of two customers.' },
  schema: { ...byId, response: { 200: CustomerMerge } },
} as const satisfies Endpoint

export const undoCustomerMerge = {
  method: 'POST',
  url: '/api/customer-merges/:id/undo/',
  config: {
    access: 'admin',
    summary:
      'Undo a merge: the merged customer is back with all that was moved. What is newer than the merge stays, as `stayed` counts. 409 when it was undone before, is too old, or its coins, claims, phone number or email are in use.',
  },
  schema: {
    ...byId,
    response: {
      200: CustomerMerge.extend({
        /** Orders taken in since, and records that somebody gave to another customer: these stay. */
        stayed: z.object({ new_orders: z.int(), changed: z.int() }),
      }).meta({ id: 'UndoneMerge' }),
    },
  },
} as const satisfies Endpoint
