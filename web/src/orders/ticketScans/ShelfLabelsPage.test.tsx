import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { ShelfLabelsPage, shelfPlaces } from './ShelfLabelsPage.tsx'

test.each([
  ['A-B', 2, ['A1', 'A2', 'B1', 'B2']],
  ['c', 1, ['C1']],
  ['B-A', 1, ['A1', 'B1']],
  [' a - b ', 1.9, ['A1', 'B1']],
  ['', 3, []],
  ['1-2', 3, []],
  ['A', 0, []],
  ['A', Number.NaN, []],
])('rows %s with %d places', (rows, columns, places) => expect(shelfPlaces(rows, columns)).toEqual(places))

test('a row has 99 places at most', () => expect(shelfPlaces('A', 1000)).toHaveLength(99))

test('what is typed stays however fast it comes, and is in the address', async () => {
  const { location } = renderPage(<ShelfLabelsPage />)
  const rows = screen.getByRole<HTMLInputElement>('textbox', { name: 'Rows' })
  const typed: string[] = []
  // Before the address of the first letter is drawn.
  act(() => {
    for (const letter of 'B-D') {
      fireEvent.change(rows, { target: { value: (letter === 'B' ? '' : rows.value) + letter } })
      typed.push(rows.value)
    }
    fireEvent.change(screen.getByRole('textbox', { name: 'Places in a row' }), { target: { value: '२' } })
  })
  expect(typed).toEqual(['B', 'B-', 'B-D'])
  expect(await screen.findByText('6 labels, 90 × 34 mm each')).toBeVisible()
  expect(location()).toMatch(/\?rows=B-D&columns=%E0%A5%A8$/)
})
