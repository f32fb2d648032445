import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { csv, page, paging } from './paging.ts'
import {
  asFlag,
  asNumber,
  byId,
  Day,
  DayOrTime,
  Id,
  Ids,
  optionalText,
  Phone,
  required,
  text,
  Version,
} from './values.ts'

/** A company whose vouchers the shop gives away. */
export const Client = z
  .object({
    id: Id,
    name: z.string(),
    /** Its phone number. */
    contact: z.string(),
    potential: z.string(),
    joined_on: Day,
    is_advertisible: z.boolean(),
    client_type: z.int(),
    /** JSON with city, state, country and pincode. */
    address: z.string(),
    /** Fewer available codes than this are low stock, once the company has had any. */
    low_stock_below: z.int(),
    low_stock: z.boolean(),
    /** `available`: neither purchased nor voided nor past their day. */
    vouchers: z.object({ groups: z.int(), codes: z.int(), available: z.int() }),
    version: Version,
  })
  .meta({ id: 'Client' })
export type Client = z.output<typeof Client>

/** What the JSON in `address` says. */
export const ClientAddress = z.strictObject({
  city: text(100),
  state: text(100),
  country: text(100),
  pincode: z
    .union([z.string(), z.int()], { error: required })
    .transform(String)
    .pipe(
      text(12)
        .regex(/^\d*$/, { error: 'Digits only', abort: true })
        .regex(/^\d{3,12}$/, 'A pin code has 3 to 12 digits'),
    ),
})
export type ClientAddress = z.output<typeof ClientAddress>

/**
 * What a form sends. The parts of the address may come as fields of their own, in the JSON of `address`, or both;
 * a field of its own wins.
 */
export const ClientForm = z.strictObject({
  name: text(200),
  contact: Phone,
  country: ClientAddress.shape.country.optional(),
  city: ClientAddress.shape.city.optional(),
  state: ClientAddress.shape.state.optional(),
  pincode: ClientAddress.shape.pincode.optional(),
  address: z.string().max(2000, 'At most 2000 characters').optional(),
  client_type: asNumber(
    z.int('This must be a whole number').min(0, 'At least 0').max(1_000_000, 'This is too much'),
  ),
  potential: optionalText(500).default(''),
  is_advertisible: asFlag.default(false),
  joined_on: DayOrTime.optional(),
  low_stock_below: asNumber(z.int('This must be a whole number').min(0, 'At least 0').max(1_000_000)).default(
    10,
  ),
})
export type ClientForm = z.input<typeof ClientForm>

export const listClients = {
  method: 'GET',
  url: '/api/clients/',
  config: { access: 'admin', summary: 'Client companies, newest first; query over name and contact.' },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, id: Id.optional() }),
    response: { 200: page(Client) },
  },
} as const satisfies Endpoint

export const getClient = {
  method: 'GET',
  url: '/api/clients/:id/',
  config: { access: 'admin', summary: 'One company.' },
  schema: { ...byId, response: { 200: Client } },
} as const satisfies Endpoint

export const createClient = {
  method: 'POST',
  url: '/api/clients/',
  config: {
    access: 'admin',
    multipart: 'or JSON',
    opensTransactions: true,
    summary: 'Add a client company: multipart or JSON; `address` is JSON in a text.',
  },
  schema: { form: ClientForm, response: { 201: Client } },
} as const satisfies Endpoint

export const updateClient = {
  method: 'POST',
  url: '/api/clients/update/',
  config: {
    access: 'admin',
    multipart: 'or JSON',
    opensTransactions: true,
    summary: 'Change a client company, whole or in part.',
  },
  schema: {
    querystring: z.strictObject({ client_id: Id }),
    form: z.strictObject({
      ...ClientForm.partial().shape,
      // Absent means as it is, not the default of a new one.
      potential: optionalText(500).optional(),
      is_advertisible: asFlag.optional(),
      low_stock_below: asNumber(z.int().min(0, 'At least 0').max(1_000_000)).optional(),
      id: Id.optional(),
      version: asNumber(Version).optional(),
      // Read-only: may be sent back. Whatever they say is not looked at, as the stock moves by itself meanwhile.
      vouchers: z.unknown().optional(),
      low_stock: z.unknown().optional(),
    }),
    response: { 200: Client },
  },
} as const satisfies Endpoint

export const deleteClients = {
  method: 'DELETE',
  url: '/api/clients/',
  config: {
    work: 'bulk',
    access: 'admin',
    summary: 'Delete client companies with their unsold codes: all or none. 409 where a code was purchased.',
  },
  schema: { querystring: z.strictObject({ client_id: Ids }), response: { 204: z.null() } },
} as const satisfies Endpoint
