import { getKeptPromises, type KeptPromises } from '@our-print/contract/printing/keptPromises.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { answer, type Call, hang, refuse, renderPage } from '../../../test/renderPage.tsx'
import { screenOf } from '../../../test/screenOf.ts'
import { PromisesPage } from './PromisesPage.tsx'

const range = { from_date: '2026-11-01', to_date: '2026-11-30' }
const week: KeptPromises = {
  id: '2026-11-23',
  label: '2026-11-23',
  orders: 70,
  kept: 61,
  missed: 9,
  overdue: 2,
  late_median: 25,
  late_p90: 150,
  proposed: 64,
  error_median: -55,
  error_p90: 0,
}
const none = { late_median: null, late_p90: null, error_median: null, error_p90: null }
const path = '/promises?period=custom&from_date=2026-11-01&to_date=2026-11-30'
const kept = (total: Partial<KeptPromises>, rows: KeptPromises[]) =>
  answer(getKeptPromises, { ...range, total: { ...week, id: 'all', label: 'All', ...total }, rows })
const asked = (calls: Call[]) => calls.map(({ url }) => url.search)

test('how promises were kept, by how much they were missed, and how far what was proposed was off', async () => {
  const quiet = {
    ...week,
    ...none,
    id: '2026-11-16',
    label: '2026-11-16',
    orders: 3,
    kept: 3,
    missed: 0,
    overdue: 0,
  }
  const { calls } = renderPage(<PromisesPage />, [kept({}, [week, quiet])], { path })
  const table = within(await screen.findByRole('table', { name: 'Weeks' }))
  expect(
    table.getByRole('row', {
      name: '23rd Nov 2026 87% 61 of 70 25 min 9 of 10: 2 h 30 min 2 55 min early 9 of 10: on time',
    }),
  ).toBeVisible()
  expect(table.getByRole('row', { name: '16th Nov 2026 100% 3 of 3 – 0 –' })).toBeVisible()
  expect(screen.getByText('61 of 70 promises')).toBeVisible()
  expect(screen.getByText('half of them by 25 min or less')).toBeVisible()
  expect(screen.getByText('They hold')).toBeVisible()
  expect(screen.getByText('9 of 10 done on time or earlier')).toBeVisible()
  expect(asked(calls)).toEqual(['?from_date=2026-11-01&to_date=2026-11-30&by=week'])
})

test('the groups are tabs, and keep the period', async () => {
  const ravi = { ...week, id: '01900000-0000-7000-8000-000000000009', label: 'Ravi Kumar' }
  const { calls, location } = renderPage(
    <PromisesPage />,
    [
      answer(getKeptPromises, ({ url }) => ({
        ...range,
        total: { ...week, error_p90: 4000 },
        rows: [url.searchParams.get('by') === 'courier' ? ravi : week],
      })),
    ],
    { path },
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Delivery staff' }))
  const table = within(await screen.findByRole('table', { name: 'Delivery staff' }))
  expect(table.getByRole('columnheader', { name: 'Delivery staff' })).toBeVisible()
  expect(table.getByRole('rowheader', { name: 'Ravi Kumar' })).toBeVisible()
  expect(screen.getByText('3 days off')).toBeVisible()
  expect(location()).toBe(`${path}&by=courier`)
  expect(asked(calls).at(-1)).toBe('?from_date=2026-11-01&to_date=2026-11-30&by=courier')
  await userEvent.click(screen.getByRole('link', { name: 'Weeks' }))
  await waitFor(() => expect(location()).toBe(path))
})

test('loading, nothing and a failure are said; a failure can be tried again', async () => {
  const loading = renderPage(<PromisesPage />, [hang(getKeptPromises)], { path })
  expect(screen.getByText('Loading...')).toBeInTheDocument()
  loading.unmount()
  const empty = { ...none, orders: 0, kept: 0, missed: 0, overdue: 0, proposed: 0 }
  const nothing = renderPage(<PromisesPage />, [kept(empty, [])], { path })
  expect(await screen.findByText(/^Orders of these days appear here/)).toBeVisible()
  expect(screen.getByText('no order has one yet')).toBeVisible()
  nothing.unmount()
  const { calls } = renderPage(
    <PromisesPage />,
    [refuse(getKeptPromises, 500, { message: 'Something broke.' })],
    {
      path,
    },
  )
  expect(await screen.findByText('Something broke.')).toBeVisible()
  expect(screen.queryByText('Kept')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(calls).toHaveLength(2)
})

test('a phone has the same screen', async () => {
  screenOf(390)
  renderPage(<PromisesPage />, [kept({}, [week])], { path })
  expect(await screen.findByRole('rowheader', { name: '23rd Nov 2026' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Production' })).toHaveAttribute('href', '/production')
})
