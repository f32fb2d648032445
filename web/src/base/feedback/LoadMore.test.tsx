import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LoadMore } from './LoadMore.tsx'

test('a press while the list is read again loads the next page afterwards, once', async () => {
  const onLoad = vi.fn<() => void>()
  const { rerender } = render(<LoadMore isLoading={false} isBusy onLoad={onLoad} />)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(onLoad).not.toHaveBeenCalled()
  rerender(<LoadMore isLoading={false} isBusy={false} onLoad={onLoad} />)
  expect(onLoad).toHaveBeenCalledTimes(1)
  rerender(<LoadMore isLoading isBusy onLoad={onLoad} />)
  await userEvent.click(screen.getByRole('button', { name: 'Loading...' }))
  rerender(<LoadMore isLoading={false} isBusy={false} onLoad={onLoad} />)
  expect(onLoad).toHaveBeenCalledTimes(1)
})
