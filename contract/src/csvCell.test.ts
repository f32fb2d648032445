import { describe, expect, test } from 'vitest'
import fc from '../../test/fastCheck.ts'
import { csvCell, defuseFormulas, restoreFormulas } from './csvCell.ts'

test.each([
  ['=1', "'=1"],
  ['x\n=1', "x\n'=1"],
  ['x\r+1\r\n@a', "x\r'+1\r\n'@a"],
  ['\t-1', "\t'-1"],
  ['a;=1', "a;'=1"],
  ['  =1', "'  =1"],
  ['\uFEFF\u200B\u00A0=1', "'\uFEFF\u200B\u00A0=1"],
  ['\u3164\u2800＝1', "'\u3164\u2800＝1"],
  ['x\u2028 ＠a', "x\u2028' ＠a"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['a=1, b-2, me@x.in', 'a=1, b-2, me@x.in'],
  ["'=1", "'=1"],
  ['', ''],
])('%j is defused to %j', (text, defused) => {
  expect(defuseFormulas(text)).toBe(defused)
  // A defused text is not defused again.
  expect(defuseFormulas(defused)).toBe(defused)
})

describe('restoring', () => {
  const marks = Array.from("';=+-@＝﹣⁺₋ ax\t\n\r\v\f\x85\u2028\u200B\u00A0\uFEFF\u3164\u2800\0")
  const texts = fc.oneof(
    fc.string({ unit: fc.constantFrom(...marks), maxLength: 12 }),
    fc.string({ unit: 'binary' }),
    fc.string(),
  )

  test('gives back any text that has no apostrophe of its own before a formula', () => {
    let restored = 0
    fc.assert(
      fc.property(texts, (text) => {
        // Of one that has, only that apostrophe is lost: in a file nothing tells it from ours.
        expect(restoreFormulas(defuseFormulas(text))).toBe(restoreFormulas(text))
        if (restoreFormulas(text) !== text) return
        restored += Number(defuseFormulas(text) !== text)
        expect(restoreFormulas(defuseFormulas(text))).toBe(text)
      }),
      { numRuns: 2000 },
    )
    expect(restored).toBeGreaterThan(200)
  })

  test.each([
    ["'=1", '=1'],
    ["''=1", "''=1"],
    [" '=1", " '=1"],
    ["it's -1; 'a", "it's -1; 'a"],
    ["x\n'\u200B＋1;'@a", 'x\n\u200B＋1;@a'],
  ])('%j is %j', (text, restored) => expect(restoreFormulas(text)).toBe(restored))
})

test('a cell of its own is quoted', () => {
  expect(csvCell('say "=1"\n=2')).toBe(`"say ""=1""\n'=2"`)
})
