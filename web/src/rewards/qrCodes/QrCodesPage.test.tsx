import { type Client, listClients } from '@our-print/contract/rewards/clients.ts'
import {
  createQrCode,
  deleteQrCodes,
  getQrCode,
  getQrLabels,
  listQrCodes,
  type QrCode,
  updateQrCode,
} from '@our-print/contract/rewards/qrCodes.ts'
import { createQrCodeBulkJob } from '@our-print/contract/shop/bulkJobs.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { qrCode } from '../../../test/qrCode.ts'
import { answer, type Call, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { typeAtOnce } from '../../../test/typeAtOnce.ts'
import { QrCodesPage } from './QrCodesPage.tsx'

const old: QrCode = {
  ...qrCode,
  id: '01900000-0000-7000-8000-0000000000c2',
  code: 841,
  company: 'Lakshmi Silks',
  validity: '2026-01-31',
  is_active: false,
  redirection_url: null,
  image: 'http://localhost:3000/api/images/01900000-0000-7000-8000-0000000000d1/?expires=1&signature=a',
  url: 'http://localhost:3000/?qr_code=841',
}

const silent = 'Something went wrong — please try again!'

const show = (answers: Parameters<typeof renderPage>[1] = [], path = '/qr_codes', codes = [qrCode, old]) =>
  renderPage(
    <QrCodesPage />,
    [answer(listQrCodes, page(codes)), answer(listClients, page<Client>([])), ...answers],
    { path, route: '/qr_codes' },
  )

const rowOf = (name: RegExp) => screen.findByRole('row', { name })
const button = (name: string) => screen.getByRole('button', { name })
const lists = (calls: Call[]) => calls.filter(({ url }) => url.pathname === listQrCodes.url)
const formOf = (calls: Call[], method: string, path: string) => {
  const sent = calls.findLast((call) => call.method === method && call.url.pathname === path)?.body
  return Object.fromEntries(sent instanceof FormData ? sent : [])
}

/** Sets a day in a date field, as a click would open its calendar. */
function setDay(field: HTMLElement, day: string) {
  fireEvent.change(field, { target: { value: day } })
  fireEvent.blur(field)
}

/** Records the files that the page downloads. */
function watchSaved() {
  const saved: { name: string; file: Blob }[] = []
  let last = new Blob()
  URL.createObjectURL = (file) => {
    last = file as Blob
    return 'blob:file'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: last })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return saved
}

test('each QR code shows its facts, an expired one is marked, and the buttons follow the selection', async () => {
  const user = userEvent.setup()
  const { calls } = show()
  expect(await screen.findByRole('heading', { name: 'QR Code Generator' })).toBeVisible()
  const row = await rowOf(/Saffron Table/)
  expect(row).toHaveTextContent('Saffron Tablesaffron.example/offers5232026-01-032099-01-3125012Active')
  const expired = await rowOf(/Lakshmi Silks/)
  expect(expired).toHaveTextContent('2026-01-31')
  expect(within(expired).getAllByText(/expired/i)).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  await user.click(within(row).getByRole('checkbox'))
  await screen.findByRole('region', { name: 'Selected rows' })
  for (const name of ['Delete', 'Edit', 'Deactivate']) expect(button(name)).toBeEnabled()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  expect(button('Delete')).toBeEnabled()
  for (const name of ['Edit', 'Activate']) expect(button(name)).toBeDisabled()
  await typeAtOnce(screen.getByRole('searchbox'), 'silk')
  await waitFor(() => expect(lists(calls).at(-1)?.url.searchParams.get('query')).toBe('silk'))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull())
})

test('the filter has active, inactive and all, and an id in the address shows one code with a link to all', async () => {
  const user = userEvent.setup()
  const { calls, location } = show([answer(getQrCode, qrCode)], `/qr_codes?id=${qrCode.id}`, [qrCode])
  await waitFor(() => expect(screen.getByText(/^Only/)).toHaveTextContent('Only QR code 523, Saffron Table'))
  expect(lists(calls).every(({ url }) => url.searchParams.get('id') === qrCode.id)).toBe(true)
  await user.click(screen.getByRole('link', { name: 'Show all QR codes' }))
  expect(location()).toBe('/qr_codes')
  const filter = screen.getByRole('combobox', { name: 'Status' })
  expect(filter).toHaveDisplayValue('All QRs')
  expect(
    within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Active QRs', 'Inactive QRs', 'All QRs'])
  await user.selectOptions(filter, 'Inactive QRs')
  await waitFor(() => expect(lists(calls).at(-1)?.url.searchParams.get('is_active')).toBe('false'))
})

test('a failed delete of all that match shows the server’s refusal in the banner', async () => {
  const user = userEvent.setup()
  const message = 'The number of QR codes has changed.'
  show([answer(listQrCodes, page([qrCode, old], 30)), refuse(createQrCodeBulkJob, 409, { message })])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(await screen.findByRole('button', { name: 'Select all 30 that match' }))
  await user.click(button('Delete'))
  const dialog = within(await screen.findByRole('dialog', { name: /^Delete all 30/ }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(silent)).toBeVisible()
  expect(screen.getByText(message)).toBeVisible()
})

test.each(['/qr_codes?id=7', '/qr_codes?tab=scans&id=7'])('an invalid id finds nothing: %s', async (path) => {
  const { calls } = show([], path, [])
  await waitFor(() => expect(calls.some(({ url }) => url.href.includes('00000000-0000-7000'))).toBe(true))
  expect(calls.filter(({ url }) => /[=/]7(\W|$)/.test(url.href))).toEqual([])
})

test('generating requires all fields, an address replaces the image, and the count starts at 0', async () => {
  const user = userEvent.setup({ applyAccept: false })
  watchSaved()
  const company = { name: 'Brew & Bean' } as Client
  const { calls } = show([
    answer(listClients, page([company])),
    answer(createQrCode, { ...qrCode, code: 907, company: 'Brew & Bean' }),
  ])
  await user.click(await screen.findByRole('button', { name: 'Generate QR' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate QR' }))
  expect(dialog.getByLabelText('Value')).toHaveAccessibleDescription(/^A number of your own/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(dialog.getAllByText('This field is Required')).toHaveLength(4))
  setDay(dialog.getByLabelText('Validity'), '2026-01-31')
  expect(await dialog.findByText('Date should not be before minimal date')).toBeVisible()
  setDay(dialog.getByLabelText('Validity'), '2099-12-31')
  await user.type(dialog.getByLabelText('Value'), 'many')
  expect(await dialog.findByText('This must be a number')).toBeVisible()
  await user.clear(dialog.getByLabelText('Value'))
  await user.type(dialog.getByLabelText('Value'), '99.5')

  await user.click(dialog.getByRole('radio', { name: 'Image' }))
  const chooser = () => dialog.getByLabelText('Image, PNG file')
  await user.upload(chooser(), new File(['x'], 'a.jpg', { type: 'image/jpeg' }))
  expect(await dialog.findByText('Only .png pictures can be used')).toBeVisible()
  await user.upload(chooser(), new File(['x'], 'a.png', { type: 'image/png' }))
  expect(await dialog.findByRole('img', { name: 'Preview' })).toBeVisible()
  // Named PNG, but the browser cannot draw it.
  fireEvent.error(dialog.getByRole('img', { name: 'Preview' }))
  expect(await dialog.findByText('This file is not a picture, or it is damaged')).toBeVisible()
  expect(dialog.queryByRole('img', { name: 'Preview' })).toBeNull()
  await user.upload(chooser(), new File(['x'], 'b.png', { type: 'image/png' }))
  expect(await dialog.findByRole('img', { name: 'Preview' })).toBeVisible()
  await user.click(dialog.getByRole('radio', { name: 'Redirect URL' }))
  await user.click(dialog.getByRole('radio', { name: 'Image' }))
  expect(dialog.queryByRole('img', { name: 'Preview' })).toBeNull()
  await user.click(dialog.getByRole('radio', { name: 'Redirect URL' }))
  await user.type(dialog.getByLabelText('Redirection URL'), 'javascript:alert(1)')
  await typeAtOnce(dialog.getByLabelText('Company'), 'bre')
  await user.click(await screen.findByRole('option', { name: 'Brew & Bean' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/starts with http/)).toBeVisible()
  await user.clear(dialog.getByLabelText('Redirection URL'))
  await user.type(dialog.getByLabelText('Redirection URL'), 'https://brew.example')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('QR code 907 generated')
  expect(formOf(calls, 'POST', createQrCode.url)).toEqual({
    company: 'Brew & Bean',
    redirection_url: 'https://brew.example',
    validity: '2099-12-31',
    value: '99.5',
    count: '0',
  })
  // The toast opens the new code.
  await user.click(screen.getByRole('button', { name: 'Show code' }))
  expect(await screen.findByRole('dialog', { name: 'QR code 907' })).toBeVisible()
})

test('an address with letters of another alphabet is shown as punycode in the list, the view and the form', async () => {
  const user = userEvent.setup()
  // The first letter is Cyrillic.
  const homograph = { ...qrCode, redirection_url: 'https://www.аpple.example/pay', image: null }
  show([], '/qr_codes', [homograph])
  const row = within(await screen.findByRole('row', { name: /pple/ }))
  expect(row.getByText('www.xn--pple-43d.example')).toBeVisible()
  await user.click(row.getByRole('button', { name: 'View' }))
  const view = within(await screen.findByRole('dialog', { name: /^QR code/ }))
  expect(view.getByText('www.xn--pple-43d.example')).toBeVisible()
  await user.click(view.getByRole('button', { name: 'Close' }))
  await user.click(await screen.findByRole('button', { name: 'Generate QR' }))
  const form = within(await screen.findByRole('dialog', { name: 'Generate QR' }))
  const address = form.getByLabelText('Redirection URL')
  fireEvent.change(address, { target: { value: 'https://bücher.example' } })
  expect(form.getByText('xn--bcher-kva.example')).toBeVisible()
  fireEvent.change(address, { target: { value: 'https://books.example' } })
  expect(form.queryByText(/xn--/)).toBeNull()
})

test('an image is sent as a file, whatever its name', async () => {
  const user = userEvent.setup()
  watchSaved()
  const { calls } = show([answer(createQrCode, qrCode)])
  await user.click(await screen.findByRole('button', { name: 'Generate QR' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Generate QR' }))
  await typeAtOnce(dialog.getByLabelText('Company'), 'Any shop')
  await user.click(dialog.getByRole('radio', { name: 'Image' }))
  setDay(dialog.getByLabelText('Validity'), '2099-12-31')
  await user.type(dialog.getByLabelText('Value'), '1')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Choose a PNG picture')).toBeVisible()
  await user.upload(
    dialog.getByLabelText('Image, PNG file'),
    new File(['x'], 'Offer.PNG', { type: 'image/png' }),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('QR code 523 generated')
  const form = formOf(calls, 'POST', createQrCode.url)
  expect(form).not.toHaveProperty('redirection_url')
  expect(form['image']).toHaveProperty('name', 'Offer.PNG')
})

test('an update sends the changed fields with the version, and a conflict shows what others changed', async () => {
  const user = userEvent.setup()
  let now = qrCode
  const { calls } = show([answer(listQrCodes, () => page([now, old])), refuseStale(updateQrCode, () => now)])
  await user.click(within(await rowOf(/Saffron Table/)).getByRole('checkbox'))
  await user.click(button('Edit'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit QR code 523' }))
  await typeAtOnce(dialog.getByLabelText('Company'), ' & Sons')
  now = { ...qrCode, value: 300, count: 20, version: 4 }
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Value: 250 → 300')).toBeVisible()
  expect(formOf(calls, 'POST', updateQrCode.url)).toEqual({ company: 'Saffron Table & Sons', version: '3' })
  await user.click(dialog.getByRole('button', { name: 'Reload' }))
  expect(dialog.getByLabelText('Value')).toHaveValue('300')
  expect(dialog.getByLabelText('Company')).toHaveValue('Saffron Table & Sons')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(formOf(calls, 'POST', updateQrCode.url)).toEqual({
      company: 'Saffron Table & Sons',
      version: '4',
    }),
  )
})

test('a refused status change or delete shows the server’s message in the banner', async () => {
  const user = userEvent.setup()
  const { calls } = show([
    refuse(updateQrCode, 503, { message: 'The shop is busy' }),
    refuse(deleteQrCodes, 404, { message: 'QR code not found' }),
  ])
  await user.click(within(await rowOf(/Saffron Table/)).getByRole('checkbox'))
  await user.click(button('Deactivate'))
  expect(await screen.findByText(silent)).toBeVisible()
  expect(screen.getByText('The shop is busy')).toBeVisible()
  expect(formOf(calls, 'POST', updateQrCode.url)).toEqual({ is_active: 'false', version: '3' })
  await user.click(button('Close'))
  expect(screen.queryByText(silent)).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(button('Delete'))
  const question = within(await screen.findByRole('dialog', { name: 'Delete 2 QR codes?' }))
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('QR code not found')).toBeVisible()
  const requested = calls.find(({ method }) => method === 'DELETE')?.url.searchParams.getAll('qr_id')
  expect(requested).toEqual([qrCode.id, old.id])
  // Someone else deleted one: the list is read again, and the selection is cleared.
  expect(screen.getByText(/One of these was deleted meanwhile/)).toBeVisible()
  expect(screen.queryByRole('region', { name: 'Selected rows' })).toBeNull()
  await waitFor(() => expect(calls.at(-1)?.method).toBe('GET'))
})

test('a code is viewed with its address, copied, and downloaded as SVG named by its position in the list', async () => {
  const user = userEvent.setup()
  const saved = watchSaved()
  show()
  await user.click(within(await rowOf(/Lakshmi Silks/)).getByRole('button', { name: 'View' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'QR code 841' }))
  expect(dialog.getByRole('img', { name: 'QR code 841, Lakshmi Silks' })).toBeVisible()
  expect(dialog.getByText(/is inactive/)).toBeVisible()
  expect(dialog.getByText(old.url)).toBeVisible()
  expect(dialog.getByRole('img', { name: 'What a scan shows' })).toHaveAttribute(
    'src',
    '/api/images/01900000-0000-7000-8000-0000000000d1/?expires=1&signature=a',
  )
  await user.click(dialog.getByRole('button', { name: 'Copy scan address' }))
  expect(await navigator.clipboard.readText()).toBe(old.url)
  await user.click(dialog.getByRole('button', { name: 'Download SVG' }))
  expect(saved.map(({ name }) => name)).toEqual(['2.svg'])
  expect(saved[0]?.file.type).toBe('image/svg+xml')
})

test('labels are requested with selection and layout, and an invalid layout shows an error at its field', async () => {
  const user = userEvent.setup()
  const message = 'At 60 mm at most 2 columns fit'
  const { calls } = show([
    refuse(getQrLabels, 400, { message: 'Invalid', errors: [{ message, context: { key: 'columns' } }] }),
  ])
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  await user.click(button('Print labels'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Print labels of 2 QR codes' }))
  await user.clear(dialog.getByLabelText('Copies'))
  await user.type(dialog.getByLabelText('Copies'), '6')
  expect(dialog.getByText(/^12 labels on A4/)).toBeVisible()
  await user.clear(dialog.getByLabelText('Size'))
  await user.type(dialog.getByLabelText('Size'), '6')
  await user.click(dialog.getByRole('button', { name: 'Download PDF' }))
  expect(await dialog.findByText('At least 15 mm')).toBeVisible()
  await user.type(dialog.getByLabelText('Size'), '0')
  await user.click(dialog.getByRole('button', { name: 'Download PDF' }))
  expect(await dialog.findByText(message)).toBeVisible()
  expect(calls.at(-1)?.url.search).toBe(
    `?qr_id=${qrCode.id}&qr_id=${old.id}&size=60&columns=3&copies=6&marks=false`,
  )
})

test('labels on a sheet ask for what the sheet needs, and the sheet is remembered', async () => {
  const user = userEvent.setup()
  const { calls } = show([
    { method: 'GET', pattern: /labels/, reply: async () => new Response('%PDF-', { status: 200 }) },
  ])
  const open = async () => {
    await user.click(button('Print labels'))
    return within(await screen.findByRole('dialog', { name: /^Print labels of/ }))
  }
  await user.click(await screen.findByRole('checkbox', { name: 'Select all on this page' }))
  const dialog = await open()
  expect(dialog.queryByLabelText('Rows')).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Paper'), '65 labels, 38.1 × 21.2 mm')
  expect(dialog.queryByLabelText('Size')).toBeNull()
  await user.clear(dialog.getByLabelText('Labels already used'))
  await user.type(dialog.getByLabelText('Labels already used'), '7')
  await user.click(dialog.getByRole('button', { name: 'Download PDF' }))
  await screen.findByText(/^Saved as/)
  expect(calls.at(-1)?.url.search).toBe(`?qr_id=${qrCode.id}&qr_id=${old.id}&sheet=65&copies=1&used=7`)
  const again = await open()
  expect(again.getByLabelText('Paper')).toHaveValue('65')
  await user.selectOptions(again.getByLabelText('Paper'), 'Own label sheet')
  expect(again.getByLabelText('Gap between rows')).toHaveValue('0')
})

test('an empty list offers to create a code, and a failed list shows its reason', async () => {
  const empty = show([], '/qr_codes', [])
  expect(await screen.findByText('No Records found')).toBeVisible()
  expect(screen.getAllByRole('button', { name: 'Generate QR' })).toHaveLength(2)
  empty.unmount()
  show([refuse(listQrCodes, 500, { message: 'It broke' })])
  expect(await screen.findByText('It broke')).toBeVisible()
  expect(button('Retry')).toBeVisible()
})
