import { z } from 'zod'
import type { Endpoint } from '../endpoint.ts'
import { csv, ordering, page, paging } from '../paging.ts'
import { Address, byId, Id, Time, Version } from '../values.ts'

/** Where a customer's orders are delivered. */
export const CustomerAddress = z
  .object({
    id: Id,
    address: Address,
    /** When an order last went there, or when it was entered. */
    used_at: Time,
    version: Version,
  })
  .meta({ id: 'CustomerAddress' })
export type CustomerAddress = z.output<typeof CustomerAddress>

export const listCustomerAddresses = {
  method: 'GET',
  url: '/api/users/:id/addresses/',
  config: {
    access: 'admin',
    summary: 'The addresses of a customer, the last used first; query searches them.',
  },
  schema: {
    ...byId,
    querystring: z.strictObject({ ...paging, ...csv, ...ordering(['used_at']) }),
    response: { 200: page(CustomerAddress) },
  },
} as const satisfies Endpoint

export const addCustomerAddress = {
  method: 'POST',
  url: '/api/users/:id/addresses/',
  config: {
    access: 'admin',
    summary: 'Enter an address of a customer; one that is known becomes the last used. Orders enter theirs.',
  },
  schema: { ...byId, body: Address, response: { 201: CustomerAddress } },
} as const satisfies Endpoint

export const getCustomerAddress = {
  method: 'GET',
  url: '/api/customer-addresses/:id/',
  config: { access: 'admin', summary: 'One address of a customer.' },
  schema: { ...byId, response: { 200: CustomerAddress } },
} as const satisfies Endpoint

export const updateCustomerAddress = {
  method: 'PATCH',
  url: '/api/customer-addresses/:id/',
  config: {
    access: 'admin',
    summary:
      'Correct an address of a customer; orders keep theirs. 409 if the customer has the new one, too.',
  },
  schema: {
    ...byId,
    body: z.strictObject({ ...CustomerAddress.partial().shape, address: Address.optional() }),
    response: { 200: CustomerAddress },
  },
} as const satisfies Endpoint

export const deleteCustomerAddress = {
  method: 'DELETE',
  url: '/api/customer-addresses/:id/',
  config: { access: 'admin', summary: 'Remove an address of a customer; orders keep theirs.' },
  schema: { ...byId, response: { 204: z.null() } },
} as const satisfies Endpoint
