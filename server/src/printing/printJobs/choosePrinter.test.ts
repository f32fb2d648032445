import type { PrinterStatus } from '@our-print/contract/printing/printerStatus.ts'
import { expect, test } from 'vitest'
import { inParts, type LoadedPrinter, rankPrinters } from './choosePrinter.ts'

const status: PrinterStatus = {
  state: 'idle',
  reasons: [],
  message: '',
  accepts_jobs: true,
  make_and_model: null,
  color: true,
  duplex: true,
  paper_sizes: ['A4', 'A3'],
  media_ready: [],
  finishings: [],
  document_formats: ['application/pdf'],
  pages_per_minute: 30,
  queued_jobs: 0,
  supplies: [],
  impressions_completed: null,
  at: '2026-11-22T10:00:00Z',
}
const printer = (id: string, fields: Partial<LoadedPrinter> = {}): LoadedPrinter => ({
  id,
  name: id,
  prints_color: true,
  prints_duplex: true,
  paper_sizes: ['A4'],
  click_bw: 0,
  click_color: 0,
  status,
  has_answered: true,
  open_impressions: 0,
  ...fields,
})
const needs = { color: false, duplex: false, paper_size: 'A4', copies: 1, parts: 1 }
const whyNot = (one: LoadedPrinter, more: object = {}) => rankPrinters({ ...needs, ...more }, [one])[0]

test('the printer with the least work is first; at equal work the cheaper one', () => {
  const busy = printer('busy', { open_impressions: 300 })
  const slow = printer('slow', { open_impressions: 90, status: { ...status, pages_per_minute: 6 } })
  const free = printer('free', { click_bw: 50 })
  const cheap = printer('cheap', { click_bw: 30 })
  const ranked = rankPrinters(needs, [slow, busy, free, cheap])
  expect(ranked.map(({ id, minutes }) => [id, minutes])).toEqual([
    ['cheap', 0],
    ['free', 0],
    ['busy', 10],
    ['slow', 15],
  ])
})

test.each([
  ['It prints no colour.', { prints_color: false }, { color: true }],
  ['It prints no colour.', { status: { ...status, color: false } }, { color: true }],
  ['It prints on one side only.', { prints_duplex: false }, { duplex: true }],
  ['It prints on one side only.', { status: { ...status, duplex: false } }, { duplex: true }],
  // The printer could, but the shop has no such paper in it.
  ['It has no A3 paper.', {}, { paper_size: 'A3' }],
  ['It has no Letter paper.', { paper_sizes: ['Letter'] }, { paper_size: 'Letter' }],
  ['It prints at most 999 copies at a time.', { status: { ...status, most_copies: 999 } }, { copies: 1000 }],
  ['It prints one copy at a time.', { status: { ...status, most_copies: 1 } }, { copies: 2 }],
  ['It takes no PDF files.', { status: { ...status, document_formats: ['image/pwg-raster'] } }, {}],
])('%s', (why_not, fields, more) => {
  expect(whyNot(printer('a', fields), more)).toMatchObject({ why_not, is_able: false })
})

test.each([
  ['that prints on both sides, on both', {}, { duplex: true }],
  ['that prints on one side, on one', { prints_duplex: false }, {}],
  ['that was never asked, what the shop says of it', { status: null }, { duplex: true, color: true }],
  ['that names no paper, what the shop has put in', { status: { ...status, paper_sizes: [] } }, {}],
  ['as many copies as it takes', { status: { ...status, most_copies: 5 } }, { copies: 10, parts: 2 }],
])('a printer can print: one %s', (_what, fields, more) => {
  expect(whyNot(printer('a', fields), more)).toMatchObject({ why_not: null, is_able: true })
})

test.each<[string, Partial<PrinterStatus>]>([
  ['It does not answer.', { state: 'unreachable' }],
  ['Out of paper.', { state: 'stopped', message: 'Out of paper.' }],
  ['It is stopped.', { state: 'stopped' }],
  ['It takes no jobs at the moment.', { accepts_jobs: false }],
  ['No A4 paper is loaded.', { media_ready: ['iso_a3_297x420mm', 'custom_large'] }],
])('a printer that could print later is behind those that can now: %s', (why_not, fields) => {
  const one = printer('a', { status: { ...status, ...fields } })
  expect(whyNot(one)).toMatchObject({ why_not, is_able: true })
  const ranked = rankPrinters(needs, [
    one,
    printer('c', { prints_color: false, paper_sizes: [] }),
    printer('b'),
  ])
  expect(ranked.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
})

test.each([[['na_letter_8.5x11in', 'iso_a4_210x297mm']], [['com.acme.tray-1']], [[]]])(
  'a printer that has the paper, or does not say, can print now: %o',
  (media_ready) => {
    expect(whyNot(printer('a', { status: { ...status, media_ready } }))).toMatchObject({ why_not: null })
  },
)

test('copies up to the most that a printer makes are no obstacle', () => {
  const one = printer('a', { status: { ...status, most_copies: 999 } })
  expect(whyNot(one, { copies: 999 })).toMatchObject({ why_not: null })
  expect(whyNot(one, { copies: 1998, parts: 2 })).toMatchObject({ why_not: null })
  expect(whyNot(one, { copies: 1999, parts: 2 })).toMatchObject({ is_able: false })
})

test.each([
  [999, 999, [999]],
  [1000, 999, [500, 500]],
  [7, 3, [3, 2, 2]],
  [2, 1, [1, 1]],
  [5, undefined, [5]],
])('%i copies on a printer that makes %s at a time: %o', (copies, most_copies, parts) => {
  expect(inParts(copies, printer('a', { status: { ...status, most_copies } }))).toEqual(parts)
  expect(inParts(copies, printer('a', { status: null }))).toEqual([copies])
})

test('a printer that is off since it was set up keeps what it may be able to print', () => {
  const away: PrinterStatus = {
    ...status,
    state: 'unreachable',
    color: false,
    duplex: false,
    paper_sizes: [],
  }
  const needsAll = { color: true, duplex: true }
  const never = whyNot(printer('a', { status: away, has_answered: false }), needsAll)
  expect(never).toMatchObject({ why_not: 'It does not answer.', is_able: true })
  expect(whyNot(printer('a', { status: away }), needsAll)).toMatchObject({ is_able: false })
})

test('a printer that was never asked is taken by the limits of the shop', () => {
  expect(whyNot(printer('a', { status: null }), { color: true })).toMatchObject({ why_not: null })
})
