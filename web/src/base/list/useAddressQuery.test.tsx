import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Router, useLocation } from '../router/router.tsx'
import { useAddressQuery } from './useAddressQuery.ts'

afterEach(() => window.history.replaceState(null, '', '/'))

function Setter({ name }: { name: string }) {
  const [search, write] = useAddressQuery()
  const set = (value: string | null) => write({ [name]: value })
  return (
    <button type="button" onClick={() => set(search.get(name) ? null : 'on')}>
      {name}
    </button>
  )
}
const Address = () => <output>{useLocation().search}</output>

const show = () =>
  render(
    <Router>
      <Setter name="period" />
      <Setter name="chart" />
      <Address />
    </Router>,
  )
const click = (name: string) => screen.getByRole('button', { name }).click()

test('a second write before the first is on the screen keeps the first', () => {
  show()
  act(() => {
    click('period')
    click('chart')
  })
  expect(screen.getByRole('status')).toHaveTextContent('?period=on&chart=on')
})

test('after Back a write starts from the address that is shown', async () => {
  show()
  act(() => click('period'))
  await act(async () => {
    window.history.back()
    await new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
  })
  expect(screen.getByRole('status')).toHaveTextContent('')
  act(() => click('chart'))
  expect(screen.getByRole('status')).toHaveTextContent(/^\?chart=on$/)
})
