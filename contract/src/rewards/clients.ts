import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
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
  Rupees,
  required,
  text,
  Version,
} from '../values.ts'

/** A business whose vouchers customers buy with coins. */
export const Client = z
  .object({
    id: Id,
    name: z.string(),
    /** Phone number. */
    contact: z.string(),
    potential: z.string(),
    joined_on: Day,
    is_advertisible: z.boolean(),
    client_type: z.int(),
    /** JSON with city, state, country and pincode. */
    address: z.string(),
    /** The stock is low when fewer codes than this are available and the company has any codes at all. */
    low_stock_below: z.int(),
    low_stock: z.boolean(),
    /** Due to the company for each code that is sold from now on, in rupees. */
    agreed_price: z.number(),
    /** `available`: free, active and not expired. */
    vouchers: z.object({ groups: z.int(), codes: z.int(), available: z.int() }),
    version: Version,
  })
  .meta({ id: 'Client' })
export type Client = z.output<typeof Client>

/** The JSON in `address`. */
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
 * The body of create and update. The address may come as separate fields, as JSON in `address`, or both; a separate
 * field wins.
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
  agreed_price: asNumber(Rupees).default(0),
})
export type ClientForm = z.input<typeof ClientForm>

/** What the list of companies can be sorted by. */
export const clientOrderings = ['joined_on', 'name'] as const

export const listClients = {
  method: 'GET',
  url: '/api/clients/',
  config: { access: 'admin', summary: 'List companies, newest first; query searches name and contact.' },
  schema: {
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(clientOrderings), id: Id.optional() }),
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
    summary: 'Create a company: multipart or JSON; `address` is JSON in a string.',
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
    summary: 'Update all or some fields of a company.',
  },
  schema: {
    querystring: z.strictObject({ client_id: Id }),
    form: z.strictObject({
      ...ClientForm.partial().shape,
      // An absent field keeps its value; the defaults are for new companies.
      potential: optionalText(500).optional(),
      is_advertisible: asFlag.optional(),
      low_stock_below: asNumber(z.int().min(0, 'At least 0').max(1_000_000)).optional(),
      agreed_price: asNumber(Rupees).optional(),
      id: Id.optional(),
      version: asNumber(Version).optional(),
      // Read-only and ignored when sent back: the stock may have changed since it was read.
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
    summary:
      'Delete companies with their unsold codes, all or none; they stay in the bin for 30 days. 409 if one of them sold a code.',
  },
  schema: { querystring: z.strictObject({ client_id: Ids }), response: { 204: z.null() } },
} as const satisfies Endpoint
