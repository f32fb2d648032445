import { expect, test } from 'vitest'
import { csvCell, defuseFormulas } from './csvCell.ts'

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

test('a cell of its own is quoted', () => {
  expect(csvCell('say "=1"\n=2')).toBe(`"say ""=1""\n'=2"`)
})
