import { type Language, languages } from '@our-print/contract/customer/languages.ts'
import { describe, expect, test } from 'vitest'
import { preferredLanguage } from './preferredLanguage.ts'
import { createTranslator } from './translator.ts'

test('the language is the one that a browser prefers among ours', () => {
  const cases: [string | undefined, Language | undefined][] = [
    ['', undefined],
    [undefined, undefined],
    ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
    ['fr, AR-ae;q=0.5, en;q=0.4', 'ar'],
    ['en;q=0.2, hi;q=0.7', 'hi'],
    ['hi;q=0, en', 'en'],
    ['*, hi;q=0.1', undefined],
    ['hi ; q=0.5, ar', 'ar'],
    ['de, fr', undefined],
    ['hi;q=x', undefined],
    [';;,,q=1', undefined],
  ]
  for (const [header, language] of cases)
    expect([header, preferredLanguage(header, languages)]).toEqual([header, language])
  // Of some of them, the others are passed over.
  expect(preferredLanguage('ar, hi;q=0.5', ['en', 'hi'])).toBe('hi')
})

describe('a translator', () => {
  const translate = createTranslator(
    {
      Order: 'ORDER',
      Plan: 'PLAN',
      ' or ': ' OR ',
      'It is gone.': 'GONE।',
      'At most {count}': 'MOST {count}',
      'At most {count} files': 'FILES {count}',
      '{name}: {why}': '{name} – {why}',
      '{name} is larger than {limit}': '{limit} < {name}',
      'This is larger than {limit}': 'LARGE {limit}',
      'No {word} here': '{word} NOT HERE',
    },
    (value) => `<${value}>`,
  )

  test.each([
    ['of a text without values', 'Order', 'ORDER'],
    ['that has the most words of its own', 'At most 3 files', 'FILES <3>'],
    ['that begins with words of its own', 'This is larger than 10 MB', 'LARGE <10 MB>'],
    ['with its values where its language has them', 'a.pdf is larger than 10 MB', '<10 MB> < <a.pdf>'],
    ['with words translated', 'No Order here', 'ORDER NOT HERE'],
    ['with each word of a list', 'No “Order” or “Plan” or Cow here', '“ORDER” OR “PLAN” OR <Cow> NOT HERE'],
    ['with a sentence translated', 'Line: At most 3 files', '<Line> – FILES <3>'],
    ['after another one', 'Order. It is gone. At most 3', 'ORDER। GONE। MOST <3>'],
    ['before words of somebody else', 'It is gone. 550 no such user', 'GONE। 550 no such user'],
  ])('finds a sentence %s', (_, said, text) => expect(translate(said)).toBe(text))

  test.each([
    ['that nobody has said', 'Nobody has said this'],
    ['whose second part is none that it knows', 'Line: Nobody has said this'],
    ['without its value', 'At most '],
    ['that only ends like one', 'At least 3 files'],
    ['that is longer than any', `At most ${'3'.repeat(1000)} files`],
  ])('does not know a sentence %s', (_, said) => expect(translate(said)).toBeUndefined())
})
