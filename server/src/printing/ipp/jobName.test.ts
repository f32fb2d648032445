import { expect, test } from 'vitest'
import { isName, shortName } from './jobName.ts'

const given = '123456-1-9f3a2b Our Print'

test.each([
  [true, given],
  [true, '123456-1-9f3a2b Our Pri'],
  [true, '123456-1-9f3a2b'],
  [true, '123456-1-9f3'],
  [true, '123456-1-9F3A2B OUR PRINT'],
  [true, '365 - 123456-1-9f3a2b Our Print'],
  // Too little to know it by.
  [false, '123456-1-9f'],
  [false, '12'],
  [false, ''],
  // Another try, another job, another shop.
  [false, '123456-2-9f3a2b Our Print'],
  [false, '123457-1-9f3a2b Our Print'],
  [false, '123456-1-aaaaaa Our Print'],
  [false, 'Thesis.pdf'],
])('%s: %s', (isOurs, reported) => {
  expect(isName(reported, given)).toBe(isOurs)
})

test('a name is cut between two characters', () => {
  expect(shortName('Thesis.pdf')).toBe('Thesis.pdf')
  expect(shortName('x'.repeat(300))).toHaveLength(255)
  expect(shortName(`${'x'.repeat(252)}😀`)).toBe('x'.repeat(252))
  expect(shortName(`${'x'.repeat(251)}😀.pdf`)).toBe(`${'x'.repeat(251)}😀`)
})
