import { ClientAddress, type ClientForm } from '@our-print/contract/clients.ts'
import type { z } from 'zod'
import { asFields } from '../http/form.ts'
import { invalid, invalidFields } from '../http/problem.ts'

type Parts = Partial<ClientAddress>
type Sent = Partial<Pick<z.output<typeof ClientForm>, 'address' | keyof ClientAddress>>

/**
 * The address that a form means: its fields win over the JSON in `address`, and that over what is known already.
 * Whatever is wrong or missing is told by the name of its own field.
 */
export function mergeAddress(
  { address, city, state, country, pincode }: Sent,
  known: Parts = {},
): ClientAddress {
  const fields = Object.entries({ city, state, country, pincode }).filter(([, value]) => value !== undefined)
  const whole = { ...known, ...(address ? readJson(address) : {}), ...Object.fromEntries(fields) }
  const merged = ClientAddress.safeParse(whole)
  if (!merged.success) throw invalidFields(merged.error.issues.flatMap((issue) => asFields(issue, 'address')))
  return merged.data
}

function readJson(text: string): object {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('address', 'This is not JSON with city, state, country and pincode')
  }
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
