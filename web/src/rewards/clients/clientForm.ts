import type { Client } from '@our-print/contract/rewards/clients.ts'
import type { z } from 'zod'
import { lazyFile } from '../../base/feedback/lazyPart.tsx'
import { useContractForm } from '../../base/form/contractForm.tsx'
import { today } from '../../base/format/format.ts'
import type { clientSchema } from './clientSchema.ts'
import { addressOf } from './clientTexts.ts'

/** The fields of the form: numbers are text until the schema parses them. */
export type ClientFields = {
  name: string
  contact: string
  country: string
  state: string
  city: string
  pincode: string
  client_type: string
  potential: string
  is_advertisible: boolean
  joined_on: string | null
  low_stock_below: string
  agreed_price: string
}

const schema = lazyFile(async () => (await import('./clientSchema.ts')).clientSchema)

export type CheckedClient = z.output<typeof clientSchema>

export const useClientForm = (defaultValues: ClientFields) =>
  useContractForm(schema, {
    defaultValues,
    // A cleared day is null, which the schema would not report as missing.
    prepare: (fields) => ({ ...fields, joined_on: fields.joined_on ?? '' }),
  })

export const newClient = (): ClientFields => ({
  name: '',
  contact: '',
  country: 'India',
  state: '',
  city: '',
  pincode: '',
  client_type: '',
  potential: '',
  is_advertisible: false,
  joined_on: today(),
  low_stock_below: '10',
  agreed_price: '0',
})

/** The form's fields of a stored record. */
export const fieldsOf = (client: Client): ClientFields => ({
  name: client.name,
  contact: client.contact,
  ...addressOf(client),
  client_type: String(client.client_type),
  potential: client.potential,
  is_advertisible: client.is_advertisible,
  joined_on: client.joined_on,
  low_stock_below: String(client.low_stock_below),
  agreed_price: String(client.agreed_price),
})

/** The request body: the address as fields and again as JSON text, as the product's clients send it. */
export const formOf = (client: CheckedClient) => {
  const { city, state, country, pincode } = client
  return { ...client, address: JSON.stringify({ city, state, country, pincode }) }
}
