import { csvCell } from '@our-print/contract/csvCell.ts'
import { tillKindLabels } from '@our-print/contract/money/cashTerms.ts'
import type { DayReport } from '@our-print/contract/money/days.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'

/** A part of the report as a table: its cells are texts and amounts in rupees; null where nothing was counted. */
export type Section = { title: string; columns: string[]; rows: (string | number | null)[][] }

/** The report of a day as tables, for a page of paper and a file alike. */
export function sectionsOf({ methods, people, hand_overs, till }: DayReport): Section[] {
  return [
    {
      title: 'By method',
      columns: ['Received', 'Paid back', 'Expected', 'Counted', 'Difference'],
      rows: methods.map((each) => [
        methodLabel(each.method),
        each.received,
        each.paid_back,
        each.expected,
        each.counted,
        each.difference,
      ]),
    },
    {
      title: 'Till',
      columns: ['Amount'],
      rows: [
        ['Opening', till.opening],
        ...till.entries.map(({ kind, amount }) => [tillKindLabels[kind], amount]),
        ['Expected', till.expected],
        ['Counted', till.counted],
        ['Difference', till.difference],
      ],
    },
    {
      title: 'By person',
      columns: ['Taken', 'Of it cash', 'Handed over', 'Still in hand'],
      rows: people.map((each) => [each.full_name, each.taken, each.cash, each.handed_over, each.in_hand]),
    },
    {
      title: 'Hand-overs',
      columns: ['Counted', 'Difference', 'Why'],
      rows: hand_overs.map((each) => [
        `${each.number} · ${each.holder_name}`,
        each.counted,
        each.difference,
        each.reason ?? '',
      ]),
    },
  ]
}

/** The report as a CSV file: a line for each figure. */
export function dayCsv(report: DayReport): string {
  const lines = sectionsOf(report).flatMap(({ title, columns, rows }) =>
    rows.flatMap(([name, ...cells]) =>
      cells.map((cell, at) => [title, String(name), columns[at] ?? '', cell === null ? '' : String(cell)]),
    ),
  )
  const header = ['section', 'name', 'figure', 'value']
  return [header, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}
