import { fireEvent, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderPage } from '../../../test/renderPage.tsx'
import { SideMenu } from './SideMenu.tsx'

test('the entry of a screen without one of its own is lit, and brought into view', () => {
  // jsdom does not have it.
  const shown = vi.fn<(this: Element) => void>()
  Object.assign(Element.prototype, { scrollIntoView: shown })
  onTestFinished(() => void Reflect.deleteProperty(Element.prototype, 'scrollIntoView'))
  renderPage(<SideMenu profile={undefined} />, [], { path: '/till' })
  const cash = screen.getByRole('link', { name: 'Cash' })
  expect(cash).toHaveAttribute('aria-current', 'true')
  expect(shown.mock.instances).toEqual([cash])
})

test('the entry of the screen itself is the current page', () => {
  renderPage(<SideMenu profile={undefined} />, [], { path: '/cash' })
  expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Cash')
})

test('a folded group stays folded on this device', async () => {
  const show = () => renderPage(<SideMenu profile={undefined} />, [], { path: '/users' })
  const { unmount } = show()
  const group = () => screen.getByText('Money').closest('details')
  expect(group()).toHaveAttribute('open')
  expect(screen.getByRole('list', { name: 'Subscription Orders' })).toBeVisible()
  group()?.removeAttribute('open')
  fireEvent(group() ?? document, new Event('toggle'))
  unmount()
  show()
  expect(group()).not.toHaveAttribute('open')
  expect(screen.getByText('Orders').closest('details')).toHaveAttribute('open')
  localStorage.clear()
})
