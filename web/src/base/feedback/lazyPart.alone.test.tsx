import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { AppProviders } from '../../app/shell/AppProviders.tsx'
import { drawNothing, heavyPart, lazyPart, loadFile, loadParts } from './lazyPart.tsx'

// React writes each error that a boundary catches.
vi.spyOn(console, 'error').mockReturnValue()

const gone = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

/** A file that comes when its turn is there. */
const fileOf = <P extends object>(Component: (props: P) => string) =>
  vi.fn<() => Promise<{ default: (props: P) => string }>>(async () => ({ default: Component }))

test('a dialog without its file is closed again, says so, and comes with the next tap', async () => {
  const load = fileOf((_: { onClose: () => void }) => 'the dialog')
  load.mockImplementationOnce(gone)
  const Dialog = lazyPart(load)
  function Page() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Typed" />
        <button type="button" aria-expanded={open} onClick={() => setOpen(true)}>
          Open
        </button>
        <Suspense fallback={null}>{open && <Dialog onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  render(<Page />, { wrapper: AppProviders })
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Typed'), 'a long note')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('This could not be opened')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible()
  expect(screen.getByLabelText('Typed')).toHaveValue('a long note')
  expect(screen.getByRole('button', { name: 'Open' })).toHaveAttribute('aria-expanded', 'false')
  await user.click(screen.getByRole('button', { name: 'Open' }))
  expect(await screen.findByText('the dialog')).toBeVisible()
})

test('while a dialog is loaded no key acts on the page, and Escape calls it off', async () => {
  const file = Promise.withResolvers<void>()
  const Dialog = lazyPart(async () => {
    await file.promise
    return { default: (_: { onClose: () => void }) => 'the dialog' }
  })
  const pressed: string[] = []
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={({ key }) => pressed.push(key)}
        >
          Open
        </button>
        {isOpen && <Dialog onClose={() => setOpen(false)} />}
      </>
    )
  }
  render(<Page />, { wrapper: AppProviders })
  const user = userEvent.setup()
  const button = screen.getByRole('button', { name: 'Open' })
  await user.click(button)
  await user.keyboard('jx{Enter} {Escape}')
  expect(button).toHaveAttribute('aria-expanded', 'false')
  expect(pressed).toEqual([])
  await user.keyboard('j{Enter}x')
  expect(pressed).toEqual(['j', 'Enter'])
  file.resolve()
  expect(await screen.findByText('the dialog')).toBeVisible()
  await user.keyboard('k')
  expect(pressed).toEqual(['j', 'Enter', 'k'])
})

test('a part of a page says in its place that it is missing, and is tried again', async () => {
  const load = fileOf((_: object) => 'the chart')
  load.mockImplementationOnce(gone).mockImplementationOnce(gone)
  const Chart = lazyPart(load)
  render(
    <>
      <h1>Scans</h1>
      <Suspense fallback={null}>
        <Chart />
      </Suspense>
    </>,
    { wrapper: AppProviders },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await expect.poll(() => load).toHaveBeenCalledTimes(2)
  await waitFor(() => expect(screen.getByText(/This part could not be loaded/)).toBeVisible())
  expect(screen.getByRole('heading', { name: 'Scans' })).toBeVisible()
  // The network is back.
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('the chart')).toBeVisible()
})

test('a part that draws nothing is left out in silence', async () => {
  const load = vi.fn<() => Promise<{ default: () => string }>>(gone)
  const Live = lazyPart(load, drawNothing)
  render(
    <>
      <h1>Orders</h1>
      <Suspense fallback="waiting">
        <Live />
      </Suspense>
    </>,
    { wrapper: AppProviders },
  )
  await expect.poll(() => screen.queryByText('waiting')).toBeNull()
  expect(screen.getByRole('heading')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an action without its file says so', async () => {
  render(<h1>Orders</h1>, { wrapper: AppProviders })
  expect(await act(() => loadFile(gone))).toBeUndefined()
  expect(await screen.findByText('This could not be opened')).toBeVisible()
  expect(screen.getByRole('heading')).toBeVisible()
})

test('parts are loaded when the first screen is there, those of later files too, and large ones when they are shown', async () => {
  const [early, later, large] = [fileOf(() => 'early'), fileOf(() => 'later'), fileOf(() => 'large')]
  lazyPart(early)
  heavyPart(large)
  expect(early).not.toHaveBeenCalled()
  loadParts()
  lazyPart(later)
  await waitFor(() => expect([early.mock.calls.length, later.mock.calls.length]).toEqual([1, 1]))
  expect(large).not.toHaveBeenCalled()
})

test('a part whose file is there is drawn at once, and keeps what it holds when its file comes late', async () => {
  const Loaded = lazyPart(fileOf(() => 'loaded before'))
  await Loaded.preload()
  render(<Loaded waiting="wait" />)
  expect(screen.getByText('loaded before')).toBeVisible()

  const Counter = lazyPart(async () => ({
    default: ({ by }: { by: number }) => {
      const [number, setNumber] = useState(0)
      return <button onClick={() => setNumber(number + by)}>{number}</button>
    },
  }))
  const { rerender } = render(<Counter by={1} waiting="wait" />)
  expect(screen.getByText('wait')).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: '0' }))
  rerender(<Counter by={2} />)
  expect(screen.getByRole('button', { name: '1' })).toBeVisible()
})
