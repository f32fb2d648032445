import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

test('a browser that keeps nothing of the site is told so, and shows no empty page', async () => {
  document.body.innerHTML = '<div id="root"></div>'
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError')
    },
  })
  await import('./main.tsx')
  expect(await screen.findByRole('alert')).toHaveTextContent('Allow this site to keep data in your browser.')
})
