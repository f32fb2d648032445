import { listPrinters } from '@our-print/contract/printing/printers.ts'
import {
  createStockEntry,
  createStockItem,
  listStock,
  listStockEntries,
  type StockEntry,
  type StockItem,
  updateStockItem,
} from '@our-print/contract/printing/stock.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { printer as anyPrinter } from '../../../test/printer.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { StockPage } from './StockPage.tsx'

const paper: StockItem = {
  id: '01900000-0000-7000-8000-0000000000d1',
  kind: 'paper',
  name: 'JK Copier',
  paper_size: 'A4',
  weight: 75,
  is_default: true,
  printer: null,
  printer_data: null,
  color_only: false,
  pack_size: 500,
  low_at: 1000,
  amount: 800,
  level: 'low',
  unit_cost: 0.54,
  used_recently: 2400,
  days_left: 10,
  is_active: true,
  created_at: '2026-01-03T10:00:00Z',
  version: 3,
}
const printer = { id: '01900000-0000-7000-8000-0000000000d9', name: 'Ricoh' }
const toner: StockItem = {
  ...paper,
  id: '01900000-0000-7000-8000-0000000000d2',
  kind: 'toner',
  name: 'Cyan',
  paper_size: null,
  weight: null,
  is_default: false,
  printer: printer.id,
  printer_data: printer,
  color_only: true,
  pack_size: 15_000,
  amount: -12,
  level: 'out',
  unit_cost: null,
  days_left: null,
}
const entry: StockEntry = {
  id: '01900000-0000-7000-8000-0000000000e1',
  at: '2026-01-03T10:00:00Z',
  kind: 'delivery',
  quantity: 2000,
  price: 1080,
  balance: 2800,
  unit_cost: 0.54,
  reason: '',
  print_job: null,
  job_number: null,
  order: null,
  order_number: null,
  by: 'Asha Rao',
}
const bodyOf = (calls: ReturnType<typeof renderPage>['calls'], wanted: string) =>
  calls.findLast(({ method }) => method === wanted)?.body

test('the list says what is low, how long it lasts and what to count', async () => {
  renderPage(<StockPage />, [answer(listStock, page([paper, toner]))])
  const low = await screen.findByRole('row', { name: /JK Copier/ })
  expect(low).toHaveTextContent('Paper A4, 75 g, for print jobs')
  expect(low).toHaveTextContent('Low800')
  expect(low).toHaveTextContent('10 days')
  const out = screen.getByRole('row', { name: /Cyan/ })
  expect(out).toHaveTextContent('Toner for Ricoh, colour only')
  expect(out).toHaveTextContent('Count it−12')
})

test('an empty stock says how it begins; a failure can be tried again', async () => {
  const empty = renderPage(<StockPage />, [answer(listStock, page<StockItem>([]))])
  expect(await screen.findByText(/Create the paper you use/)).toBeVisible()
  empty.unmount()
  renderPage(<StockPage />, [refuse(listStock, 503, { message: 'The server is busy.' })])
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('a delivery is entered in packs with its price', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StockPage />, [
    answer(listStock, page([paper])),
    answer(createStockEntry, entry),
  ])
  await user.click(await screen.findByRole('button', { name: 'Enter a delivery of JK Copier' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delivery of JK Copier' }))
  await user.click(dialog.getByRole('button', { name: 'Enter delivery' }))
  await waitFor(() =>
    expect(dialog.getByLabelText('Price of all')).toHaveAccessibleDescription('This field is Required'),
  )
  await user.type(dialog.getByLabelText('Packs'), '4')
  await user.type(dialog.getByLabelText('Price of all'), '1080')
  expect(dialog.getByText('800 → 2,800 sheets, ₹0.54 each')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Enter delivery' }))
  expect(await screen.findByText('JK Copier: 2,800 sheets now')).toBeVisible()
  expect(bodyOf(calls, 'POST')).toEqual({ kind: 'delivery', quantity: 2000, price: 1080, reason: '' })
})

test('what was counted becomes a correction with a reason', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StockPage />, [
    answer(listStock, page([toner])),
    answer(createStockEntry, { ...entry, kind: 'correction', quantity: 112, balance: 100, price: null }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Count Cyan' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Count Cyan' }))
  expect(dialog.getByText(/Jobs used 12 sides more than was entered/)).toBeVisible()
  await user.type(dialog.getByLabelText('Sides that the toner still yields'), '100')
  await user.type(dialog.getByLabelText(/^A side costs/), '0.12')
  expect(dialog.getByText(/correction \+112/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Cyan: 100 sides now')).toBeVisible()
  expect(bodyOf(calls, 'POST')).toEqual({
    kind: 'correction',
    counted: 100,
    unit_cost: 0.12,
    reason: 'Counted',
  })
})

test('toner is created for a printer', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<StockPage />, [
    answer(listStock, page([paper])),
    answer(createStockItem, toner),
    answer(listPrinters, page([{ ...anyPrinter, ...printer }])),
  ])
  await user.click(screen.getByRole('button', { name: 'New item' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New item' }))
  await user.click(dialog.getByRole('radio', { name: 'Toner' }))
  await user.type(dialog.getByLabelText('Name'), 'Cyan')
  await dialog.findByRole('option', { name: 'Ricoh' })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(dialog.getByLabelText('Printer')).toHaveAccessibleDescription('This field is Required')
  await user.selectOptions(dialog.getByLabelText('Printer'), printer.id)
  await user.click(dialog.getByRole('radio', { name: 'Sides in colour' }))
  await user.type(dialog.getByLabelText('Sides of a cartridge'), '15000')
  await user.type(dialog.getByLabelText('Low at sides'), '1000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Cyan created/)
  expect(bodyOf(calls, 'POST')).toEqual({
    kind: 'toner',
    name: 'Cyan',
    paper_size: null,
    weight: null,
    printer: printer.id,
    color_only: true,
    pack_size: 15_000,
    low_at: 1000,
  })
})

test('a conflict in an edit shows what others changed', async () => {
  const user = userEvent.setup()
  renderPage(<StockPage />, [
    answer(listStock, page([paper])),
    refuseStale(updateStockItem, { ...paper, low_at: 1500, version: 4 }),
  ])
  await user.click(await screen.findByRole('button', { name: 'More actions for JK Copier' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit JK Copier' }))
  await user.type(dialog.getByLabelText('Name'), ' A4')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Low at: 1,000 → 1,500')).toBeVisible()
})

test('the history has deliveries, jobs and counts', async () => {
  const user = userEvent.setup()
  const use: StockEntry = {
    ...entry,
    id: '01900000-0000-7000-8000-0000000000e2',
    kind: 'use',
    quantity: -40,
    price: null,
    job_number: 17,
    order: paper.id,
    order_number: 1042,
    by: null,
  }
  renderPage(<StockPage />, [
    answer(listStock, page([paper])),
    answer(listStockEntries, page([use, { ...entry, reason: 'Bill 12' }])),
  ])
  await user.click(await screen.findByRole('button', { name: 'More actions for JK Copier' }))
  await user.click(await screen.findByRole('menuitem', { name: 'History' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'History of JK Copier' }))
  expect(await dialog.findByText('−40')).toBeVisible()
  expect(dialog.getByRole('link', { name: 'order 1042' })).toHaveAttribute('href', `/order/${paper.id}`)
  expect(dialog.getByText(/Delivery: Bill 12/)).toBeVisible()
})
