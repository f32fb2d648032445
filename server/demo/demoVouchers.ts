import { codeAlphabet } from '@our-print/contract/rewards/vouchers.ts'
import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import type { Offer } from './content/companies.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoImages } from './demoImages.ts'
import { Random } from './random.ts'

export type DemoGroup = ReturnType<typeof makeGroup>

type Shop = { companies: DemoCompany[]; images: DemoImages; admin: string | null; maxVouchers: number }

/** The voucher groups of all companies; imported groups have an import too. */
export function makeVouchers(days: readonly Day[], { companies, images, admin, maxVouchers }: Shop) {
  const random = new Random('vouchers')
  const today = days.at(-1) as Day
  const groups = companies.flatMap(({ row, facts }) =>
    facts.offers.map((offer) => makeGroup(random, row, offer, { images, today, maxVouchers })),
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

type Place = { images: DemoImages; today: Day; maxVouchers: number }

function makeGroup(
  random: Random,
  company: DemoCompany['row'],
  offer: Offer,
  { images, today, maxVouchers }: Place,
) {
  const created = Math.floor(today.starts - offer.made * 24 * hour + opening + random.uniform(1, 9) * hour)
  const row = {
    id: random.id(created),
    client_id: company.id,
    voucher_detail: offer.detail,
    cost: offer.cost * 100,
    expiry_date: addDays(today.date, offer.ends),
    image_id: offer.picture ? images[offer.picture].id : null,
    is_single: offer.codes === 1,
    import_id: offer.isImported ? random.id(created) : null,
    created_on: new Date(created).toISOString(),
  } satisfies Row
  // Imported groups grow with the shop; groups entered by hand do not.
  const count = offer.isImported ? Math.max(offer.codes, maxVouchers) : offer.codes
  return {
    row,
    offer,
    agreed_price: company.agreed_price,
    codes: makeCodes(random, row, offer.prefix, count, created),
  }
}

const letters = codeAlphabet.split('')

function makeCodes(
  random: Random,
  { id, client_id }: { id: string; client_id: string },
  prefix: string,
  count: number,
  created: number,
) {
  const taken = new Set<string>()
  while (taken.size < count) {
    taken.add(`${prefix}-${Array.from({ length: 6 }, () => random.pick(letters)).join('')}`)
  }
  // A millisecond apart, because the oldest available voucher is sold first.
  return [...taken].map((voucher_code, index) => ({
    id: random.id(created + index),
    voucher_info_id: id,
    client_id,
    voucher_code,
    is_assigned: false,
    is_active: true,
    version: 1,
  }))
}
