import type { Dashboard } from '@our-print/contract/shop/dashboard.ts'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { TrendsCard } from './TrendsCard.tsx'

const day = '2026-11-20'
const counts = { confirmed: 0, assigned: 0, 'out-for-delivery': 0, delivered: 0, cancelled: 0, total: 6 }

/** One day with one order in each of its first hours, as many pages as the hour has, and no order later. */
const data = {
  from_date: day,
  to_date: day,
  orders: { print: counts, subscription: { ...counts, total: 0 } },
  pages: 15,
  revenue: 60,
  per_day: [{ day, orders: 6, cancelled: 0, delivered: 4, pages: 15, revenue: 60, scans: 9 }],
  per_hour: Array.from({ length: 24 }, (_, hour) => {
    const orders = hour < 6 ? 1 : 0
    return { hour, orders, cancelled: 0, pages: orders * hour, revenue: orders * 10 }
  }),
  previous: { orders: 6, revenue: 60, pages: 15, new_customers: 0, delivered: 4, scans: 9 },
} as unknown as Dashboard

const show = (now: string, path = '/dashboard') => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  document.documentElement.setAttribute('data-time-zone', 'Asia/Kolkata')
  onTestFinished(() => {
    vi.useRealTimers()
    document.documentElement.removeAttribute('data-time-zone')
  })
  return renderPage(<TrendsCard data={data} range={{ from_date: day, to_date: day }} />, [], { path })
}
beforeEach(() => vi.useRealTimers())

const dashed = (container: HTMLElement) => container.querySelectorAll('[class*=partial]').length

test('one day that is over is drawn hour by hour', () => {
  const { container } = show('2026-11-22T10:00:00Z')
  const chart = screen.getByRole('figure', { name: /^Orders taken in, by hour, on 20th Nov 2026/ })
  const hours = within(chart).getByRole('slider', { name: 'Values' })
  expect(hours).toHaveAttribute('aria-valuetext', '11 pm to 12 am: Orders 0')
  expect(hours).toHaveAttribute('max', '23')
  expect(dashed(container)).toBe(0)
})

test('today ends with the present hour of the shop, which is dashed', () => {
  // 3:20 pm in Kolkata.
  const { container } = show('2026-11-20T09:50:00Z', '/dashboard?chart=pages')
  const hours = screen.getByRole('slider', { name: 'Values' })
  expect(hours).toHaveAttribute('aria-valuetext', '3 pm to 4 pm, so far: Pages 0')
  expect(hours).toHaveAttribute('max', '15')
  expect(dashed(container)).toBe(1)
})

test('its table has the same hours, and what has none says so', async () => {
  const user = userEvent.setup()
  show('2026-11-22T10:00:00Z')
  await user.click(screen.getByRole('button', { name: /^Scans/ }))
  expect(screen.getByText(/^Scans are counted by the day/)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const rows = within(screen.getByRole('table', { name: 'Hour by hour' })).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
    'HourOrdersPagesRevenue',
    '11 pm to 12 am00₹0.00',
  ])
  expect(rows.at(-6)?.textContent).toBe('5 am to 6 am15₹10.00')
})
