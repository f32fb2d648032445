import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { DateField } from './DateField.tsx'

let written: string | null | undefined

function Filter({ start, min }: { start: string | null; min?: string }) {
  const [day, setDay] = useState(start)
  return (
    <DateField
      label="From"
      value={day}
      min={min}
      onChange={(next) => {
        written = next
        setDay(next)
      }}
    />
  )
}

function show(start: string | null, min?: string) {
  written = undefined
  renderPage(<Filter start={start} {...(min && { min })} />)
  return { user: userEvent.setup(), field: screen.getByRole('textbox', { name: 'From' }) }
}

const picker = () => screen.findByRole('dialog', { name: 'Choose From' })

test.each([
  ['2026-01-01', '1st Jan 2026'],
  ['2026-02-02', '2nd Feb 2026'],
  ['2026-01-03', '3rd Jan 2026'],
  ['2026-01-11', '11th Jan 2026'],
  ['2026-01-12', '12th Jan 2026'],
  ['2026-12-13', '13th Dec 2026'],
  ['2026-08-21', '21st Aug 2026'],
  ['2026-10-30', '30th Oct 2026'],
])('%s shows as %s', (day, shown) => {
  expect(show(day).field).toHaveValue(shown)
})

test('a click opens the picker and OK accepts', async () => {
  const { user, field } = show('2026-01-03')
  await user.click(field)
  const dialog = within(await picker())
  await user.click(dialog.getByRole('gridcell', { name: '17' }))
  expect(written).toBeUndefined()
  await user.click(dialog.getByRole('button', { name: 'OK' }))
  expect(written).toBe('2026-01-17')
  expect(field).toHaveValue('17th Jan 2026')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('space opens the picker and Enter accepts', async () => {
  const { user, field } = show('2026-01-03')
  await user.tab()
  await user.keyboard(' ')
  await picker()
  await user.keyboard('{ArrowRight}{Enter}')
  expect(written).toBe('2026-01-04')
  expect(field).toHaveFocus()
})

test('cancel and Escape leave the date as it was', async () => {
  const { user, field } = show('2026-01-03')
  await user.click(field)
  const dialog = within(await picker())
  await user.click(dialog.getByRole('gridcell', { name: '17' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(field).toHaveValue('3rd Jan 2026')
  await user.click(field)
  await picker()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(written).toBeUndefined()
})

test('the day can be cleared in the field and in the picker', async () => {
  const { user, field } = show('2026-01-03')
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(written).toBeNull()
  expect(field).toHaveValue('')
  await user.click(field)
  await user.click(within(await picker()).getByRole('button', { name: 'Clear' }))
  expect(written).toBeNull()
})

test.each([
  ['3/1/2026', '2026-01-03'],
  ['2026-01-03', '2026-01-03'],
  ['3jan2026', '2026-01-03'],
  ['31.12.2026', '2026-12-31'],
  ['31 Dec 2026', '2026-12-31'],
  ['3 1 2026', '2026-01-03'],
])('typing %s means %s', async (typed, day) => {
  const { user } = show(null)
  await user.tab()
  await user.keyboard(`${typed}{Enter}`)
  expect(written).toBe(day)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['31/2/2026', 'Invalid Date Format'],
  ['soon', 'Invalid Date Format'],
  ['31/12/1899', 'Date should not be before minimal date'],
  ['2/1/2100', 'Date should not be after maximal date'],
])('typing %s shows "%s"', async (typed, message) => {
  const { user, field } = show(null)
  await user.tab()
  await user.keyboard(typed)
  await user.tab()
  expect(field).toHaveAccessibleDescription(message)
})

test.each(['1900-01-01', '2100-01-01'])('the bound %s itself is allowed', (day) => {
  expect(show(day).field).not.toHaveAccessibleDescription()
})

test('the end of a range is bounded by its start', async () => {
  const { field } = show('2026-01-03', '2026-01-10')
  expect(field).toHaveAccessibleDescription('Date should not be before minimal date')
})
