import 'fake-indexeddb/auto'
import { expect, test, vi } from 'vitest'
import { emptyOrder } from './newOrderForm.ts'
import { readDraft, saveDraft } from './orderDrafts.ts'

test('a draft is kept after the browser has ended the connection of its page', async () => {
  const opened = vi.spyOn(indexedDB, 'open')
  await saveDraft('asha', { ...emptyOrder, title: 'Thesis' }, [])
  opened.mock.results[0]?.value.result.close()
  await saveDraft('asha', { ...emptyOrder, title: 'Thesis, bound' }, [])
  expect(await readDraft('asha')).toMatchObject({ fields: { title: 'Thesis, bound' } })
})
