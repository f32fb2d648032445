import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { FindButton } from './FindButton.tsx'

/** The file of the palette, which comes when the test says so. */
const file = Promise.withResolvers<void>()
vi.mock('../palette/CommandPalette.tsx', async (load) => {
  await file.promise
  return await load()
})

test('what is typed while the palette is loaded is for the palette, and not for the list', async () => {
  const user = userEvent.setup()
  const pressed: string[] = []
  const hear = ({ key }: KeyboardEvent) => pressed.push(key)
  document.addEventListener('keydown', hear)
  const { location } = renderPage(<FindButton />)
  const before = location()
  await user.keyboard('{Control>}k{/Control}')
  // g and a letter go to a screen, and ? shows the keys, where they are for the page.
  await user.keyboard('jxx{Backspace}kgp?{Enter}')
  expect(screen.queryByRole('combobox')).toBeNull()
  file.resolve()
  expect(await screen.findByRole('combobox', { name: 'Find anything' })).toHaveValue('jxkgp?')
  expect(location()).toBe(before)
  document.removeEventListener('keydown', hear)
  expect(pressed).toEqual(['Control', 'k'])
})
