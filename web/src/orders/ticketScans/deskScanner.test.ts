import { expect, test } from 'vitest'
import { bestReading, usualCharacter } from './deskScanner.ts'

const id = '01900000-0000-7000-8000-00000000000a'

test('a key is read by its place on the keyboard, whatever the layout types', () => {
  const typed = [
    { code: 'KeyS', shiftKey: true },
    { code: 'KeyY', shiftKey: false },
    { code: 'Semicolon', shiftKey: true },
    { code: 'Digit3', shiftKey: false },
    { code: 'Slash', shiftKey: false },
    { code: 'F1', shiftKey: false },
  ]
  expect(typed.map(usualCharacter).join('')).toBe('Sy:3/')
})

test.each([
  // The right layout: what was typed is right, and the places may not be.
  [[`https://print.test/print/${id}`, 'rubbish'], `https://print.test/print/${id}`],
  // German: only the signs are wrong, and a Z for a Y.
  [['SHELFÖZ3', 'SHELF:Y3'], 'SHELF:Y3'],
  // French: digits need a shift, and A is Q.
  [
    ['httpsM!!print.test!print!à&çààààà)', `https://print.test/print/${id}`],
    `https://print.test/print/${id}`,
  ],
  [['1042', '1042'], '1042'],
  [['menu', 'menu'], 'menu'],
])('of %j it is %s', (readings, best) => expect(bestReading(readings)).toBe(best))
