import { expect, test } from 'vitest'
import { readScanned, shelfPlacePattern, shelfText, ticketPath } from './scannedText.ts'

const id = '01900000-0000-7000-8000-00000000000a'
const ticket = '0123456789abcdef0123456789abcdef'

test.each([
  [`https://print.example/shop/print/${id}`, { order: id }],
  [`HTTPS://PRINT.EXAMPLE/PRINT/${id.toUpperCase()}`, { order: id }],
  // A scanner of a United States layout on a German, a French and a Spanish one.
  ['httpsÖ--print.example-print-01900000ß0000ß7000ß8000ß00000000000a', { order: id }],
  ['https;!!print.example!print!01900000)0000)7000)8000)00000000000a', { order: id }],
  ["httpsÑ--print.example-print-01900000'0000'7000'8000'00000000000a", { order: id }],
  // A ticket's own code, also as a scanner types it on a German layout.
  [`https://print.example${ticketPath(id, ticket)}`, { order: id, ticket }],
  [`https://print.example${ticketPath(id, null)}`, { order: id }],
  [`01900000ß0000ß7000ß8000ß00000000000a_t´${ticket.toUpperCase()}`, { order: id, ticket }],
  [`${id}?t=${ticket}0`, { order: id }],
  ['01900000000070008000000000000 00a', undefined],
  ['0190000000007000800000000000000a', { order: id }],
  [`${id}\n`, { order: id }],
  [' 1042 ', { number: 1042 }],
  ['#1042', { number: 1042 }],
  ['No. 1042', { number: 1042 }],
  ['no 1042', { number: 1042 }],
  ['SHELF:B3', { place: 'B3' }],
  ['shelfÖb3', { place: 'B3' }],
  ['SHELF:A-12', { place: 'A-12' }],
  ['shelfB3', { place: 'B3' }],
  ['bookshelf:B3', undefined],
  ['SHELF:B3 please', undefined],
  [`${id}&x?t=${ticket}`, { order: id }],
  ['B3', undefined],
  ['https://elsewhere.example/', undefined],
  ['12345678901', undefined],
  ['', undefined],
])('%s', (text, named) => expect(readScanned(text)).toEqual(named))

test('the text of a shelf label names its place', () => {
  for (const place of ['B3', 'A-12', 'Z99']) {
    expect(place).toMatch(shelfPlacePattern)
    expect(readScanned(shelfText(place))).toEqual({ place })
  }
})
