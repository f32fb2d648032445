import type { HandOver } from '@our-print/contract/money/cash.ts'
import type { ShopDay } from '@our-print/contract/money/days.ts'

/** A hand-over that waits to be counted, as who counts reads it. */
export const handOver: HandOver = {
  id: '01900000-0000-7000-8000-0000000000e1',
  number: 12,
  holder: '01900000-0000-7000-8000-0000000000e2',
  holder_name: 'Ravi Kumar',
  status: 'declared',
  declared_at: '2026-01-03T10:00:00Z',
  declared: null,
  declared_notes: null,
  counted: null,
  counted_notes: null,
  counted_at: null,
  counted_by_name: null,
  expected: null,
  difference: null,
  explanation: null,
  reason: null,
  explained_at: null,
  explained_by_name: null,
  version: 1,
}

/** The same after a count that differs. */
export const difference: HandOver = {
  ...handOver,
  status: 'difference',
  declared: 300,
  counted: 250,
  counted_by_name: 'Asha Rao',
  expected: 300,
  difference: -50,
  version: 2,
}

/** A day that is open. */
export const openDay: ShopDay = {
  report: {
    day: '2026-01-03',
    methods: [
      {
        method: 'cash',
        payments: 2,
        received: 300,
        paid_back: 0,
        expected: 300,
        counted: null,
        difference: null,
      },
      {
        method: 'upi',
        payments: 1,
        received: 200,
        paid_back: 0,
        expected: 200,
        counted: null,
        difference: null,
      },
    ],
    people: [
      {
        id: handOver.holder,
        full_name: 'Ravi Kumar',
        payments: 3,
        taken: 500,
        cash: 300,
        handed_over: 250,
        in_hand: 50,
      },
    ],
    hand_overs: [],
    till: {
      opening: 100,
      entries: [{ kind: 'hand_over', entries: 1, amount: 250 }],
      received: 250,
      paid_out: 0,
      expected: 350,
      counted: null,
      counted_notes: null,
      difference: null,
    },
    note: '',
  },
  closing: null,
  blocked: null,
  previous_day: '2026-01-02',
  next_day: null,
  orders_out: 0,
}
