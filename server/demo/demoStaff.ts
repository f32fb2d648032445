import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { Chance } from './chance.ts'
import { firstNames, lastNames } from './content/names.ts'

/** Delivery staff who have been there from the first day, all with the same password. */
export function makeStaff(count: number, firstDay: number, passwordHash: string) {
  const chance = new Chance('staff')
  const taken = new Map<string, number>()
  return Array.from({ length: count }, (_, index) => {
    const name = `${chance.pick(firstNames)} ${chance.pick(lastNames)}`
    const created = firstDay - chance.whole(30, 60) * 24 * hour
    const row = {
      id: chance.id(created),
      email: `${mailName(name, taken)}@ourprint.example`,
      full_name: name,
      mobile: `+91900000${9_000 + index}`,
      password_hash: passwordHash,
      created_at: new Date(created).toISOString(),
    }
    return row satisfies Row
  })
}

/** first.last, with a number when somebody has it already. */
export function mailName(name: string, taken: Map<string, number>): string {
  const plain = name.toLowerCase().replace(' ', '.')
  const times = (taken.get(plain) ?? 0) + 1
  taken.set(plain, times)
  return times === 1 ? plain : `${plain}${times}`
}
