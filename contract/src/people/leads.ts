import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { ClientForm } from '../rewards/clients.ts'
import { byId, Day, Email, Id, Mobile, optionalText, Time, text, Version } from '../values.ts'

export const leadStatuses = ['new', 'contacted', 'won', 'lost'] as const
const LeadStatus = z.enum(leadStatuses)

/** A message from the website's form, or what someone said on the phone. */
export const Lead = z
  .object({
    id: Id,
    name: z.string(),
    email: z.string().nullable(),
    mobile: z.string().nullable(),
    subject: z.string(),
    message: z.string(),
    status: LeadStatus,
    note: z.string(),
    follow_up_on: Day.nullable(),
    owner: Id.nullable(),
    owner_data: z.object({ id: Id, full_name: z.string() }).nullable(),
    /** The customer that the lead became. */
    user: Id.nullable(),
    /** The company that the lead became. */
    client: Id.nullable(),
    /**
     * Customers and other leads with the same email or mobile, except the customer that this lead became; null for an API
     * key, which may send leads but look nobody up.
     */
    doubles: z.array(z.object({ kind: z.enum(['customer', 'lead']), id: Id, name: z.string() })).nullable(),
    created_at: Time,
    version: Version,
  })
  .meta({ id: 'Lead' })
export type Lead = z.output<typeof Lead>

/** What the list of leads can be sorted by. */
export const leadOrderings = ['created_at', 'name'] as const

export const listLeads = {
  method: 'GET',
  url: '/api/contact_us/',
  config: {
    access: 'admin',
    summary: 'List leads, newest first; query searches name, email, mobile, subject and message.',
  },
  schema: {
    querystring: z.strictObject({
      ...paging,
      ...csv,
      ...ordering(leadOrderings),
      status: LeadStatus.optional(),
      owner: Id.optional(),
      /** Only leads to follow up on this day or before. */
      follow_up_until: Day.optional(),
    }),
    response: { 200: page(Lead) },
  },
} as const satisfies Endpoint

const messageFields = {
  name: text(200),
  email: z.union([Email, z.literal('').transform(() => null), z.null()]).default(null),
  mobile: z.union([Mobile, z.literal('').transform(() => null), z.null()]).default(null),
  subject: optionalText(200).default(''),
  message: text(5000),
}

const canBeAnswered = ({ email, mobile }: { email: string | null; mobile: string | null }) =>
  email !== null || mobile !== null
const unanswerable = {
  path: ['email'],
  message: 'An email address or a mobile number is needed to answer',
}

export const createLead = {
  method: 'POST',
  url: '/api/contact_us/',
  config: {
    access: 'public',
    summary: 'Create a lead from the website’s contact form; needs an email or a mobile.',
  },
  schema: {
    body: z
      .strictObject({
        ...messageFields,
        /** A honeypot: people do not see this field. */
        website: z.string().max(2000).optional(),
      })
      .refine(canBeAnswered, unanswerable),
    response: { 201: z.object({ id: Id, created_at: Time }) },
  },
} as const satisfies Endpoint

export const enterLead = {
  method: 'POST',
  url: '/api/leads/',
  config: {
    access: 'admin',
    record: '/api/contact_us/:id/',
    summary: 'Create a lead from a call or a visit; needs an email or a mobile.',
  },
  schema: {
    body: z.strictObject(messageFields).refine(canBeAnswered, unanswerable),
    response: { 201: Lead },
  },
} as const satisfies Endpoint

export const getLead = {
  method: 'GET',
  url: '/api/contact_us/:id/',
  config: { access: 'admin', summary: 'One lead.' },
  schema: { ...byId, response: { 200: Lead } },
} as const satisfies Endpoint

export const updateLead = {
  method: 'PATCH',
  url: '/api/contact_us/:id/',
  config: { access: 'admin', summary: 'Update the status, note, follow-up day or owner of a lead.' },
  schema: {
    ...byId,
    body: z.strictObject({ ...Lead.partial().shape, note: optionalText(2000).optional() }),
    response: { 200: Lead },
  },
} as const satisfies Endpoint

export const deleteLead = {
  method: 'DELETE',
  url: '/api/contact_us/:id/',
  config: { access: 'admin', summary: 'Delete a lead; it stays in the bin for 30 days.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint

export const winAsCustomer = {
  method: 'POST',
  url: '/api/contact_us/:id/customer/',
  config: {
    access: 'admin',
    summary: 'Win a lead: create a customer, or link the existing one with the same mobile.',
  },
  schema: {
    ...byId,
    body: z.strictObject({
      first_name: text(100),
      last_name: optionalText(100).default(''),
      mobile: Mobile,
      email: z.union([Email, z.literal('').transform(() => null), z.null()]).default(null),
    }),
    response: { 201: Lead },
  },
} as const satisfies Endpoint

export const winAsCompany = {
  method: 'POST',
  url: '/api/contact_us/:id/company/',
  config: { access: 'admin', summary: 'Win a lead: create a company.' },
  schema: { ...byId, body: ClientForm, response: { 201: Lead } },
} as const satisfies Endpoint
