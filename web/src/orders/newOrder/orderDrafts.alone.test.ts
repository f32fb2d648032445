import 'fake-indexeddb/auto'
import type { NewOrder } from '@our-print/contract/orders/orders.ts'
import { act, renderHook, waitFor } from '@testing-library/react'
import { useForm } from 'react-hook-form'
import { expect, test, vi } from 'vitest'
import { emptyOrder, type NewOrderFields } from './newOrderForm.ts'
import { readDraft, saveDraft } from './orderDrafts.ts'
import { useOrderDraft } from './useOrderDraft.ts'
import type { Uploads } from './useUploads.ts'

test('a draft is kept after the browser has ended the connection of its page', async () => {
  const opened = vi.spyOn(indexedDB, 'open')
  await saveDraft('asha', { ...emptyOrder, title: 'Thesis' }, [])
  opened.mock.results[0]?.value.result.close()
  await saveDraft('asha', { ...emptyOrder, title: 'Thesis, bound' }, [])
  expect(await readDraft('asha')).toMatchObject({ fields: { title: 'Thesis, bound' } })
})

/** One holder after the other, as a browser has them for all its tabs. */
function stubLocks() {
  let last: Promise<unknown> = Promise.resolve()
  let held = 0
  const request = (_: string, options: { ifAvailable?: boolean }, work: (lock: unknown) => unknown) => {
    if (options.ifAvailable && held > 0) return Promise.resolve(work(null))
    held += 1
    last = last.then(() => work({})).finally(() => void (held -= 1))
    return last
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } })
  return () => held
}

test('a form that nobody sees does not take the draft of one that is loaded again', async () => {
  const held = stubLocks()
  localStorage.setItem('id', 'ravi')
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  const open = () =>
    renderHook(() => {
      const form = useForm<NewOrderFields, unknown, NewOrder>({ defaultValues: emptyOrder })
      const uploads = { items: [], add: vi.fn<() => void>() } as unknown as Uploads
      const unsaved = form.watch('title') !== ''
      return {
        form,
        ...useOrderDraft({ form, uploads, unsaved, onCustomer: vi.fn<() => void>(), off: false }),
      }
    })
  const title = ({ result }: ReturnType<typeof open>) => result.current.form.getValues('title')
  const first = open()
  await act(async () => first.result.current.form.setValue('title', 'Thesis'))
  await waitFor(async () => expect(await readDraft('ravi')).toBeDefined())
  const second = open()
  isHidden.mockReturnValue(true)
  first.unmount()
  await waitFor(() => expect(held()).toBe(0))
  isHidden.mockReturnValue(false)
  const again = open()
  await waitFor(() => expect(title(again)).toBe('Thesis'))
  expect(title(second)).toBe('')
  again.unmount()
  second.unmount()
  isHidden.mockRestore()
})
