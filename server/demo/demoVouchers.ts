import { codeAlphabet } from '@our-print/contract/vouchers.ts'
import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import { Chance } from './chance.ts'
import type { Offer } from './content/companies.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoImages } from './demoImages.ts'

export type DemoGroup = ReturnType<typeof makeGroup>

type Shop = { companies: DemoCompany[]; images: DemoImages; admin: string | null; mostCodes: number }

/** Every company's groups of codes; what a company sent as a file has the import that brought it, too. */
export function makeVouchers(days: readonly Day[], { companies, images, admin, mostCodes }: Shop) {
  const chance = new Chance('vouchers')
  const today = days.at(-1) as Day
  const groups = companies.flatMap(({ row, facts }) =>
    facts.offers.map((offer) => makeGroup(chance, row.id, offer, { images, today, mostCodes })),
  )
  const imports = groups.flatMap(({ row, codes }) =>
    row.import_id === null
      ? []
      : {
          id: row.import_id,
          client_id: row.client_id,
          file_name: 'codes.csv',
          expiry_date: row.expiry_date,
          imported: codes.length,
          skipped_count: 0,
          at: row.created_on,
          by: admin,
        },
  )
  return { groups, imports: imports satisfies Row[] }
}

type Place = { images: DemoImages; today: Day; mostCodes: number }

function makeGroup(chance: Chance, client_id: string, offer: Offer, { images, today, mostCodes }: Place) {
  const created = Math.floor(today.starts - offer.made * 24 * hour + opening + chance.between(1, 9) * hour)
  const row = {
    id: chance.id(created),
    client_id,
    voucher_detail: offer.detail,
    cost: offer.cost * 100,
    expiry_date: addDays(today.date, offer.ends),
    image_id: offer.picture ? images[offer.picture].id : null,
    is_single: offer.codes === 1,
    import_id: offer.isImported ? chance.id(created) : null,
    created_on: new Date(created).toISOString(),
  } satisfies Row
  // A file may bring as many as it likes; what was typed in by hand is as large in every shop.
  const count = offer.isImported ? Math.max(offer.codes, mostCodes) : offer.codes
  return { row, offer, codes: makeCodes(chance, row, offer.prefix, count, created) }
}

const letters = codeAlphabet.split('')

function makeCodes(
  chance: Chance,
  { id, client_id }: { id: string; client_id: string },
  prefix: string,
  count: number,
  created: number,
) {
  const taken = new Set<string>()
  while (taken.size < count) {
    taken.add(`${prefix}-${Array.from({ length: 6 }, () => chance.pick(letters)).join('')}`)
  }
  // A millisecond apart, so that the oldest free code is the next one of this list.
  return [...taken].map((voucher_code, index) => ({
    id: chance.id(created + index),
    voucher_info_id: id,
    client_id,
    voucher_code,
    is_assigned: false,
    is_active: true,
    version: 1,
  }))
}
