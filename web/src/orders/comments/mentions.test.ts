import { expect, test } from 'vitest'
import { namedIn, toggleName } from './mentions.ts'

const person = (id: string, full_name: string) => ({ id, full_name })
const people = [
  person('a', 'Ravi Kumar'),
  person('b', 'Ravi Nair'),
  person('c', 'Éva Rao'),
  person('d', 'Anu (night)'),
]
const idsIn = (text: string) => namedIn(text, people).map(({ id }) => id)

test.each([
  ['nobody', []],
  ['Ravi Kumar without the sign', []],
  ['@Ravi Kumar please', ['a']],
  ['ask @ravi nair, now', ['b']],
  // Two are called so.
  ['@ravi', []],
  ['@Éva?', ['c']],
  ['@éva rao and @anu', ['c', 'd']],
  // Another, longer name.
  ['@Evangeline', []],
  ['me@evasion', []],
])('%s', (text, ids) => expect(idsIn(text)).toEqual(ids))

test('a name is added and taken out', () => {
  const [ravi, , , anu] = people as [(typeof people)[0], unknown, unknown, (typeof people)[0]]
  expect(toggleName('', ravi, false)).toBe('@Ravi Kumar ')
  expect(toggleName('Ring twice', anu, false)).toBe('Ring twice @Anu (night) ')
  expect(toggleName('Ring @ravi kumar twice', ravi, true)).toBe('Ring twice')
  expect(toggleName('@Anu (night) hello', anu, true)).toBe('hello')
})
