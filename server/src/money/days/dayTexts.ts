import { csvCell } from '@our-print/contract/csvCell.ts'
import { tillKindLabels } from '@our-print/contract/money/cashTerms.ts'
import type { DayReport, ShopDay } from '@our-print/contract/money/days.ts'
import { methodLabel } from '@our-print/contract/money/paymentTerms.ts'
import { type Texts, textsIn } from '../../customer/languages/texts.ts'

/** A part of the report as a table: its cells are texts and amounts in rupees; null where nothing was counted. */
export type Section = { title: string; columns: string[]; rows: (string | number | null)[][] }

/** The report of a day as tables, for a page of paper and a file alike. */
export function sectionsOf(
  { methods, people, hand_overs, till }: DayReport,
  { say, word }: Texts,
): Section[] {
  return [
    {
      title: say('By method'),
      columns: [
        say('Received|money'),
        say('Paid back|money'),
        say('Expected'),
        say('Counted'),
        say('Difference'),
      ],
      rows: methods.map((each) => [
        word(methodLabel(each.method)),
        each.received,
        each.paid_back,
        each.expected,
        each.counted,
        each.difference,
      ]),
    },
    {
      title: say('Till'),
      columns: [say('Amount')],
      rows: [
        [say('Opening|of the till'), till.opening],
        ...till.entries.map(({ kind, amount }) => [word(tillKindLabels[kind]), amount]),
        [say('Expected'), till.expected],
        [say('Counted'), till.counted],
        [say('Difference'), till.difference],
      ],
    },
    {
      title: say('By person'),
      columns: [say('Taken|of customers'), say('Of it cash'), say('Handed over'), say('Still in hand')],
      rows: people.map((each) => [each.full_name, each.taken, each.cash, each.handed_over, each.in_hand]),
    },
    {
      title: say('Hand-overs'),
      columns: [say('Counted'), say('Difference'), say('Why')],
      rows: hand_overs.map((each) => [
        `${each.number} · ${each.holder_name}`,
        each.counted,
        each.difference,
        each.reason ?? '',
      ]),
    },
  ]
}

/** A day as a CSV file for programs, in English: a line for each figure, then who signed it and what they noted. */
export function dayCsv({ report, closing }: ShopDay): string {
  const figures = sectionsOf(report, textsIn('en')).flatMap(({ title, columns, rows }) =>
    rows.flatMap(([name, ...cells]) =>
      cells.map((cell, at) => [title, String(name), columns[at] ?? '', cell === null ? '' : String(cell)]),
    ),
  )
  const payments = [
    ...report.methods.map((each) => ['By method', methodLabel(each.method), each.payments] as const),
    ...report.people.map((each) => ['By person', each.full_name, each.payments] as const),
  ].map(([title, name, count]) => [title, name, 'Payments', String(count)])
  const signatures = closing
    ? [
        ['Closed by', closing.closed_by.full_name, 'At', closing.closed_at],
        ['Signed by', closing.signed_by?.full_name ?? '', 'At', closing.signed_at ?? ''],
        ['Seal', '', 'SHA-256', closing.seal],
      ]
    : []
  const lines = [...figures, ...payments, ...signatures, ['Note', '', 'Text', report.note]]
  const header = ['section', 'name', 'figure', 'value']
  return [header, ...lines].map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')
}
