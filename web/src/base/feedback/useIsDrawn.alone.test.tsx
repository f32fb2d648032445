import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test('the first screen draws what is seen first before the rest, and later screens all at once', async () => {
  // As when the app is opened: the setup of the tests has drawn a screen already.
  vi.resetModules()
  const { useIsDrawn } = await import('./useIsDrawn.ts')
  const seen: boolean[] = []
  const Page = () => {
    const isDrawn = useIsDrawn()
    seen.push(isDrawn)
    return isDrawn ? <p>the rest</p> : <p>what is seen first</p>
  }
  const { unmount } = render(<Page />)
  expect(screen.getByText('what is seen first')).toBeVisible()
  expect(await screen.findByText('the rest')).toBeVisible()
  unmount()
  seen.length = 0
  render(<Page />)
  expect(seen).not.toContain(false)
})
