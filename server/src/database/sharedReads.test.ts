import { expect, test } from 'vitest'
import { createSharedReads } from './sharedReads.ts'

/** A read that ends when the test says so. */
function gated() {
  const started: PromiseWithResolvers<string>[] = []
  const read = () => {
    started.push(Promise.withResolvers<string>())
    return (started.at(-1) as PromiseWithResolvers<string>).promise
  }
  return { started, read }
}

test('callers who come while a read runs share the next one, never the running one', async () => {
  const share = createSharedReads<string>()
  const { started, read } = gated()
  const first = share('list', read)
  const later = [share('list', read), share('list', read), share('list', read)]
  expect(started).toHaveLength(1)
  started[0]?.resolve('before')
  expect(await first).toBe('before')
  expect(started).toHaveLength(2)
  started[1]?.resolve('after')
  expect(await Promise.all(later)).toEqual(['after', 'after', 'after'])
  void share('list', read)
  expect(started).toHaveLength(3)
})

test('other reads do not wait', () => {
  const share = createSharedReads<string>()
  const { started, read } = gated()
  void share('list', read)
  void share('another list', read)
  expect(started).toHaveLength(2)
})

test('a failed read fails its own callers only', async () => {
  const share = createSharedReads<string>()
  const { started, read } = gated()
  const first = share('list', read)
  const second = share('list', read)
  started[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  started[1]?.resolve('read')
  expect(await second).toBe('read')
})
