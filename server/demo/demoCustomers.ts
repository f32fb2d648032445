import type { Address } from '@our-print/contract/values.ts'
import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { Chance } from './chance.ts'
import { buildings, cities, streets } from './content/cities.ts'
import { firstNames, lastNames } from './content/names.ts'
import { customerNotes } from './content/remarks.ts'
import { mailName } from './demoStaff.ts'

export type DemoCustomer = {
  row: Row & { id: string }
  created: number
  name: string
  family: string
  address: Address
  /** Shares an address with the one who came before or after. */
  isFlatmate: boolean
  /** Came while the shop was there, with an order. */
  isNewcomer: boolean
}

const day = 24 * hour

/** The last few came yesterday and the day before, so that something of theirs is still open. */
const justNow = 3

/** Among those who joined, by their place: these live with the one before them. */
const flatmates = [4, 9, 14, 19]

/** Customers in the order in which they came: half were there before the first day, the others joined since. */
export function makeCustomers(count: number, firstDay: number, lastDay: number): DemoCustomer[] {
  const chance = new Chance('customers')
  const [codes, remarks] = [new Chance('referral codes'), new Chance('customer notes')]
  const takenCodes = new Set<string>()
  const taken = new Map<string, number>()
  const half = Math.ceil(count / 2)
  const joined = Array.from({ length: count }, (_, index) => {
    if (index < half) return Math.floor(chance.between(firstDay - 200 * day, firstDay))
    const from = index < count - justNow ? firstDay : lastDay - 2 * day
    return Math.floor(chance.between(from, lastDay))
  }).toSorted((a, b) => a - b)
  let address = makeAddress(chance)
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
    const place = index - half
    const own = makeAddress(chance)
    if (!flatmates.includes(place)) address = own
    const isFlatmate = flatmates.includes(place) || flatmates.includes(place + 1)
    return { row, created, name, family, address, isFlatmate, isNewcomer: place >= 0 }
  })
}

/** Numbers that nobody has; the believable ones among them are few, and no town's code begins with 10. */
const mobile = (index: number) =>
  index < 9_000 ? `+91900000${String(index).padStart(4, '0')}` : `+9110${String(index).padStart(8, '0')}`

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
