import { findPrinters } from '@our-print/contract/printing/findPrinters.ts'
import {
  checkPrinter,
  createPrinter,
  deletePrinter,
  listPrinters,
  testPrinter,
  updatePrinter,
} from '@our-print/contract/printing/printers.ts'
import { listPrintJobs } from '@our-print/contract/printing/printJobs.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { printer, printerStatus as status } from '../../../test/printer.ts'
import { printJob as job } from '../../../test/printJob.ts'
import { answer, page, refuse, renderPage } from '../../../test/renderPage.tsx'
import { PrintersPage } from './PrintersPage.tsx'

const fingerprint = Array(32).fill('AB').join(':')

async function choose(user: ReturnType<typeof userEvent.setup>, action: string) {
  await user.click(await screen.findByRole('button', { name: 'More actions for Front desk' }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('a shop without printers is told how to find their address', async () => {
  renderPage(<PrintersPage />, [answer(listPrinters, page([]))])
  expect(await screen.findByText('No printers yet')).toBeVisible()
  expect(screen.getByText('ipp://192.168.1.20/ipp/print')).toBeVisible()
})

test('a printer shows how it is and what is in it', async () => {
  const empty = { ...status, reasons: ['media-empty'], message: 'Out of paper' }
  const away = { ...status, state: 'unreachable' as const, message: 'Nothing answers at this address.' }
  renderPage(<PrintersPage />, [
    answer(
      listPrinters,
      page([
        printer,
        { ...printer, id: printer.id.replace('e1', 'e3'), name: 'Press', status: empty },
        { ...printer, id: printer.id.replace('e1', 'e2'), name: 'Back office', status: away },
      ]),
    ),
  ])
  expect(await screen.findByText('Ready')).toBeVisible()
  expect(screen.getAllByText('1,234 sides')[0]).toBeVisible()
  expect(screen.getAllByText('2 jobs')[0]).toBeVisible()
  expect(screen.getAllByText('Black & white, both sides, A4 and A3')[0]).toBeVisible()
  expect(screen.getAllByText('8 %')[0]).toBeVisible()
  expect(screen.getByText('Needs attention')).toBeVisible()
  expect(screen.getByText('Does not answer')).toBeVisible()
  expect(screen.getByText('Nothing answers at this address.')).toBeVisible()
  expect(screen.getByText('Last seen')).toBeVisible()
})

test('the network is searched; what is chosen fills the form and is added only with it', async () => {
  const user = userEvent.setup()
  const found = { name: 'Brother', about: 'HL-5', color: false, duplex: true, is_known: false }
  const uri = 'ipp://192.168.1.30/ipp/print'
  const { calls } = renderPage(<PrintersPage />, [
    answer(listPrinters, page([])),
    answer(findPrinters, {
      printers: [
        { ...found, uri },
        { ...found, uri: 'ipp://192.168.1.31/ipp/print', name: 'Known', is_known: true },
      ],
    }),
    answer(createPrinter, printer),
  ])
  await user.click((await screen.findAllByRole('button', { name: 'New printer' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Find printers on the network' }))
  expect(await dialog.findByText('Added')).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Use Known' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Use Brother' }))
  expect(dialog.getByLabelText('Name')).toHaveValue('Brother')
  expect(dialog.getByLabelText('Address')).toHaveValue(uri)
  expect(dialog.getByRole('checkbox', { name: 'Colour' })).not.toBeChecked()
  expect(calls.some(({ url, method }) => method === 'POST' && url.pathname === '/api/printers/')).toBe(false)
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() =>
    expect(
      calls.find(({ url }) => url.pathname === '/api/printers/' && url.search === '')?.body,
    ).toMatchObject({ name: 'Brother', uri, prints_color: false, prints_duplex: true }),
  )
})

test('a new printer is tested, its certificate accepted, and its limits filled', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<PrintersPage />, [
    answer(listPrinters, page([])),
    answer(testPrinter, ({ body }) =>
      (body as { certificate: string | null }).certificate
        ? { status, certificate: null }
        : { status: null, certificate: fingerprint },
    ),
    answer(createPrinter, printer),
  ])
  await user.click(await screen.findByRole('button', { name: 'New printer' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New printer' }))
  await user.click(dialog.getByLabelText('Name'))
  await user.paste('Front desk')
  await user.click(dialog.getByRole('button', { name: 'Test the address' }))
  expect(await dialog.findByText('This field is Required')).toBeVisible()
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)

  await user.click(dialog.getByLabelText('Address'))
  await user.paste(printer.uri)
  await user.click(dialog.getByRole('button', { name: 'Test the address' }))
  await user.click(await dialog.findByRole('button', { name: 'Accept this certificate' }))
  expect(await dialog.findByText('Acme 500')).toBeVisible()
  expect(dialog.getByText('Staple top left')).toBeVisible()
  expect(dialog.getByRole('checkbox', { name: 'Colour' })).not.toBeChecked()
  expect(dialog.getByRole('checkbox', { name: 'A3' })).toBeChecked()
  await user.click(dialog.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Front desk added')).toBeVisible()
  expect(
    calls.findLast(({ url }) => url.pathname === createPrinter.url && url.search === '')?.body,
  ).toBeDefined()
  const created = calls.find(({ method, url }) => method === 'POST' && url.pathname === '/api/printers/')
  expect(created?.body).toEqual({
    name: 'Front desk',
    uri: printer.uri,
    username: null,
    password: null,
    certificate: fingerprint,
    prints_color: false,
    prints_duplex: true,
    paper_sizes: ['A4', 'A3'],
    click_bw: 0,
    click_color: 0,
  })
})

test('a test that fails says why', async () => {
  const user = userEvent.setup()
  const message = 'The printer refuses this user name and password.'
  renderPage(<PrintersPage />, [
    answer(listPrinters, page([printer])),
    refuse(testPrinter, 422, { message, errors: [{ message, context: { key: 'password' } }] }),
  ])
  await choose(user, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit printer' }))
  await user.click(dialog.getByRole('button', { name: 'Test the address' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(message)
})

test('an edit sends what was changed, and the password only if one was typed', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<PrintersPage />, [
    answer(listPrinters, page([printer])),
    answer(updatePrinter, { ...printer, name: 'Press' }),
  ])
  const edit = async (label: string | RegExp, text: string) => {
    await choose(user, 'Edit')
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit printer' }))
    const input = dialog.getByLabelText(label)
    await user.clear(input)
    if (text) await user.type(input, text)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    return calls.findLast(({ method }) => method === 'PATCH')?.body
  }
  expect(await edit('Name', 'Press')).toEqual({ name: 'Press', version: 3 })
  expect(await edit('Password', 'new')).toEqual({ password: 'new', version: 3 })
  expect(await edit(/^User name/, '')).toEqual({ username: null, password: null, version: 3 })
})

test('a printer is asked, deactivated and not deleted while it has jobs', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<PrintersPage />, [
    answer(listPrinters, page([printer])),
    answer(checkPrinter, printer),
    answer(updatePrinter, { ...printer, is_active: false }),
    refuse(deletePrinter, 409, { message: 'This printer has print jobs and cannot be deleted.' }),
  ])
  await choose(user, 'Ask it now')
  expect(await screen.findByText('Front desk has answered')).toBeVisible()
  await choose(user, 'Deactivate')
  expect(await screen.findByText(/is deactivated: it gets no more jobs/)).toBeVisible()
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ is_active: false, version: 3 })
  await choose(user, 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/has print jobs/)).toBeVisible()
})

test('a failing server has its message', async () => {
  renderPage(<PrintersPage />, [refuse(listPrinters, 503, { message: 'The database is busy.' })])
  expect(await screen.findByText('The database is busy.')).toBeVisible()
})

test('a printer says what waits here for it beside what its machine has', async () => {
  const other = { ...printer, id: printer.id.replace('e1', 'e3'), name: 'Press' }
  renderPage(<PrintersPage />, [
    answer(listPrinters, page([printer, other])),
    answer(
      listPrintJobs,
      page([
        { ...job, printer: printer.id, state: 'queued' },
        { ...job, printer: printer.id, state: 'held' },
        // The machine counts it.
        { ...job, printer: printer.id, state: 'printing' },
      ]),
    ),
  ])
  const link = await screen.findByRole('link', { name: '2 jobs' })
  expect(link).toHaveAttribute('href', `/print_queue?open=true&printer=${printer.id}`)
  const terms = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
  expect(terms.filter(([name]) => name === 'Waiting here')).toEqual([
    ['Waiting here', '2 jobs'],
    ['Waiting here', 'no job'],
  ])
  expect(terms.filter(([name]) => name === 'At the machine')).toHaveLength(2)
})

test('what a test told is there until the next one, also when the dialog is opened again', async () => {
  const user = userEvent.setup()
  renderPage(<PrintersPage />, [
    answer(listPrinters, page([printer])),
    answer(testPrinter, { status, certificate: null }),
  ])
  await choose(user, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit printer' }))
  await user.click(dialog.getByRole('button', { name: 'Test the address' }))
  expect(await dialog.findByText('Staple top left')).toBeVisible()
  expect(dialog.getByText(/^ipps:\/\/192\.168\.1\.20\/ipp\/print, asked at /)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await choose(user, 'Edit')
  const again = within(await screen.findByRole('dialog', { name: 'Edit printer' }))
  expect(again.getByText('Staple top left')).toBeVisible()
})
