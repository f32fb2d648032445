import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import { cities } from './content/cities.ts'
import { type Company, companies, companyOfLead } from './content/companies.ts'
import { Random } from './random.ts'

export type DemoCompany = {
  row: Row & { id: string; contact: string; name: string; agreed_price: number }
  facts: Company
}

/** The companies; the last one was created from a lead. */
export function makeCompanies(days: readonly Day[]): DemoCompany[] {
  const random = new Random('companies')
  const today = days.at(-1) as Day
  return [...companies, companyOfLead].map((facts, index) => {
    const { name, client_type, potential, joined, isAdvertisable = false, low_stock_below = 10 } = facts
    const created = Math.floor(today.starts - joined * 24 * hour + opening + random.uniform(1, 9) * hour)
    const row = {
      id: random.id(created),
      name,
      contact: `+91900002${String(index).padStart(4, '0')}`,
      potential,
      joined_on: addDays(today.date, -joined),
      is_advertisible: isAdvertisable,
      client_type,
      address: JSON.stringify(addressOf(facts)),
      low_stock_below,
      agreed_price: Math.round((facts.agreed_price ?? 0) * 100),
      created_at: new Date(created).toISOString(),
    }
    return { row, facts }
  })
}

function addressOf({ city, locality }: Company) {
  const found = cities.find((known) => known.city === city)
  const [, pincode] = found?.localities.find(([name]) => name === locality) ?? []
  if (!found || !pincode) throw new Error(`${locality} in ${city} has no pin code`)
  return { city, state: found.state, country: 'India', pincode }
}
