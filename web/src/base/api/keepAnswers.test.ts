import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { untilAnswered, useKeptSince } from './keepAnswers.ts'

/** A screen that shows what was kept until `answer` is there. */
function show(answer: () => Promise<string>, url = '/api/all-orders/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const observer = new QueryObserver(client, {
    queryKey: [url, {}],
    queryFn: answer,
    initialData: 'kept',
    initialDataUpdatedAt: 0,
    // However long an answer counts as fresh.
    staleTime: 600_000,
  })
  observer.subscribe(() => {})
  return { client, shown: () => observer.getCurrentResult().data }
}

test('what is written waits for the answer, which is asked for once', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  let asked = 0
  const { client, shown } = show(() => {
    asked += 1
    return promise
  })
  const written = untilAnswered(client).then(shown)
  expect(shown()).toBe('kept')
  resolve('fresh')
  expect(await written).toBe('fresh')
  expect(asked).toBe(1)
  await untilAnswered(client)
  expect(asked).toBe(1)
})

test('without network nothing is written from what was kept', async () => {
  const { client } = show(() => Promise.reject(new Error('away')))
  await expect(untilAnswered(client)).rejects.toThrow('away')
})

test.each(['/api/saved-views/', '/api/order-files/'])(
  'what begins undated and is not kept neither waits nor has an age: %s',
  async (url) => {
    const { client } = show(() => new Promise(() => {}), url)
    await untilAnswered(client)
    expect(renderHook(() => useKeptSince(client)).result.current).toBeUndefined()
  },
)

test('what was kept at an unknown time has no age', () => {
  const { client } = show(() => new Promise(() => {}))
  expect(renderHook(() => useKeptSince(client)).result.current).toBeUndefined()
})
