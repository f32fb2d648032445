import { listPayments, type Payment } from '@our-print/contract/money/payments.ts'
import {
  listStatementLines,
  matchStatementLine,
  matchStatements,
  reopenStatementLine,
  type Statement,
  type StatementLine,
  setAsideStatementLine,
  takeBackStatement,
  uploadStatement,
} from '@our-print/contract/money/statements.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, page, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { StatementsPage } from './StatementsPage.tsx'

const paid: Payment = {
  id: '01900000-0000-7000-8000-0000000000d1',
  number: 12,
  order: null,
  order_number: null,
  user: '01900000-0000-7000-8000-0000000000d2',
  client: null,
  payer: 'Asha Rao',
  method: 'upi',
  amount: 104,
  at: '2026-02-10T10:00:00Z',
  happened_at: '2026-02-10T10:00:00Z',
  said_at: null,
  by: '01900000-0000-7000-8000-000000000001',
  by_name: 'Asha Rao',
  reference: null,
  note: '',
  reverses: null,
  reversed_by: null,
  day: '2026-02-10',
}
const open: StatementLine = {
  id: '01900000-0000-7000-8000-0000000000e1',
  method: 'upi',
  day: '2026-02-10',
  amount: 104,
  reference: '432100000001',
  text: 'from Asha',
  statement: '01900000-0000-7000-8000-0000000000f1',
  file_name: 'upi.csv',
  state: 'open',
  payment: null,
  payment_number: null,
  payer: null,
  order_number: null,
  note: '',
  matched_by_name: null,
  at: '2026-02-11T10:00:00Z',
  version: 1,
}
const proposed: StatementLine = {
  ...open,
  id: '01900000-0000-7000-8000-0000000000e2',
  text: 'from Ravi',
  amount: 105,
  state: 'proposed',
  payment: paid.id,
  payment_number: 12,
  payer: 'Ravi Kumar',
  order_number: 7,
  version: 3,
}
const matched = { ...open, state: 'matched', payment: paid.id, payment_number: 12 } as const

const show = (...answers: Parameters<typeof renderPage>[1] & object) =>
  renderPage(<StatementsPage />, [
    answer(listStatementLines, page([open, proposed])),
    answer(listPayments, page([paid])),
    ...answers,
  ])

test('lines to do are shown with what is proposed, and what no statement has', async () => {
  const user = userEvent.setup()
  const { calls } = show(answer(matchStatementLine, matched))
  expect(await screen.findByText('Ravi Kumar, order 7')).toBeVisible()
  expect(await screen.findByRole('link', { name: '1 payment is on no statement' })).toHaveAttribute(
    'href',
    '/payments?in_statement=false',
  )
  expect(
    calls.find(({ url }) => url.pathname === listStatementLines.url)?.url.searchParams.get('state'),
  ).toBe('todo')
  await user.click(screen.getByRole('button', { name: 'Confirm line of ₹105.00' }))
  expect(await screen.findByText('Payment 12 matched')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.url.pathname).toBe(`/api/statement-lines/${proposed.id}/match/`)
  expect(sent?.body).toEqual({ payment: paid.id, version: 3 })
})

test('a line is matched by hand to a payment of its amount', async () => {
  const user = userEvent.setup()
  const { calls } = show(answer(matchStatementLine, matched))
  await user.click(await screen.findByRole('button', { name: 'Match line of ₹104.00' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Match ₹104.00' }))
  await user.click(await dialog.findByRole('button', { name: 'Match' }))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  await user.selectOptions(await dialog.findByLabelText('Payment'), paid.id)
  await user.click(dialog.getByRole('button', { name: 'Match' }))
  expect(await screen.findByText('Payment 12 matched')).toBeVisible()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ payment: paid.id, version: 1 })
})

test('what is no payment is set aside with a note, and that is undone', async () => {
  const user = userEvent.setup()
  const aside = { ...open, state: 'set_aside', note: 'Interest' } as const
  const { calls } = renderPage(<StatementsPage />, [
    answer(listStatementLines, ({ url }) =>
      page(url.searchParams.get('state') === 'todo' ? [open] : [aside]),
    ),
    answer(listPayments, page([])),
    answer(setAsideStatementLine, aside),
    answer(reopenStatementLine, open),
  ])
  await user.click(await screen.findByRole('button', { name: 'More actions for line of ₹104.00' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set aside' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set ₹104.00 aside' }))
  await user.click(dialog.getByRole('button', { name: 'Set aside' }))
  expect(await dialog.findByText('This field is Required')).toBeVisible()
  await user.type(dialog.getByLabelText('What it is'), 'Interest')
  await user.click(dialog.getByRole('button', { name: 'Set aside' }))
  expect(await screen.findByText('The line is set aside')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Lines'), 'set_aside')
  expect(await screen.findByText('Interest')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'More actions for line of ₹104.00' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Undo' }))
  expect(await screen.findByText('The line is open again')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { reason: 'Interest', version: 1 },
    { version: 1 },
  ])
})

test('what is left to do is said when lines are matched again', async () => {
  const user = userEvent.setup()
  show(answer(matchStatements, { matched: 4, proposed: 2, open: 3 }))
  await user.selectOptions(await screen.findByLabelText('How'), 'upi')
  await user.click(await screen.findByRole('button', { name: 'Match again' }))
  expect(await screen.findByText('5 lines left to do')).toBeVisible()
})

test('a file that was read wrongly is taken back as a whole, after a question', async () => {
  const user = userEvent.setup()
  const counts = { matched: 0, proposed: 0, open: 0 }
  const { calls } = show(answer(takeBackStatement, { taken_back: 2, ...counts }))
  await user.click(await screen.findByRole('button', { name: 'More actions for line of ₹105.00' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Take its file back' }))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
  const dialog = within(await screen.findByRole('dialog', { name: 'Take upi.csv back?' }))
  await user.click(dialog.getByRole('button', { name: 'Take back' }))
  expect(await screen.findByText('2 lines of upi.csv taken back')).toBeVisible()
  const sent = calls.find(({ method }) => method === 'POST')
  expect(sent?.url.pathname).toBe(`/api/statements/${open.statement}/take-back/`)
})

test('a statement is checked with its columns, then read', async () => {
  const user = userEvent.setup()
  const columns: Statement['columns'] = [
    { name: 'Wann', field: '', samples: ['03/04/2026'] },
    { name: 'Wieviel', field: 'amount', samples: ['104'] },
  ]
  const nothing = {
    id: null,
    added: 0,
    known: 0,
    skipped_count: 0,
    skipped: [],
    matched: 0,
    proposed: 0,
    open: 0,
  }
  const { calls } = show(
    answer(uploadStatement, ({ url }): Statement => {
      const fields = url.searchParams.get('fields')
      const month_first = url.searchParams.get('month_first') === 'true'
      if (!fields) return { ...nothing, columns, missing: ['day'], month_first }
      const chosen = columns.map((each, at) => ({ ...each, field: at === 0 ? 'day' : 'amount' }) as const)
      const found = { ...nothing, columns: chosen, missing: [], month_first, added: 1, known: 2 }
      return url.searchParams.has('check')
        ? found
        : { ...found, id: open.id, matched: 1, proposed: 2, open: 3 }
    }),
  )
  stubUploads()
  await user.click(await screen.findByRole('button', { name: 'Upload' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload statement' }))
  await user.upload(dialog.getByLabelText('CSV file'), new File(['Wann,Wieviel\n'], 'bank.csv'))
  await user.click(dialog.getByRole('button', { name: 'Check file' }))
  await dialog.findByText('Say which column has the day.')
  const choices = within(dialog.getByLabelText('What Wieviel is'))
  expect(choices.getByRole('option', { name: 'Cr or Dr, in or out' })).toHaveValue('direction')
  await user.selectOptions(dialog.getByLabelText('What Wann is'), 'Day')
  await user.click(dialog.getByRole('radio', { name: 'March 4' }))
  await user.click(dialog.getByRole('button', { name: 'Check again' }))
  expect(await dialog.findByText('1 line will be added')).toBeVisible()
  expect(dialog.getByText('2 lines read before')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add 1 line' }))
  expect(await dialog.findByText('Of all statements 1 line matched, 2 proposed, 3 not found.')).toBeVisible()
  const sent = calls.filter(({ url }) => url.pathname === uploadStatement.url)
  expect(sent.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual([
    { method: 'upi', check: 'true' },
    { method: 'upi', fields: 'day,amount', month_first: 'true', check: 'true' },
    { method: 'upi', fields: 'day,amount', month_first: 'true' },
  ])
})
