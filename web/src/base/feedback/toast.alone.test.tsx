import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AppProviders } from '../../app/shell/AppProviders.tsx'
import { closeLater } from './closeLater.ts'
import { toast } from './toast.ts'

vi.mock('./closeLater.ts', () => ({ closeLater: vi.fn<typeof closeLater>(() => () => {}) }))

test('every toast closes by the one clock, also one with Undo and one of a failure', async () => {
  render(<h1>Coupons</h1>, { wrapper: AppProviders })
  act(() => toast.success('Coupon Deleted', { undo: () => {} }))
  await screen.findByText('Coupon Deleted')
  act(() => toast.failure('It could not be restored.'))
  await screen.findByText('It could not be restored.')
  const clocks = vi.mocked(closeLater).mock.calls
  expect(clocks.map(([box]) => box.textContent)).toEqual(['Coupon DeletedUndo', 'It could not be restored.'])
  act(() => clocks[0]?.[1]())
  await waitFor(() => expect(screen.queryByText('Coupon Deleted')).toBeNull())
  expect(screen.getByText('It could not be restored.')).toBeVisible()
})
