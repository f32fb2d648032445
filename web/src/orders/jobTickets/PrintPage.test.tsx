import { getPrint } from '@our-print/contract/orders/printPage.ts'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { PrintPage } from './PrintPage.tsx'

const place = { path: '/print/01900000-0000-7000-8000-000000000001', route: '/print/:id', role: null }
const print = { user_data: { first_name: 'Asha' }, title: 'Lecture notes', pdf_page_count: 1240 }

test('shows the customer, title and pages of a print, without a session', async () => {
  const { calls } = renderPage(<PrintPage />, [answer(getPrint, print)], place)
  expect(await screen.findByRole('heading', { name: 'Lecture notes' })).toBeVisible()
  expect(screen.getByText('Asha')).toBeVisible()
  expect(screen.getByText('1,240')).toBeVisible()
  expect(calls[0]?.headers.has('Authorization')).toBe(false)
})

test('says that it is loading', () => {
  renderPage(<PrintPage />, [hang(getPrint)], place)
  expect(screen.getByText('Loading...')).toBeInTheDocument()
})

test.each([404, 400])('an unknown print (%i) shows a message', async (status) => {
  renderPage(<PrintPage />, [refuse(getPrint, status, { message: 'Order not found' })], place)
  expect(await screen.findByRole('heading', { name: 'Print not found' })).toBeVisible()
})

test('a failure shows its reason and Retry', async () => {
  let works = false
  const failing = refuse(getPrint, 503, { message: 'The server is busy.' })
  const answers = {
    ...failing,
    reply: (call: Parameters<typeof failing.reply>[0]) =>
      (works ? answer(getPrint, print) : failing).reply(call),
  }
  renderPage(<PrintPage />, [answers], place)
  expect(await screen.findByText('The server is busy.')).toBeVisible()
  works = true
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('heading', { name: 'Lecture notes' })).toBeVisible()
})
