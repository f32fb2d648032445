import { listSheets, readSheets } from '@our-print/contract/printing/sheets.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { order } from '../../../test/order.ts'
import { answer, refuse, renderPage } from '../../../test/renderPage.tsx'
import { OrderSheets } from './OrderSheets.tsx'

const document = {
  impressions: 20,
  color_impressions: 0,
  sheets: 10,
  duplex: true,
  binding_edge: 'long',
} as const

test('the documents of an order are listed when they are to be seen, each with its PDF', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderSheets order={order} />, [
    answer(listSheets, [
      { ...document, file: 'a', name: 'Thesis.pdf' },
      { ...document, file: 'b', name: 'Annex.pdf', impressions: 1, sheets: 1 },
    ]),
    refuse(readSheets, 503, { message: 'The server is busy. Please try again in a moment.' }),
  ])
  expect(calls).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Preview sheets' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Sheets as printed' }))
  expect(await dialog.findByText(/server is busy/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Download PDF' })).toBeNull()
  await user.selectOptions(dialog.getByLabelText('Document'), 'Annex.pdf: 1 side on 1 sheet')
  await waitFor(() => expect(calls.at(-1)?.url.search).toBe('?file=b'))
  expect(calls.at(-1)?.url.pathname).toBe(`/api/sheets/${order.id}/`)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

function Changeable() {
  const [version, setVersion] = useState(order.version)
  return (
    <>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Change it
      </button>
      <OrderSheets order={{ ...order, version }} />
    </>
  )
}

test('an order that was changed shows the sheets that it prints now', async () => {
  const user = userEvent.setup()
  let impressions = 20
  renderPage(<Changeable />, [
    answer(listSheets, () => [
      { ...document, impressions, file: 'a', name: 'Thesis.pdf' },
      { ...document, file: 'b', name: 'Annex.pdf' },
    ]),
    refuse(readSheets, 503, { message: 'The server is busy.' }),
  ])
  const look = async (sides: string) => {
    await user.click(screen.getByRole('button', { name: 'Preview sheets' }))
    expect(
      await screen.findByRole('option', { name: `Thesis.pdf: ${sides} on 10 sheets` }),
    ).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Close' }))
  }
  await look('20 sides')
  impressions = 10
  await user.click(screen.getByRole('button', { name: 'Change it' }))
  await look('10 sides')
})

test('an order whose sheets cannot be read says why, and asks again', async () => {
  const user = userEvent.setup()
  const { calls } = renderPage(<OrderSheets order={order} />, [
    refuse(listSheets, 422, { message: 'Thesis.pdf cannot be checked: it is damaged' }),
  ])
  await user.click(screen.getByRole('button', { name: 'Preview sheets' }))
  expect(await screen.findByText(/Thesis.pdf cannot be checked/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Preview sheets' }))
  await waitFor(() => expect(calls).toHaveLength(2))
})
