import type { TillKind } from '@our-print/contract/money/cashTerms.ts'
import { type Db, violatedConstraint } from '../../base/database/db.ts'
import { conflict } from '../../base/http/problem.ts'

/** Who has the cash: a staff user, or null for the till of the shop. */
export type CashHolder = string | null

/** Cash that came into a hand, or left it, in paise; and the record that says why. */
export type CashEntry = {
  holder: CashHolder
  amount: number
  kind: TillKind
  happened_at?: string | undefined
} & ({ payment_id: string } | { hand_over_id: string } | { till_entry_id: string })

/**
 * Changes what somebody has in hand. A constraint keeps a person's from going below zero, also with concurrent payments and
 * hand-overs.
 */
export async function addEntry(db: Db, { happened_at, ...entry }: CashEntry): Promise<void> {
  await changeHand(db, entry.holder, entry.amount)
  // An entry of the till is one record, whose events say this id.
  const id = 'till_entry_id' in entry && { id: entry.till_entry_id }
  await db`insert into cash_entries ${db({ ...entry, ...id, ...(happened_at && { happened_at }) })}`
}

async function changeHand(db: Db, holder: CashHolder, change: number): Promise<void> {
  try {
    const changed = await db`
      update cash_hands set amount = amount + ${change} where holder is not distinct from ${holder} returning 1`
    if (changed.length > 0) return
    await db`
      insert into cash_hands as h (holder, amount) values (${holder}, ${change})
      on conflict (holder) do update set amount = h.amount + excluded.amount`
  } catch (error) {
    if (violatedConstraint(error) !== 'cash_hands_not_below_zero') throw error
    throw conflict(
      'The cash is not in this person’s hand any more: it was handed over. Pay it back from the till instead.',
      'cash_handed_over',
    )
  }
}
