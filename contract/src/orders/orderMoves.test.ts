import { expect, test } from 'vitest'
import { allowedTransitions, findMove, type OrderStatus, orderStatuses, undoOf } from './orderMoves.ts'

const admin = { is_superuser: true }
const staff = { is_superuser: false }
const now = Date.parse('2026-11-21T12:00:00Z')
const delivered = (secondsAgo: number) => ({
  status: 'delivered' as const,
  delivered_at: new Date(now - secondsAgo * 1000).toISOString(),
})

// Written out from the specification, not derived from the table.
const table: [OrderStatus, OrderStatus[], OrderStatus[]][] = [
  ['confirmed', ['assigned', 'cancelled'], []],
  ['assigned', ['confirmed', 'assigned', 'out-for-delivery', 'cancelled'], ['out-for-delivery']],
  ['out-for-delivery', ['assigned', 'delivered', 'cancelled'], ['assigned', 'delivered']],
  ['delivered', ['out-for-delivery'], []],
  ['cancelled', [], []],
]

test.each(table)('from %s', (status, byAdmin, byStaff) => {
  expect(allowedTransitions(admin, { status, delivered_at: null }, now)).toEqual(byAdmin)
  expect(allowedTransitions(staff, { status, delivered_at: null }, now)).toEqual(byStaff)
})

test('a staff user can reopen a delivered order for ten minutes, a super admin always', () => {
  const may = (actor: typeof staff, seconds: number) =>
    allowedTransitions(actor, delivered(seconds), now).includes('out-for-delivery')
  expect([0, 599, 600, 601, 86_400].map((seconds) => may(staff, seconds))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
  expect(may(admin, 86_400)).toBe(true)
})

test('only moves back and cancelling need a note', () => {
  const needing = orderStatuses.flatMap((status) =>
    orderStatuses
      .filter((to) => findMove(admin, { status, delivered_at: null }, to, now)?.needsNote)
      .map((to) => `${status} → ${to}`),
  )
  expect(needing).toEqual([
    'confirmed → cancelled',
    'assigned → cancelled',
    'out-for-delivery → assigned',
    'out-for-delivery → cancelled',
    'delivered → out-for-delivery',
  ])
})

test.each([
  ['confirmed', 'assigned', { status: 'confirmed' }],
  // Back to pending, and to another courier: the first one has it again.
  ['assigned', 'confirmed', { status: 'assigned', assigned_user: 'ravi' }],
  ['assigned', 'assigned', { status: 'assigned', assigned_user: 'ravi' }],
  ['assigned', 'out-for-delivery', { status: 'assigned', note: 'Oops' }],
  ['out-for-delivery', 'delivered', { status: 'out-for-delivery', note: 'Oops' }],
  ['out-for-delivery', 'assigned', undefined],
  ['delivered', 'out-for-delivery', undefined],
  ['confirmed', 'cancelled', undefined],
  ['assigned', 'cancelled', undefined],
  ['out-for-delivery', 'cancelled', undefined],
] as const)('%s to %s is undone by %o', (status, to, change) => {
  const assigned_user = status === 'confirmed' ? null : 'ravi'
  expect(undoOf({ status, assigned_user }, to, 'Oops')).toEqual(change)
})
