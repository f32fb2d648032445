import { getConfiguration } from '@our-print/contract/shop/configurations.ts'
import { updateConfiguration } from '@our-print/contract/shop/updateConfiguration.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { configuration } from '../../../test/configuration.ts'
import { answer, type Call, renderPage } from '../../../test/renderPage.tsx'
import { ConfigurationPage } from './ConfigurationPage.tsx'

const saved = (calls: Call[]) => calls.find(({ method }) => method === 'PUT')?.body
const open = (arrival_windows: typeof configuration.arrival_windows) =>
  renderPage(<ConfigurationPage />, [
    answer(getConfiguration, { ...configuration, arrival_windows }),
    answer(updateConfiguration, configuration),
  ])
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: '[name^=arrival_windows] ' }), {
    target: { value },
  })

test('a window is added, without a number it is never full, and another one is removed', async () => {
  const user = userEvent.setup()
  const { calls } = open([])
  await user.click(await screen.findByRole('button', { name: 'Add a window' }))
  type('From', '17:00')
  type('Until', '16:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('It ends after it begins')).toBeVisible()
  expect(saved(calls)).toBeUndefined()
  type('From', '15:00')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved(calls)).toMatchObject({
      arrival_windows: [{ from: '15:00', until: '16:00', most_orders: null }],
    }),
  )
})

test('a window is removed; what is left keeps its number', async () => {
  const user = userEvent.setup()
  const { calls } = open([
    { from: '09:00', until: '11:00', most_orders: null },
    { from: '16:00', until: '17:00', most_orders: 8 },
  ])
  await user.click(await screen.findByRole('button', { name: 'Remove window 1' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved(calls)).toMatchObject({
      arrival_windows: [{ from: '16:00', until: '17:00', most_orders: 8 }],
    }),
  )
})

test('where the shop is, and that positions are kept, are saved', async () => {
  const user = userEvent.setup()
  const { calls } = open([])
  await user.click(await screen.findByRole('checkbox', { name: /^Keep where orders are handed over/ }))
  fireEvent.change(screen.getByLabelText(/^Latitude/), { target: { value: '12.97' } })
  fireEvent.change(screen.getByLabelText(/^Longitude/), { target: { value: '77.59' } })
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(saved(calls)).toMatchObject({ keep_positions: true, shop_latitude: 12.97, shop_longitude: 77.59 }),
  )
})
