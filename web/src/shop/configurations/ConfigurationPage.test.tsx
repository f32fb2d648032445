import { setCurrency } from '@our-print/contract/money/currency.ts'
import { listPrinters, type Printer } from '@our-print/contract/printing/printers.ts'
import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { answer, page, refuse, refuseStale, renderPage } from '../../../test/renderPage.tsx'
import { ConfigurationPage } from './ConfigurationPage.tsx'

const { version: _version, ...settings } = configuration

type User = ReturnType<typeof userEvent.setup>

async function retype(user: User, field: HTMLElement, text: string) {
  await user.clear(field)
  await user.paste(text)
}

const pricesOf = (color: string) => within(screen.getByRole('group', { name: color }))

test('the example follows the typed values, and saving sends all with the version', async () => {
  const saved = { ...configuration, delivery_fee: 45.5, version: 8 }
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, configuration),
    answer(updateConfiguration, saved),
  ])
  const user = userEvent.setup()
  const example = await screen.findByTestId('example')
  // 2 × 40 pages at 1.50, two spirals at 30, and 40 for the delivery.
  expect(example.textContent).toBe('₹220.00')
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
  const double = pricesOf('Black & white').getByLabelText('Double-sided')
  await retype(user, double, '2')
  expect(example.textContent).toBe('₹260.00')
  expect(screen.getByText('₹220.00 now')).toBeDefined()
  await retype(user, screen.getByLabelText('Delivery fee'), '45.5')
  expect(example.textContent).toBe('₹265.50')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration saved')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    ...settings,
    price_per_page: { ...settings.price_per_page, bw: { single: 2, double: 2 } },
    delivery_fee: 45.5,
    version: 7,
  })
  expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
})

test('orders can print by themselves, on the best printer or on a chosen one', async () => {
  const laser = { id: '01900000-0000-7000-8000-0000000000e1', name: 'Laser 1' } as Printer
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, configuration),
    answer(updateConfiguration, { ...configuration, auto_print: true, auto_printer: laser.id, version: 8 }),
    answer(listPrinters, page([laser])),
  ])
  const user = userEvent.setup()
  expect(await screen.findByRole('checkbox', { name: /^Print orders when/ })).not.toBeChecked()
  expect(screen.queryByLabelText('Printer')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Print orders when/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Job ticket/ }))
  await screen.findByRole('option', { name: 'Laser 1' })
  await user.selectOptions(screen.getByLabelText('Printer'), 'Laser 1')
  const puts = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration saved')
  await user.selectOptions(screen.getByLabelText('Printer'), 'The one that fits best')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(puts()).toMatchObject([
      { job_tickets: true, auto_print: true, auto_printer: laser.id },
      { auto_print: true, auto_printer: null },
    ]),
  )
})

test.each([
  ['INR', '₹', ['Name on the payment code', 'UPI address']],
  ['EUR', '€', ['Name on the payment code', 'IBAN', 'BIC']],
  ['USD', '$', []],
])('in %s only what can be used there is asked, and the rest stays as it is', async (code, sign, shown) => {
  setCurrency(code)
  const named = { ...configuration, payee_address: 'ourprint@bank', payee_iban: 'DE89370400440532013000' }
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, named),
    answer(updateConfiguration, { ...named, delivery_fee: 45, version: 8 }),
  ])
  const user = userEvent.setup()
  await retype(user, await screen.findByLabelText('Delivery fee'), '45')
  const asked = ['Name on the payment code', 'UPI address', 'IBAN', 'BIC'].filter((label) =>
    screen.queryByRole('textbox', { name: new RegExp(`^${label}`) }),
  )
  expect(asked).toEqual(shown)
  expect(screen.getByLabelText(`Coins per ${sign}100`)).toBeVisible()
  expect(screen.getByText(new RegExp(`An order of [${sign}]500 earns`))).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration saved')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    payee_address: 'ourprint@bank',
    payee_iban: 'DE89370400440532013000',
  })
})

test('a weekday can be closed, and a holiday is named', async () => {
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, configuration),
    answer(updateConfiguration, { ...configuration, version: 8 }),
  ])
  const user = userEvent.setup()
  await user.click(await screen.findByRole('checkbox', { name: /^Saturday/ }))
  expect(screen.queryByLabelText('Saturday from')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Sunday/ }))
  await retype(user, screen.getByLabelText('Sunday until'), '13:00')
  await user.click(screen.getByRole('button', { name: 'Add a holiday' }))
  await retype(user, screen.getByLabelText('Holiday'), 'Republic Day')
  await retype(user, screen.getByLabelText('Day'), '26 Jan 2027')
  await user.tab()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration saved')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({
    opening_hours: { sat: { opens: '', closes: '' }, sun: { opens: '09:00', closes: '13:00' } },
    holidays: [{ day: '2027-01-26', name: 'Republic Day' }],
  })
})

test('two clicks before the button is drawn as busy save once and show one message', async () => {
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, configuration),
    answer(updateConfiguration, { ...configuration, delivery_fee: 45, version: 8 }),
  ])
  const user = userEvent.setup()
  await retype(user, await screen.findByLabelText('Delivery fee'), '45')
  const save = screen.getByRole('button', { name: 'Save' })
  act(() => {
    save.click()
    save.click()
  })
  await screen.findByText('Configuration saved')
  await waitFor(() => expect(save).toBeDisabled())
  expect(screen.getAllByText('Configuration saved')).toHaveLength(1)
  expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1)
})

test('an empty and an invalid price show errors below their fields and are not sent', async () => {
  const { calls } = renderPage(<ConfigurationPage />, [answer(getConfiguration, configuration)])
  const user = userEvent.setup()
  await user.clear(await screen.findByLabelText('Delivery fee'))
  expect(screen.getByTestId('example').textContent).toBe('—')
  await retype(user, screen.getByLabelText('Spiral'), '-3')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('This field is Required')
  await screen.findByText('This cannot be negative')
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('a conflict shows what others changed and keeps what was typed', async () => {
  let now = configuration
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, () => now),
    refuseStale(updateConfiguration, () => now),
  ])
  const user = userEvent.setup()
  await retype(user, await screen.findByLabelText('Delivery fee'), '45')
  now = { ...configuration, claims_per_referral: 3, version: 8 }
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Claims per referral: 1 → 3')
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  expect(screen.getByLabelText<HTMLInputElement>('Delivery fee').value).toBe('45')
  expect(screen.getByLabelText<HTMLInputElement>('Claims per referral').value).toBe('3')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(calls.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({
    delivery_fee: 45,
    claims_per_referral: 3,
    proof_of_delivery: 'optional',
    courier_scans: 'own',
    version: 8,
  })
})

test('a server error is shown with Retry', async () => {
  renderPage(<ConfigurationPage />, [refuse(getConfiguration, 503, { message: 'The server is busy.' })])
  await screen.findByText('The server is busy.')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeEnabled()
})

test('the proof of delivery is optional until a rule is chosen', async () => {
  const { calls } = renderPage(<ConfigurationPage />, [
    answer(getConfiguration, configuration),
    answer(updateConfiguration, { ...configuration, proof_of_delivery: 'required', version: 8 }),
  ])
  const user = userEvent.setup()
  const rule = within(await screen.findByRole('group', { name: 'Proof of delivery' }))
  expect(rule.getByRole('radio', { name: 'Optional' })).toBeChecked()
  await user.click(rule.getByRole('radio', { name: 'Required' }))
  expect(screen.getByText(/No order can be delivered without/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Configuration saved')
  expect(calls.find(({ method }) => method === 'PUT')?.body).toMatchObject({ proof_of_delivery: 'required' })
})
