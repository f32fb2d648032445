import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Calendar } from './Calendar.tsx'

function show(value: string | null, [min, max]: [min: string, max: string] = ['1900-01-01', '2100-01-01']) {
  const onAccept = vi.fn()
  const onCancel = vi.fn()
  render(
    <Calendar
      label="Choose a day"
      anchor={document.body}
      value={value}
      min={min}
      max={max}
      onAccept={onAccept}
      onCancel={onCancel}
    />,
  )
  return { user: userEvent.setup(), onAccept, onCancel }
}

test.each([
  ['{ArrowLeft}', '2026-01-14'],
  ['{ArrowRight}', '2026-01-16'],
  ['{ArrowUp}', '2026-01-08'],
  ['{ArrowDown}', '2026-01-22'],
  ['{Home}', '2026-01-11'],
  ['{End}', '2026-01-17'],
  ['{PageUp}', '2025-12-15'],
  ['{PageDown}', '2026-02-15'],
  ['{Shift>}{PageUp}{/Shift}', '2025-01-15'],
  ['{Shift>}{PageDown}{/Shift}', '2027-01-15'],
])('from 15th Jan 2026 %s leads to %s', async (key, day) => {
  const { user, onAccept } = show('2026-01-15')
  await user.keyboard(`${key}{Enter}`)
  expect(onAccept).toHaveBeenCalledExactlyOnceWith(day)
})

test('another month has the same day, or its last one', async () => {
  const { user, onAccept } = show('2024-01-31')
  await user.keyboard('{PageDown}')
  expect(screen.getByRole('grid', { name: 'February 2024' })).toBeVisible()
  await user.keyboard('{Enter}')
  expect(onAccept).toHaveBeenCalledWith('2024-02-29')
})

test('keys and buttons stop at the bounds, days beyond them cannot be chosen', async () => {
  const { user, onAccept } = show('2026-03-10', ['2026-03-08', '2026-04-02'])
  expect(screen.getByRole('gridcell', { name: '7' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  await user.keyboard('{PageDown}')
  expect(screen.getByRole('gridcell', { name: '2' })).toHaveFocus()
  expect(screen.getByRole('gridcell', { name: '3' })).toBeDisabled()
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled()
  await user.keyboard('{Enter}')
  expect(onAccept).toHaveBeenCalledWith('2026-04-02')
})

test('month and year are chosen by name', async () => {
  const { user, onAccept } = show('2026-01-31')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Month' }), 'Feb')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Year' }), '2031')
  expect(screen.getByRole('grid', { name: 'February 2031' })).toBeVisible()
  await user.click(screen.getByRole('gridcell', { name: '14' }))
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(onAccept).toHaveBeenCalledWith('2031-02-14')
})

test('a day is chosen by Space, and taken by OK', async () => {
  const { user, onAccept, onCancel } = show('2026-01-15')
  await user.keyboard('{ArrowRight} ')
  expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent('16')
  expect(onAccept).not.toHaveBeenCalled()
  await user.keyboard('{Escape}')
  expect(onCancel).toHaveBeenCalledOnce()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(onAccept).toHaveBeenCalledWith('2026-01-16')
})

test('OK takes the day that looks chosen: the one that the keys or the months reached', async () => {
  const { user, onAccept } = show('2026-01-15')
  const ok = screen.getByRole('button', { name: 'OK' })
  const chosen = () => screen.getAllByRole('gridcell', { selected: true }).map((day) => day.textContent)
  await user.click(ok)
  expect(onAccept).toHaveBeenLastCalledWith('2026-01-15')
  screen.getByRole('gridcell', { name: '15' }).focus()
  await user.keyboard('{ArrowRight}{ArrowDown}')
  expect(chosen()).toEqual(['23'])
  await user.click(ok)
  expect(onAccept).toHaveBeenLastCalledWith('2026-01-23')
  await user.click(screen.getByRole('button', { name: 'Next month' }))
  expect(chosen()).toEqual(['23'])
  await user.click(ok)
  expect(onAccept).toHaveBeenLastCalledWith('2026-02-23')
})

test('where no day was chosen today is, or the nearest that can be', async () => {
  const { user, onAccept } = show(null, ['1900-01-01', '2001-02-03'])
  expect(screen.getByRole('gridcell', { selected: true })).toHaveTextContent('3')
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(onAccept).toHaveBeenCalledWith('2001-02-03')
})
