import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Router } from '../router/router.tsx'
import { Menu, MenuItem } from './Menu.tsx'

const chosen = vi.fn<(name: string) => void>()
const rowPressed = vi.fn<() => void>()

function Row() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const item = (name: string) => <MenuItem onClick={() => chosen(name)}>{name}</MenuItem>
  return (
    <Router>
      {/* A row that is pressed as a whole. */}
      <div role="presentation" onClick={rowPressed} onKeyDown={rowPressed}>
        <button
          type="button"
          onClick={(event) => {
            event.stopPropagation()
            setAnchor(event.currentTarget)
          }}
        >
          More
        </button>
        {anchor && (
          <Menu anchor={anchor} onClose={() => setAnchor(null)}>
            {item('Edit')}
            {item('Export')}
            <MenuItem reason="Sold already" onClick={() => chosen('Change')}>
              Change
            </MenuItem>
            <MenuItem to="/scans">Scans</MenuItem>
            <MenuItem kind="checkbox" checked={false} stays onClick={() => chosen('Sound')}>
              Sound
            </MenuItem>
          </Menu>
        )}
      </div>
    </Router>
  )
}

async function openMenu() {
  chosen.mockReset()
  rowPressed.mockReset()
  const user = userEvent.setup()
  render(<Row />)
  await user.click(screen.getByRole('button', { name: 'More' }))
  return user
}

const focused = () => document.activeElement?.textContent
const menu = () => screen.queryByRole('menu')

test('arrows, Home, End and letters move through the items, and nothing else hears of them', async () => {
  const user = await openMenu()
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Export')
  await user.keyboard('{End}')
  expect(focused()).toBe('Sound')
  await user.keyboard('{ArrowDown}')
  expect(focused()).toBe('Edit')
  await user.keyboard('{ArrowUp}{Home}')
  expect(focused()).toBe('Edit')
  await user.keyboard('ex')
  expect(focused()).toBe('Export')
  expect(rowPressed).not.toHaveBeenCalled()
})

test('Enter chooses; the menu closes and gives the focus back first', async () => {
  const user = await openMenu()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Export')
  expect(menu()).toBeNull()
  expect(focused()).toBe('More')
  expect(rowPressed).not.toHaveBeenCalled()
})

test.each(['{Escape}', '{Tab}'])('%s closes it and gives the focus back', async (key) => {
  const user = await openMenu()
  await user.keyboard(key)
  expect(menu()).toBeNull()
  expect(focused()).toBe('More')
})

test('a press beside it only closes it', async () => {
  const user = await openMenu()
  await user.click(menu()?.parentElement as HTMLElement)
  expect(menu()).toBeNull()
  expect(rowPressed).not.toHaveBeenCalled()
})

test('an item that cannot be chosen is reached and says why', async () => {
  const user = await openMenu()
  const change = screen.getByRole('menuitem', { name: /^Change/ })
  expect(change).toHaveAttribute('aria-disabled', 'true')
  expect(change).toHaveTextContent('Sold already')
  await user.click(change)
  expect(chosen).not.toHaveBeenCalled()
  expect(menu()).toBeVisible()
})

test('what is switched on or off leaves the menu open', async () => {
  const user = await openMenu()
  await user.click(screen.getByRole('menuitemcheckbox', { name: 'Sound' }))
  expect(chosen).toHaveBeenCalledExactlyOnceWith('Sound')
  expect(menu()).toBeVisible()
})

test('a link is followed by the space bar, too', async () => {
  const user = await openMenu()
  await user.keyboard('sc')
  expect(screen.getByRole('menuitem', { name: 'Scans' })).toHaveFocus()
  await user.keyboard(' ')
  expect(menu()).toBeNull()
})
