import { orderStatuses } from '@our-print/contract/orders/orderMoves.ts'
import type { Order, OrderUpdate } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'
import { type Role, useApi } from '../../test/api.ts'
import { buildOrder, buildStaff, buildUser } from '../../test/build.ts'

// What every change means for every order, by everyone: the file beside this test says it line by line. A line that changes
// is a decision, not a detail.

const api = useApi()
const stale = 99

/** The orders as they can stand; 'theirs' is an order of the staff user who asks, or of another one. */
const states = {
  confirmed: { status: 'confirmed' },
  'assigned, theirs': { status: 'assigned', of: 'staff' },
  'assigned, of another': { status: 'assigned', of: 'other' },
  'out for delivery, theirs': { status: 'out-for-delivery', of: 'staff' },
  'out for delivery, of another': { status: 'out-for-delivery', of: 'other' },
  'delivered now, theirs': { status: 'delivered', of: 'staff' },
  'delivered an hour ago, theirs': { status: 'delivered', of: 'staff', ago: 60 },
  'delivered now, of a deactivated one': { status: 'delivered', of: 'inactive' },
  cancelled: { status: 'cancelled' },
} as const
type State = { status: Order['status']; of?: 'staff' | 'other' | 'inactive'; ago?: number }

const assignees = ['nobody named', 'null', 'staff', 'other', 'inactive', 'a super admin'] as const
type Case = { wanted: string; body: OrderUpdate }

test('every change of every order by everyone does what it is listed to do', async () => {
  const { id: customer } = await buildUser(api.db)
  const inactive = (await buildStaff(api.db)).id
  const people = {
    staff: api.people.staff.id,
    other: api.people['other staff'].id,
    inactive,
    'a super admin': api.people.admin.id,
  }
  const nameOf = (id: string | null) => Object.entries(people).find(([, each]) => each === id)?.[0] ?? id
  const cases = casesWith(people)

  const build = async ({ status, of, ago = 0 }: State) => {
    const order = await buildOrder(api.db, {
      status,
      user: customer,
      ...(of && { assigned_user: people[of] }),
      ...(ago > 0 && { delivered_at: new Date(Date.now() - ago * 60_000).toISOString() }),
    })
    return order.id
  }
  /** What became of an order, in a few words. */
  const outcome = async (id: string, role: Role, body: OrderUpdate) => {
    const reply = await api.as(role).patch(`/api/all-orders/${id}/`, body)
    if (reply.statusCode !== 200) {
      const { code, errors } = reply.json()
      return [reply.statusCode, code, errors?.[0].context.key].filter(Boolean).join(' ')
    }
    const [row] = await api.db`
      select status, assigned_user, attempts, version, assigned_at is not null as assigned,
        out_for_delivery_at is not null as out, delivered_at is not null as delivered, cancelled_at is not null as cancelled,
        (select coalesce(from_status, '') || '→' || to_status || coalesce(' “' || note || '”', '') from order_history
          where order_id = o.id and from_status is not null order by id desc limit 1) as history
      from orders o where id = ${id}`
    if (!row || row['version'] === 1) return '200, nothing happens'
    const timestamps = ['assigned', 'out', 'delivered', 'cancelled'].filter((mark) => row[mark])
    const who = nameOf(row['assigned_user'] as string | null)
    return `200 ${row['history']}, of ${who ?? 'nobody'}, attempts ${row['attempts']}${timestamps.map((mark) => `, ${mark}`).join('')}`
  }

  const lines: string[] = []
  for (const [name, state] of Object.entries(states)) {
    for (const role of ['admin', 'staff'] as const) {
      lines.push('', `## ${name}, asked by ${role}`)
      // Only an active one can be given an order; one who has a delivered order may be deactivated.
      await api.db`update staff_users set version = version + 1, is_active = true where id = ${inactive}`
      const ids = await Promise.all(cases.map(() => build(state)))
      await api.db`update staff_users set version = version + 1, is_active = false where id = ${inactive}`
      const results = await Promise.all(cases.map(({ body }, at) => outcome(ids[at] ?? '', role, body)))
      const found = Map.groupBy(cases, (_, at) => results[at] ?? '')
      for (const [result, some] of found)
        lines.push('', `${result}:`, some.map(({ wanted }) => wanted).join('; '))
    }
  }
  await expect(`${lines.join('\n').trim()}\n`).toMatchFileSnapshot('./everyMove.txt')
})

/** Every status with every assignee, with and without a note, and in an older version. */
function casesWith(people: Record<'staff' | 'other' | 'inactive' | 'a super admin', string>): Case[] {
  return [undefined, ...orderStatuses].flatMap((status) =>
    assignees.flatMap((assignee) => {
      const assigned_user =
        assignee === 'nobody named' ? {} : { assigned_user: assignee === 'null' ? null : people[assignee] }
      const change = { ...(status && { status }), ...assigned_user }
      const wanted = `${status ?? 'no status'}${assignee === 'nobody named' ? '' : `, for ${assignee}`}`
      return [
        { wanted, body: change },
        { wanted: `${wanted}, with a note`, body: { ...change, note: 'Why' } },
        { wanted: `${wanted}, older version`, body: { ...change, note: 'Why', version: stale } },
      ]
    }),
  )
}
