import type { StatementField } from '@our-print/contract/money/statementTerms.ts'
import { plainName } from '../../base/csv/csvTable.ts'

/** The field of each column of a statement; '' where a column is left out. */
export type Columns = readonly (StatementField | '')[]

/** How banks, UPI apps, card companies and our own export call the fields. */
const spellings: Record<StatementField, readonly string[]> = {
  day: [
    'day',
    'date',
    'transactiondate',
    'txndate',
    'trandate',
    'postingdate',
    'bookingdate',
    'datetime',
    'buchungstag',
    'buchungsdatum',
    'createdat',
    'settlementdate',
    'valuedate',
    'valuedt',
  ],
  reference: [
    'reference',
    'referenceno',
    'referencenumber',
    'refno',
    'chqrefno',
    'chqrefnumber',
    'refnochequeno',
    'refnocheckno',
    'utr',
    'utrno',
    'utrnumber',
    'rrn',
    'upireference',
    'upitransactionid',
    'transactionid',
    'txnid',
    'transactionreference',
    'bankreference',
    'bankreferenceno',
    'kundenreferenz',
    'endtoendreferenz',
  ],
  text: [
    'text',
    'narration',
    'description',
    'particulars',
    'details',
    'transactiondetails',
    'transactiondescription',
    'transactionremarks',
    'remarks',
    'note',
    'notes',
    'purpose',
    'verwendungszweck',
  ],
  amount: ['amount', 'transactionamount', 'txnamount', 'amountinr', 'amountrs', 'betrag', 'netamount'],
  direction: [
    'crdr',
    'drcr',
    'creditdebit',
    'debitcredit',
    'crdrindicator',
    'drcrindicator',
    'crdrflag',
    'drcrflag',
    'direction',
    'type',
    'txntype',
    'trantype',
    'transactiontype',
    'sollhaben',
  ],
  credit: [
    'credit',
    'creditamount',
    'creditamountinr',
    'deposit',
    'depositamount',
    'depositamt',
    'depositamountinr',
    'deposits',
    'haben',
    'paidin',
    'moneyin',
  ],
  status: ['status', 'transactionstatus', 'txnstatus', 'transtatus', 'paymentstatus'],
  debit: [
    'debit',
    'debitamount',
    'debitamountinr',
    'withdrawal',
    'withdrawalamount',
    'withdrawalamt',
    'withdrawalamountinr',
    'withdrawals',
    'soll',
    'paidout',
    'moneyout',
  ],
}
const fieldOf = new Map(
  Object.entries(spellings).flatMap(([field, names]) => names.map((name) => [name, field as StatementField])),
)

/** What each column was taken for the last time, by its plain name; '' where it was left out. */
export type Layout = Record<string, StatementField | ''>

/** What the columns are: as the last time, else by their names; of two of the same field the second is left out. */
export function matchColumns(header: readonly string[], known: Layout): Columns {
  const taken = new Set<StatementField>()
  return header.map((name) => {
    const plain = plainName(name)
    const field = Object.hasOwn(known, plain) ? known[plain] : fieldOf.get(plain)
    if (!field || taken.has(field)) return ''
    taken.add(field)
    return field
  })
}

/** The columns as they are remembered. */
export const layoutOf = (columns: readonly { name: string; field: StatementField | '' }[]): Layout =>
  Object.fromEntries(
    columns.filter(({ name }) => name !== '').map(({ name, field }) => [plainName(name), field]),
  )

/** What a statement must say of a line. */
export function missingIn(columns: Columns): ('day' | 'amount')[] {
  const has = (...fields: StatementField[]) => fields.some((field) => columns.includes(field))
  return [
    ...(has('day') ? [] : (['day'] as const)),
    ...(has('amount', 'credit', 'debit') ? [] : (['amount'] as const)),
  ]
}
