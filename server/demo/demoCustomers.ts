import type { Address } from '@our-print/contract/values.ts'
import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { buildings, cities, streets } from './content/cities.ts'
import { firstNames, lastNames } from './content/names.ts'
import { customerNotes } from './content/remarks.ts'
import { mailName } from './demoStaff.ts'
import { Random } from './random.ts'

export type DemoCustomer = {
  row: Row & { id: string }
  created: number
  name: string
  family: string
  address: Address
  /** Has the same address as the customer before or after. */
  isFlatmate: boolean
  /** Was created within the days of the demo, with an order. */
  isNewcomer: boolean
}

const day = 24 * hour

/** The last customers came yesterday and the day before, so that they have open orders. */
const justNow = 3

/** Positions of new customers who have the address of the one before them. */
const flatmates = [4, 9, 14, 19]

/** Customers by creation time: half of them before the first day of the demo. */
export function makeCustomers(count: number, firstDay: number, lastDay: number): DemoCustomer[] {
  const random = new Random('customers')
  const [codes, remarks] = [new Random('referral codes'), new Random('customer notes')]
  const takenCodes = new Set<string>()
  const taken = new Map<string, number>()
  const half = Math.ceil(count / 2)
  const joined = Array.from({ length: count }, (_, index) => {
    if (index < half) return Math.floor(random.uniform(firstDay - 200 * day, firstDay))
    const from = index < count - justNow ? firstDay : lastDay - 2 * day
    return Math.floor(random.uniform(from, lastDay))
  }).toSorted((a, b) => a - b)
  let address = makeAddress(random)
  return joined.map((created, index) => {
    const first_name = random.pick(firstNames)
    const family = random.pick(lastNames)
    const name = `${first_name} ${family}`
    const email = `${mailName(name, taken)}@example.com`
    const row = {
      id: random.id(created),
      first_name,
      last_name: family,
      email: random.happens(0.9) ? email : null,
      mobile: mobile(index),
      notes: remarks.happens(0.15) ? remarks.pick(customerNotes) : '',
      referral_code: newCode(codes, takenCodes),
      created_at: new Date(created).toISOString(),
    }
    const place = index - half
    const own = makeAddress(random)
    if (!flatmates.includes(place)) address = own
    const isFlatmate = flatmates.includes(place) || flatmates.includes(place + 1)
    return { row, created, name, family, address, isFlatmate, isNewcomer: place >= 0 }
  })
}

/** Numbers that do not exist: no area code begins with 10. */
const mobile = (index: number) =>
  index < 9_000 ? `+91900000${String(index).padStart(4, '0')}` : `+9110${String(index).padStart(8, '0')}`

// As in new_referral_code(): no letters that look alike.
const codeLetters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'.split('')

function newCode(random: Random, taken: Set<string>): string {
  const code = Array.from({ length: 8 }, () => random.pick(codeLetters)).join('')
  if (taken.has(code)) return newCode(random, taken)
  taken.add(code)
  return code
}

function makeAddress(random: Random): Address {
  const { city, state, localities } = random.weighted(cities)
  const [locality, pincode] = random.pick(localities)
  const building = random.happens(0.6) ? `${random.pick(buildings)}, ` : ''
  return {
    line1: `${random.whole(1, 240)}, ${building}${random.pick(streets)}`,
    line2: locality,
    city,
    state,
    country: 'India',
    pincode,
  }
}
