// No schemas here: the browser reads it on every screen.

/**
 * What a person may be allowed to do, beside what delivery staff do with their own orders. `abilityEndpoints.ts` says
 * which endpoints each one opens.
 */
export const abilities = [
  'orders',
  'prices',
  'discounts',
  'payments',
  'invoices',
  'cash',
  'coins',
  'vouchers',
  'floor',
  'assign',
  'customers',
  'exports',
  'configuration',
  'staff',
  'keys',
  'audit',
] as const
export type Ability = (typeof abilities)[number]

/** A person, as far as it matters to what they may do. A super admin has all abilities. */
export type Able = { is_superuser: boolean; abilities?: readonly Ability[] }

export const can = ({ is_superuser, abilities: own = [] }: Able, ability: Ability): boolean =>
  is_superuser || own.includes(ability)

/** Whether everything that the other person may do is something that this one may do. */
export const hasAllOf = (person: Able, other: Able): boolean =>
  person.is_superuser || (!other.is_superuser && (other.abilities ?? []).every((each) => can(person, each)))
