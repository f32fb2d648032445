import { ClientAddress, type ClientForm } from '@our-print/contract/rewards/clients.ts'
import type { z } from 'zod'
import { asFields } from '../../base/http/form.ts'
import { invalid, invalidFields } from '../../base/http/problem.ts'

type Parts = Partial<ClientAddress>
type AddressFields = Partial<Pick<z.output<typeof ClientForm>, 'address' | keyof ClientAddress>>

/**
 * The address of a form: its separate fields win over the JSON in `address`, and that wins over the current address.
 * An error names the field that is invalid or missing.
 */
export function mergeAddress(
  { address, city, state, country, pincode }: AddressFields,
  current: Parts = {},
): ClientAddress {
  const fields = Object.entries({ city, state, country, pincode }).filter(([, value]) => value !== undefined)
  const combined = { ...current, ...(address ? parseObject(address) : {}), ...Object.fromEntries(fields) }
  const merged = ClientAddress.safeParse(combined)
  if (!merged.success) throw invalidFields(merged.error.issues.flatMap((issue) => asFields(issue, 'address')))
  return merged.data
}

function parseObject(text: string): object {
  const value = parseJson(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('address', 'This is not JSON with city, state, country and pincode')
  }
  return value
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
