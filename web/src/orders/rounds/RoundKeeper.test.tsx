import { saveRoundSequence } from '@our-print/contract/orders/saveRoundSequence.ts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { answer, renderPage } from '../../../test/renderPage.tsx'
import RoundKeeper from './RoundKeeper.tsx'

afterEach(() => void Reflect.deleteProperty(navigator, 'storage'))

/** A phone with so much room left, in megabytes. */
function phoneWith(room: number) {
  const storage = {
    persist: vi.fn(async () => true),
    estimate: vi.fn(async () => ({ quota: 500e6, usage: 500e6 - room * 1e6 })),
  }
  Object.defineProperty(navigator, 'storage', { configurable: true, value: storage })
  renderPage(<RoundKeeper person="01900000-0000-7000-8000-000000000001" />, [], { role: 'staff' })
  return storage
}

test('what waits is to be kept by the browser, and a phone that is nearly full is told', async () => {
  const { persist } = phoneWith(40)
  expect(await screen.findByText('This phone is nearly full')).toBeInTheDocument()
  expect(screen.getByText('Photos of deliveries may not fit. Make room before you leave.')).toBeVisible()
  expect(persist).toHaveBeenCalledOnce()
})

test('a sequence that was changed without network is sent when there is one', async () => {
  const person = '01900000-0000-7000-8000-000000000001'
  const made = '2026-11-28T10:42:00.000Z'
  localStorage.setItem(`round ${person}`, JSON.stringify([person]))
  localStorage.setItem(`round unsent-${person}`, made)
  const answers = [answer(saveRoundSequence, null)]
  const { calls } = renderPage(<RoundKeeper person={person} />, answers, { role: 'staff' })
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(localStorage.getItem(`round unsent-${person}`)).toBeNull())
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent[0]).toEqual({ orders: [person], happened_at: made })
})

test('a phone with room is told nothing', async () => {
  const { persist, estimate } = phoneWith(400)
  await waitFor(() => expect(estimate).toHaveBeenCalledOnce())
  await estimate.mock.results[0]?.value
  expect(persist).toHaveBeenCalledOnce()
  expect(screen.queryByText('This phone is nearly full')).toBeNull()
})
