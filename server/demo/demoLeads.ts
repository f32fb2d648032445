import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import { Chance } from './chance.ts'
import { enquiries, followUpNotes, lostNotes, wonNotes } from './content/enquiries.ts'
import { firstNames, lastNames } from './content/names.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoCustomer } from './demoCustomers.ts'

type People = {
  admin: string | null
  staff: string[]
  customers: readonly DemoCustomer[]
  /** What one of them became. */
  company: DemoCompany | undefined
}

// How many days ago someone wrote, and what became of it: the newest wait.
const stories = [
  ...[1, 1, 1, 2, 2, 3, 4, 6].map((ago) => ({ ago, status: 'new' })),
  ...[3, 5, 6, 8, 9, 12, 17].map((ago) => ({ ago, status: 'contacted' })),
  ...[10, 15, 21, 30, 38, 52].map((ago) => ({ ago, status: 'won' })),
  ...[19, 26, 41, 58].map((ago) => ({ ago, status: 'lost' })),
]

/** Asked for menu cards, and joined with the vouchers of a café of their own. */
const companyStory = stories.findLastIndex(({ status }) => status === 'won')

/** People who wrote through the website. Those who were won are customers now, or a company; one wrote twice. */
export function makeLeads(days: readonly Day[], { admin, staff, customers, company }: People): Row[] {
  const chance = new Chance('leads')
  const today = days.at(-1) as Day
  const owners = admin === null ? staff : [admin, admin, ...staff.slice(0, 2)]
  const taken = new Set<string>()
  const rows = stories.map(({ ago, status }, index) => {
    const at = Math.floor(today.starts - ago * 24 * hour + opening + chance.between(0, 11) * hour)
    const { subject, message } = enquiries[index % enquiries.length] as (typeof enquiries)[number]
    const became = index === companyStory ? company?.row : undefined
    const customer = status === 'won' && !became ? wonCustomer(customers, at, taken) : undefined
    const name = customer?.name ?? `${chance.pick(firstNames)} ${chance.pick(lastNames)}`
    const followsUp = status === 'contacted' || (status === 'new' && chance.happens(0.2))
    const [hasMail, hasMobile] = chance.pick([
      [true, true],
      [true, false],
      [false, true],
    ] as const)
    const email = `${name.toLowerCase().replace(' ', '.')}.${index}@example.com`
    return {
      id: chance.id(at),
      name,
      email: customer ? (customer.row['email'] ?? null) : hasMail ? email : null,
      mobile: customer
        ? (customer.row['mobile'] ?? null)
        : (became?.contact ?? (hasMobile ? `+91900001${String(index).padStart(4, '0')}` : null)),
      subject,
      message,
      status,
      note: noteOf(chance, status),
      follow_up_on: followsUp ? addDays(today.date, chance.whole(-1, 5)) : null,
      owner: status === 'new' ? null : chance.pick(owners),
      user_id: customer?.row.id ?? null,
      client_id: became?.id ?? null,
      created_at: new Date(at).toISOString(),
      version: status === 'new' ? 1 : 2,
    }
  })
  const [again, first] = rows
  // The one of yesterday asks again what they asked before.
  if (again && first) Object.assign(again, { name: first.name, email: first.email, mobile: first.mobile })
  return rows satisfies Row[]
}

/** The first who joined after this moment and was not won by another lead. */
function wonCustomer(customers: readonly DemoCustomer[], at: number, taken: Set<string>) {
  const found = customers.find(({ created, row }) => created > at && !taken.has(row.id))
  if (found) taken.add(found.row.id)
  return found
}

const notes: Record<string, readonly string[]> = { contacted: followUpNotes, won: wonNotes, lost: lostNotes }

function noteOf(chance: Chance, status: string): string {
  const possible = notes[status]
  return possible ? chance.pick(possible) : ''
}
