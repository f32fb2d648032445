import { screen } from '@testing-library/react'
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
  expect(cash.className).toContain('lit')
  expect(shown.mock.instances).toEqual([cash])
})
