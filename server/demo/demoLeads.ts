import type { Row } from './bulkLoad.queries.ts'
import { addDays, type Day, hour, opening } from './calendar.ts'
import { followUpNotes, leadMessages, lostNotes, wonNotes } from './content/leadMessages.ts'
import { firstNames, lastNames } from './content/names.ts'
import type { DemoCompany } from './demoCompanies.ts'
import type { DemoCustomer } from './demoCustomers.ts'
import { Random } from './random.ts'

type People = {
  admin: string | null
  staff: string[]
  customers: readonly DemoCustomer[]
  /** The company that one lead became. */
  company: DemoCompany | undefined
}

// The age of each lead in days and its status; the newest are not answered yet.
const leadStories = [
  ...[1, 1, 1, 2, 2, 3, 4, 6].map((ago) => ({ ago, status: 'new' })),
  ...[3, 5, 6, 8, 9, 12, 17].map((ago) => ({ ago, status: 'contacted' })),
  ...[10, 15, 21, 30, 38, 52].map((ago) => ({ ago, status: 'won' })),
  ...[19, 26, 41, 58].map((ago) => ({ ago, status: 'lost' })),
]

/** The lead that became a company. */
const companyLead = leadStories.findLastIndex(({ status }) => status === 'won')

/** Leads from the website. Won leads are customers or a company; one person wrote twice. */
export function makeLeads(days: readonly Day[], { admin, staff, customers, company }: People): Row[] {
  const random = new Random('leads')
  const today = days.at(-1) as Day
  const owners = admin === null ? staff : [admin, admin, ...staff.slice(0, 2)]
  const taken = new Set<string>()
  const rows = leadStories.map(({ ago, status }, index) => {
    const at = Math.floor(today.starts - ago * 24 * hour + opening + random.uniform(0, 11) * hour)
    const { subject, message } = leadMessages[index % leadMessages.length] as (typeof leadMessages)[number]
    const became = index === companyLead ? company?.row : undefined
    const customer = status === 'won' && !became ? wonCustomer(customers, at, taken) : undefined
    const name = customer?.name ?? `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const followsUp = status === 'contacted' || (status === 'new' && random.happens(0.2))
    const [hasMail, hasMobile] = random.pick([
      [true, true],
      [true, false],
      [false, true],
    ] as const)
    const email = `${name.toLowerCase().replace(' ', '.')}.${index}@example.com`
    return {
      id: random.id(at),
      name,
      email: customer ? (customer.row['email'] ?? null) : hasMail ? email : null,
      mobile: customer
        ? (customer.row['mobile'] ?? null)
        : (became?.contact ?? (hasMobile ? `+91900001${String(index).padStart(4, '0')}` : null)),
      subject,
      message,
      status,
      note: noteOf(random, status),
      follow_up_on: followsUp ? addDays(today.date, random.whole(-1, 5)) : null,
      owner: status === 'new' ? null : random.pick(owners),
      user_id: customer?.row.id ?? null,
      client_id: became?.id ?? null,
      created_at: new Date(at).toISOString(),
      version: status === 'new' ? 1 : 2,
    }
  })
  const [again, first] = rows
  // The second message of the person who wrote twice.
  if (again && first) Object.assign(again, { name: first.name, email: first.email, mobile: first.mobile })
  return rows satisfies Row[]
}

/** The first customer created after this time who belongs to no other lead. */
function wonCustomer(customers: readonly DemoCustomer[], at: number, taken: Set<string>) {
  const found = customers.find(({ created, row }) => created > at && !taken.has(row.id))
  if (found) taken.add(found.row.id)
  return found
}

const notes: Record<string, readonly string[]> = { contacted: followUpNotes, won: wonNotes, lost: lostNotes }

function noteOf(random: Random, status: string): string {
  const possible = notes[status]
  return possible ? random.pick(possible) : ''
}
