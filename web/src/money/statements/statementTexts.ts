import { isOffered } from '@our-print/contract/money/paymentCode.ts'
import { paymentMethodLabels } from '@our-print/contract/money/paymentTerms.ts'
import type {
  StatementField,
  StatementFilter,
  StatementState,
} from '@our-print/contract/money/statementTerms.ts'
import { plural } from '../../base/format/format.ts'
import type { Filter } from '../../base/list/ListPage.tsx'

export const fieldTitles: Record<StatementField, string> = {
  day: 'Day',
  reference: 'Reference',
  text: 'Text',
  amount: 'Amount, in or out',
  direction: 'Cr or Dr, in or out',
  credit: 'Amount that came in',
  debit: 'Amount that went out',
  status: 'Whether it went through',
}

export const stateLabels: Record<StatementState, string> = {
  open: 'Not found',
  proposed: 'Proposed',
  matched: 'Matched',
  set_aside: 'Set aside',
}

export const states: Filter<'state', Exclude<StatementFilter, 'todo' | 'open'> | 'all' | ''> = {
  name: 'state',
  label: 'Lines',
  options: [
    { value: '', label: 'To do' },
    { value: 'proposed', label: 'Proposed' },
    { value: 'matched', label: 'Matched' },
    { value: 'set_aside', label: 'Set aside' },
    { value: 'all', label: 'All lines' },
  ],
}

/** The methods that have statements, with those that the configuration adds. */
export const statedMethods = (added: readonly string[]) => [
  ...(['upi', 'bank_transfer', 'card'] as const).filter(isOffered).map((value) => ({
    value,
    label: paymentMethodLabels[value],
  })),
  ...added.map((value) => ({ value, label: value })),
]

export const lines = (number: number) => plural(number, 'line')
