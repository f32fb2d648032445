import { createUpload, type Upload } from '@our-print/contract/orders/orderFiles.ts'
import { createOrder } from '@our-print/contract/orders/orders.ts'
import { type CustomerAddress, listCustomerAddresses } from '@our-print/contract/people/customerAddresses.ts'
import { listUsers, type User } from '@our-print/contract/people/customers.ts'
import { getPreflight } from '@our-print/contract/printing/preflight.ts'
import { previewSheetsPdf } from '@our-print/contract/printing/sheets.ts'
import { listSoldPlans, type SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { answer, type Call, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { stubUploads } from '../../../test/stubUploads.ts'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { anita } from '../../../test/user.ts'
import { NewOrderPage } from './NewOrderPage.tsx'

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`

const asha: User = {
  ...anita,
  id: id(1),
  first_name: 'Asha',
  last_name: 'Menon',
  mobile: '9000054321',
  orders_count: 0,
}

const none = { count: 0, ranges: '' }

/** The file name gives the number of pages; the first three of them carry colour. */
const shop = [
  answer(getConfiguration, configuration),
  answer(listUsers, page([asha])),
  answer(listCustomerAddresses, page<CustomerAddress>([])),
  answer(listSoldPlans, page<SoldPlan>([])),
  answer(createUpload, (call): Upload => {
    const { name } = (call.body as FormData).get('files') as File
    const pages = Number(/\d+/.exec(name)?.[0])
    return { id: id(100 + pages), name, content_type: 'application/pdf', size: 10, page_count: pages }
  }),
  answer(getPreflight, ({ url }) => {
    const file = url.pathname.split('/')[3] ?? ''
    const pages = Number(file.slice(-12)) - 100
    return {
      file,
      pages,
      color_pages: { count: 3, ranges: '1-3' },
      black_pages: { count: pages - 3, ranges: `4-${pages}` },
      blank_pages: none,
      sizes: [{ width: 210, height: 297, pages: { count: pages, ranges: `1-${pages}` } }],
      near_edge_pages: none,
      low_resolution_pages: none,
      lowest_dpi: null,
      missing_fonts: [],
      damaged_pages: none,
      landscape_pages: none,
      unreadable_codes: [],
      codes_unchecked_pages: none,
    }
  }),
]

const choose = (...names: string[]) =>
  fireEvent.change(screen.getByLabelText('Files', { selector: 'input' }), {
    target: { files: names.map((name) => new File(['%PDF'], name, { type: 'application/pdf' })) },
  })

const taken = (calls: Call[]) =>
  calls.filter(({ url }) => url.pathname === createOrder.url && url.search === '')
const sent = (calls: Call[]): unknown[] =>
  taken(calls).flatMap(({ body, method }) =>
    method === 'POST' && body instanceof FormData ? [JSON.parse(body.get('order') as string)] : [],
  )

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await typeAtOnce(screen.getByRole('combobox', { name: 'Customer' }), 'asha')
  await user.click(await screen.findByRole('option', { name: /Asha Menon/ }))
  await user.click(screen.getByRole('switch', { name: 'Pick-up' }))
}

beforeEach(() => stubUploads())

test('a booklet is double-sided, and is paid by its printed sides', async () => {
  const user = userEvent.setup()
  renderPage(<NewOrderPage />, shop)
  choose('thesis 60.pdf')
  expect(await screen.findByText('60 pages → 60 printed sides on 60 sheets')).toBeVisible()
  await user.click(screen.getByRole('radio', { name: 'Booklet' }))
  expect(screen.getByText('60 pages → 30 printed sides on 15 sheets')).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Double-sided' })).toBeChecked()
  expect(screen.getByRole('radio', { name: 'Single-sided' })).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: 'Mixed' }))
  const summary = within(screen.getByRole('region', { name: 'Summary' }))
  // Pages 1 and 60, 2 and 59, 3 and 58 share a side.
  expect(await summary.findByText(/3 in colour, 27 black and white/)).toBeVisible()
  // 3 sides at 8 rupees and 27 at 1.50, and the delivery.
  await waitFor(() => expect(screen.getByTestId('total')).toHaveTextContent('₹104.50'))
})

test('the pages of each file are chosen beside it, and go with it when it is moved', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [...shop, refuse(createOrder, 503, { message: 'Later' })])
  choose('notes 8.pdf', 'annex 5.pdf')
  fireEvent.change(await screen.findByLabelText('Pages of notes 8.pdf to print'), {
    target: { value: '7, 1-2' },
  })
  expect(await screen.findByText('8 pages → 8 printed sides on 8 sheets')).toBeVisible()
  await user.click(await screen.findByRole('button', { name: 'More print options' }))
  await user.click(screen.getByRole('radio', { name: 'Double-sided' }))
  await user.click(screen.getByRole('checkbox', { name: 'Print all files as one bundle' }))
  expect(screen.getByText('8 pages → 8 printed sides on 5 sheets, 1 side blank')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Move notes 8.pdf down' }))
  await user.selectOptions(screen.getByLabelText('Pages of another size than the paper'), 'refuse')
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
  expect(sent(calls)[0]).toMatchObject({
    layout: '1-up',
    sides: 'double',
    bundle: true,
    fit: 'refuse',
    uploads: [id(105), id(108)],
    page_ranges: ['', '7, 1-2'],
  })
})

test('pages that a file does not have are told at once, and stop the order', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, shop)
  choose('notes 8.pdf')
  await user.type(await screen.findByLabelText('Pages of notes 8.pdf to print'), '9')
  expect(screen.getByText('There is no page 9; the last is 8')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Preview sheets' })).toBeDisabled()
  expect(screen.getByTestId('total')).toHaveTextContent('—')
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Take order' }))
  expect(await screen.findByText('Mend the pages to print', { selector: '[role=alert] *' })).toBeVisible()
  expect(sent(calls)).toEqual([])
})

test('the sheets are asked for when they are to be seen; what fails can be tried again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<NewOrderPage />, [
    ...shop,
    refuse(previewSheetsPdf, 422, {
      message: 'notes 8.pdf, page 3, is damaged and cannot be laid on sheets',
    }),
  ])
  choose('notes 8.pdf', 'annex 5.pdf')
  // Both are uploaded.
  await screen.findByText(/^13 pages →/)
  await user.click(screen.getByRole('radio', { name: '4 a side' }))
  const asked = () => calls.filter(({ url }) => url.pathname === previewSheetsPdf.url)
  expect(asked()).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Preview sheets' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sheets as printed' }))
  expect(await dialog.findByText(/page 3, is damaged/)).toBeVisible()
  expect(asked()[0]?.body).toMatchObject({ layout: '4-up', uploads: [id(108), id(105)], file: id(108) })
  await user.selectOptions(dialog.getByLabelText('Document'), 'annex 5.pdf: 2 sides on 2 sheets')
  await waitFor(() => expect(asked().at(-1)?.body).toMatchObject({ file: id(105) }))
  await user.click(await dialog.findByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked().length).toBeGreaterThan(2))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
