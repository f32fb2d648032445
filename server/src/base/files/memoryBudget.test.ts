import { expect, test } from 'vitest'
import { createMemoryBudget } from './memoryBudget.ts'

test('work waits until its part is free, in its turn; what fails gives its part back', async () => {
  const budget = createMemoryBudget(1000)
  const ends: ((error?: Error) => void)[] = []
  const begun: number[] = []
  const works = [600, 600, 300, 5000].map((part) =>
    budget
      .use(part, () => {
        begun.push(part)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        ends.push((error) => (error ? reject(error) : resolve()))
        return promise
      })
      .catch(() => 'failed'),
  )
  const settled = async () => {
    for (let turn = 0; turn < 20; turn++) await Promise.resolve()
    return begun
  }
  // The third would fit beside the first, but the second came before it.
  expect(await settled()).toEqual([600])
  ends[0]?.(new Error('failed'))
  expect(await settled()).toEqual([600, 600, 300])
  ends[1]?.()
  // More than there is takes all of it.
  expect(await settled()).toEqual([600, 600, 300])
  ends[2]?.()
  expect(await settled()).toEqual([600, 600, 300, 5000])
  ends[3]?.()
  expect(await Promise.all(works)).toEqual(['failed', undefined, undefined, undefined])
})
