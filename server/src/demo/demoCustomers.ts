import type { Address } from '@our-print/contract/values.ts'
import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { Chance } from './chance.ts'
import { buildings, cities, streets } from './cities.ts'
import { mailName } from './demoStaff.ts'
import { firstNames, lastNames } from './names.ts'
import { customerNotes } from './remarks.ts'

export type DemoCustomer = {
  row: Row & { id: string }
  created: number
  name: string
  family: string
  address: Address
}

const day = 24 * hour

/** Customers in the order in which they came: half were there before the first day, the others joined since. */
export function makeCustomers(count: number, firstDay: number, lastDay: number): DemoCustomer[] {
  const chance = new Chance('customers')
  const [codes, remarks] = [new Chance('referral codes'), new Chance('customer notes')]
  const takenCodes = new Set<string>()
  const taken = new Map<string, number>()
  const joined = Array.from({ length: count }, (_, index) =>
    Math.floor(
      index < count / 2 ? chance.between(firstDay - 200 * day, firstDay) : chance.between(firstDay, lastDay),
    ),
  ).toSorted((a, b) => a - b)
  return joined.map((created, index) => {
    const first_name = chance.pick(firstNames)
    const family = chance.pick(lastNames)
    const name = `${first_name} ${family}`
    const email = `${mailName(name, taken)}@example.com`
    const row = {
      id: chance.id(created),
      first_name,
      last_name: family,
      email: chance.happens(0.9) ? email : null,
      mobile: mobile(index),
      notes: remarks.happens(0.15) ? remarks.pick(customerNotes) : '',
      referral_code: newCode(codes, takenCodes),
      created_at: new Date(created).toISOString(),
    }
    return { row, created, name, family, address: makeAddress(chance) }
  })
}

/** Numbers that nobody has; the believable ones among them are few, and no number begins with 00. */
const mobile = (index: number) =>
  index < 9_000 ? `+91900000${String(index).padStart(4, '0')}` : `+9100${String(index).padStart(8, '0')}`

// As new_referral_code() makes them, without letters that look alike.
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'.split('')

function newCode(chance: Chance, taken: Set<string>): string {
  const code = Array.from({ length: 8 }, () => chance.pick(codeLetters)).join('')
  if (taken.has(code)) return newCode(chance, taken)
  taken.add(code)
  return code
}

function makeAddress(chance: Chance): Address {
  const { city, state, localities } = chance.weighted(cities)
  const [locality, pincode] = chance.pick(localities)
  const building = chance.happens(0.6) ? `${chance.pick(buildings)}, ` : ''
  return {
    line1: `${chance.whole(1, 240)}, ${building}${chance.pick(streets)}`,
    line2: locality,
    city,
    state,
    country: 'India',
    pincode,
  }
}
