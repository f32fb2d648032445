import { fireEvent, render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { count } from '../format/format.ts'
import { Chart } from './Chart.tsx'
import { type ChartProps, dayAxis } from './chartData.ts'

const days = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((day) => ({ day }))

const show = (more: Partial<ChartProps> = {}) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T16:05:00') })
  return render(
    <Chart
      kind="lines"
      about="Orders by day"
      {...dayAxis(days)}
      series={[
        { name: 'orders', label: 'Orders', ink: 1, values: [10, 20, 30, 1040, 5], show: count },
        { name: 'delivered', label: 'Delivered', ink: 2, values: [1, 2, 3, 4, 0], show: count },
      ]}
      short={count}
      height={280}
      {...more}
    />,
  )
}

const slider = () => screen.getByRole('slider', { name: 'Values' })
const tooltip = () => screen.queryByText(/^\d+\w+ Nov 2026/)?.parentElement?.textContent

/** jsdom knows no sizes: the chart is 400 px wide. */
function pointTo(clientX: number, event: 'pointerMove' | 'click' = 'pointerMove') {
  const area = slider().parentElement
  if (!area) throw new Error('The slider stands alone')
  area.getBoundingClientRect = () => new DOMRect(100, 0, 400, 200)
  fireEvent[event](area, { clientX })
  return area
}

test('has a name, a legend, the numbers of its axis and the names of its days', () => {
  show()
  const chart = within(screen.getByRole('figure', { name: 'Orders by day' }))
  expect(chart.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Orders', 'Delivered'])
  for (const text of ['0', '500', '1,000', '1,500', '18 Nov', '22 Nov']) {
    expect(chart.getByText(text)).toBeVisible()
  }
})

test('tells a screen reader the values of a day, of the last one first', () => {
  show()
  expect(slider()).toHaveAttribute('aria-valuetext', '22nd Nov 2026, so far: Orders 5, Delivered 0')
  expect(tooltip()).toBeUndefined()
  fireEvent.focus(slider())
  expect(tooltip()).toBe('22nd Nov 2026, so farOrders5Delivered0')
  fireEvent.change(slider(), { target: { value: 3 } })
  expect(slider()).toHaveAttribute('aria-valuetext', '21st Nov 2026: Orders 1,040, Delivered 4')
  expect(tooltip()).toBe('21st Nov 2026Orders1,040Delivered4')
  fireEvent.keyDown(slider(), { key: 'Escape' })
  expect(tooltip()).toBeUndefined()
  fireEvent.change(slider(), { target: { value: 0 } })
  expect(tooltip()).toBe('18th Nov 2026Orders10Delivered1')
  fireEvent.blur(slider())
  expect(tooltip()).toBeUndefined()
})

test('shows the day at the pointer until it leaves', () => {
  show()
  const area = pointTo(205)
  expect(tooltip()).toBe('19th Nov 2026Orders20Delivered2')
  pointTo(290)
  expect(tooltip()).toBe('20th Nov 2026Orders30Delivered3')
  fireEvent.pointerLeave(area)
  expect(tooltip()).toBeUndefined()
})

test('keeps a day that was tapped until the focus goes', () => {
  show()
  const area = pointTo(205, 'click')
  fireEvent.pointerLeave(area)
  expect(slider()).toHaveFocus()
  expect(tooltip()).toBe('19th Nov 2026Orders20Delivered2')
  slider().blur()
  fireEvent.blur(slider())
  expect(tooltip()).toBeUndefined()
})

test('bars upon each other have a sum, in the tooltip and on the axis', () => {
  show({ kind: 'bars' })
  expect(slider()).toHaveAttribute('aria-valuetext', '22nd Nov 2026, so far: Orders 5, Delivered 0, Total 5')
  pointTo(350)
  expect(tooltip()).toBe('21st Nov 2026Orders1,040Delivered4Total1,044')
})

test('what is not over yet is dashed, and nothing is when all is over', () => {
  const { container, rerender } = show()
  const dashed = () => container.querySelectorAll('[class*=partial]').length
  expect(dashed()).toBe(2)
  rerender(
    <Chart
      kind="lines"
      about="Orders by day"
      {...dayAxis(days.slice(0, -1))}
      series={[{ name: 'orders', label: 'Orders', ink: 1, values: [1, 2, 3, 4], show: count }]}
      short={count}
      height={280}
    />,
  )
  expect(dashed()).toBe(0)
  expect(screen.queryByRole('list')).toBeNull()
})

test('without values it says so, in the same height', () => {
  show({
    series: [{ name: 'orders', label: 'Orders', ink: 1, values: [0, 0], show: count }],
    empty: 'No orders',
  })
  expect(screen.getByText('No orders')).toBeVisible()
  expect(screen.queryByRole('slider')).toBeNull()
  expect(screen.getByRole('figure')).toHaveStyle({ height: '280px' })
})
