import type { Row } from './bulkLoad.queries.ts'
import { hour } from './calendar.ts'
import { firstNames, lastNames } from './content/names.ts'
import { Random } from './random.ts'

/** Staff users, created on the first day, all with the same password. */
export function makeStaff(count: number, firstDay: number, passwordHash: string) {
  const random = new Random('staff')
  const taken = new Map<string, number>()
  return Array.from({ length: count }, (_, index) => {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const created = firstDay - random.whole(30, 60) * 24 * hour
    const row = {
      id: random.id(created),
      email: `${mailName(name, taken)}@ourprint.example`,
      full_name: name,
      mobile: `+91900000${9_000 + index}`,
      password_hash: passwordHash,
      created_at: new Date(created).toISOString(),
    }
    return row satisfies Row
  })
}

/** first.last, with a number if it is already taken. */
export function mailName(name: string, taken: Map<string, number>): string {
  const plain = name.toLowerCase().replace(' ', '.')
  const times = (taken.get(plain) ?? 0) + 1
  taken.set(plain, times)
  return times === 1 ? plain : `${plain}${times}`
}
