import { globSync, readFileSync } from 'node:fs'
import { type Language, languageNames, languages } from '@our-print/contract/customer/languages.ts'
import { amountSign, setCurrency, usualCurrency } from '@our-print/contract/money/currency.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ar } from './ar.ts'
import { en } from './en.ts'
import { hi } from './hi.ts'
import { type Catalogue, type Counted, refusals, type Sentence } from './sentences.ts'
import { textsIn } from './texts.ts'

const catalogues: Record<Language, Catalogue> = { en, hi, ar }
const translated = (['hi', 'ar'] as const).map((language) => ({ language, ...catalogues[language] }))
const placeholdersIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
/** What a language does not write otherwise: formats, units and the name of the program. */
const sameEverywhere = new Set(['Our Print', 'UPI'])

describe.each(translated)('the catalogue in $language', ({ language, sentences, counted }) => {
  test('has the sentences of English, no other one, each with its placeholders', () => {
    expect(Object.keys(sentences).toSorted()).toEqual(Object.keys(en.sentences).toSorted())
    for (const [sentence, text] of Object.entries(sentences))
      expect([sentence, placeholdersIn(text)]).toEqual([sentence, placeholdersIn(sentence)])
  })

  test('translates each, in its own letters', () => {
    const letters = { hi: /\p{Script=Devanagari}/u, ar: /\p{Script=Arabic}/u }[language]
    const left = Object.entries(sentences).filter(
      ([sentence, text]) =>
        !letters.test(text) &&
        !sameEverywhere.has(sentence) &&
        /[a-z]{2}/i.test(sentence.replace(/\{\w+\}/g, '')),
    )
    expect(left).toEqual([])
  })

  test('has a form for each number of things that the language tells apart', () => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
    expect(Object.keys(counted)).toEqual(Object.keys(en.counted))
    for (const forms of Object.values(counted))
      expect(Object.keys(forms).toSorted()).toEqual([...pluralCategories].toSorted())
  })
})

test('each sentence is said somewhere', () => {
  const files = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts']).filter(
    (file) => !/languages\/(?!texts)|\.test\.ts$/.test(file),
  )
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const unsaid = Object.keys(en.sentences).filter(
    (sentence) =>
      !refusals.some((each) => each === sentence) &&
      !code.includes(`'${sentence}'`) &&
      !code.includes(`'${sentence.replaceAll("'", "\\'")}'`),
  )
  expect(unsaid).toEqual([])
  // Those are thrown with their values in, so that a part of each is looked for.
  const unthrown = refusals.filter(
    (sentence) =>
      // Zod’s own.
      sentence !== 'Invalid input' &&
      sentence.split(/\{\w+\}|\d[\d,]*/).some((part) => !code.includes(part.trim())),
  )
  expect(unthrown).toEqual([])
})

describe('texts', () => {
  test('count as each language does', () => {
    const counts = (language: Language, what: Counted, numbers: number[]) =>
      numbers.map((number) => textsIn(language).count(what, number))
    expect(counts('en', 'pages', [1, 2, 1000])).toEqual(['1 page', '2 pages', '1,000 pages'])
    expect(counts('hi', 'copies', [1, 2])).toEqual(['1 प्रति', '2 प्रतियाँ'])
    expect(counts('ar', 'pages', [0, 1, 2, 3, 11, 100])).toEqual([
      'لا صفحات',
      'صفحة واحدة',
      'صفحتان',
      '3 صفحات',
      '11 صفحة',
      '100 صفحة',
    ])
  })

  test('write amounts and times as each language does, in the zone of the shop', () => {
    const written = languages.map((language) => {
      const texts = textsIn(language)
      return [
        texts.money(-1234.5).replace(/\u200f|\u061c/g, ''),
        texts.time('2026-11-24T13:00:00Z', 'Asia/Kolkata'),
        texts.day('2026-11-24'),
      ]
    })
    expect(written[0]).toEqual(['−₹1,234.50', '24 Nov 2026, 6:30 PM', '24 Nov 2026'])
    for (const [index, month] of [
      [1, 'नव'],
      [2, 'نوفمبر'],
    ] as const) {
      const [money, time, day] = written[index] ?? []
      expect(money).toMatch(/1,234\.50/)
      expect(money).toContain('₹')
      expect(time).toContain(month)
      expect(time).toContain('6:30')
      expect(day).toContain(month)
    }
  })

  test.each([
    ['INR', '−₹1,234.50', '-Rs 1,234.50'],
    ['EUR', '−€1,234.50', '-EUR 1,234.50'],
    ['CHF', '−CHF\u00a01,234.50', '-CHF 1,234.50'],
  ])('write amounts in %s', (code, onScreen, onPaper) => {
    setCurrency(code)
    onTestFinished(() => setCurrency(usualCurrency))
    const { money, onPaper: written } = textsIn('en')
    expect([money(-1234.5), written(-1234.5)]).toEqual([onScreen, onPaper])
    for (const language of ['hi', 'ar'] as const) {
      const texts = textsIn(language)
      expect(texts.money(1234.5)).toContain(amountSign().trim())
      if (code !== usualCurrency) expect(texts.onPaper(1234.5)).toContain(`${code} 1,234.50`)
    }
  })

  test('keep a value from turning what stands beside it', () => {
    const hostile = 'Kavya\u2069 \u2067)'
    const sentence = textsIn('ar').say('{name} brings your order.', { name: hostile })
    expect(sentence).toBe('سيحضر \u2068Kavya )\u2069 طلبك.')
    expect(textsIn('en').say('{name} brings your order.', { name: 'Kavya' })).toBe('Kavya brings your order.')
    expect(textsIn('en').say('{name} brings your order.', { name: 'كافيا' })).toBe(
      '\u2068كافيا\u2069 brings your order.',
    )
  })

  test('show only what is before the bar', () => {
    expect(textsIn('en').say('State|of an address')).toBe('State')
    expect(textsIn('hi').say('State|of an address')).not.toBe(textsIn('hi').say('State'))
  })

  test('know a refusal by its words, whatever is named in it', () => {
    const refusal = (message: string) => textsIn('hi').refusal(message)
    expect(refusal('This field is Required')).toBe('इसे भरना ज़रूरी है')
    expect(refusal('At most 20 files')).toBe('ज़्यादा से ज़्यादा 20 फ़ाइलें')
    expect(refusal('a (1).exe is not a PDF, PNG or JPEG file')).toBe('a (1).exe PDF, PNG या JPEG फ़ाइल नहीं है')
    expect(refusal('Nobody has translated this')).toBeUndefined()
    expect(textsIn('en').refusal('Nobody has translated this')).toBe('Nobody has translated this')
  })

  test('name each language by itself, and know all sentences', () => {
    expect(languages.map((language) => languageNames[language])).toEqual(['English', 'हिन्दी', 'العربية'])
    const known: Sentence = 'Order {number}'
    expect(textsIn('hi').fill(known, { number: 7 })).toBe('ऑर्डर 7')
    // @ts-expect-error: a sentence that no catalogue has.
    expect(() => textsIn('hi').say('Nobody has written this')).toThrow()
    // @ts-expect-error: a value is missing.
    textsIn('hi').say('Order {number}', {})
  })
})
