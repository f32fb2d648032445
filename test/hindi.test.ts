import { expect, test } from 'vitest'
import { hindi } from '../server/src/base/languages/hindi.ts'
import { hindiWarnings } from '../server/src/base/languages/hindiWarnings.ts'
import { hindiWords } from '../server/src/base/languages/hindiWords.ts'
import { createTranslator } from '../server/src/base/languages/translator.ts'
import { read, sourceFiles } from './imports.ts'
import { saidSentences } from './saidSentences.ts'

const translate = createTranslator(hindi, (value) => `⟪${value}⟫`)
/** How zod begins where a schema has no words of its own. */
const ofZod = /^(Invalid|Too (big|small))/
const placeholder = /\{[^}]*\}/g

/** With values in; one of them may be a sentence itself. */
const why = 'This is not valid'
const fill = (sentence: string) => ['7', why].map((value) => sentence.replace(placeholder, value))

/** Values that were left as they are, but have words of a sentence: a number and its noun, some words, or a capital. */
const englishIn = (text: string) =>
  [...text.matchAll(/⟪(.*?)⟫/g)].filter(
    ([, value = '']) =>
      !value.includes(why) && /\d [a-z]{3}|[A-Za-z]{2,} [a-z]{2,}|^[A-Z][a-z]+\b/.test(value),
  )

test('whatever the server can say to staff has a text in Hindi', () => {
  expect(saidSentences.size).toBeGreaterThan(1000)
  // Of constants, of templates, of functions of other files, of the contract, of fields of answers.
  for (const known of [
    'This field is Required',
    'Print job not found',
    'This needs the ability “Assign orders”',
    'At most 200 characters',
    'It prints no colour.',
  ])
    expect(saidSentences.has(known), known).toBe(true)
  const left = [...saidSentences].filter(([sentence]) => {
    const said = fill(sentence)
      .map((text) => translate(text))
      .find((text) => text !== undefined)
    return said === undefined || englishIn(said).length > 0
  })
  expect(left).toEqual([])
})

test('each text has the values of its sentence, and letters of its own', () => {
  const valuesIn = (text: string) => (text.match(placeholder) ?? []).toSorted()
  for (const [sentence, text] of Object.entries(hindi)) {
    expect([sentence, valuesIn(text)]).toEqual([sentence, valuesIn(sentence)])
    const isOnlyValues = !/[a-z]{2}/i.test(sentence.replace(placeholder, ''))
    expect([sentence, isOnlyValues || /\p{Script=Devanagari}/u.test(text)]).toEqual([sentence, true])
  }
})

test('no sentence stands there twice', () => {
  const all = sourceFiles
    .filter((file) => /\/base\/languages\/hindi\w/.test(file))
    .flatMap((file) => [...read(file).matchAll(/^ {2}(?:'(.*?[^\\])'|(\w+)):/gm)])
    .map(([, quoted, plain]) => quoted ?? plain)
  expect(all.length).toBeGreaterThan(600)
  expect(all.filter((sentence, at) => all.indexOf(sentence) !== at)).toEqual([])
})

test('each sentence is said somewhere', () => {
  const keys = Object.keys(hindi)
  // Each sentence becomes its place, so that what was said tells of which ones it is made.
  const trace = createTranslator(
    Object.fromEntries(keys.map((key, at) => [key, `⟦${at}⟧${key.match(placeholder)?.join('') ?? ''}`])),
  )
  const traces = [...saidSentences.keys()].flatMap(fill).map((text) => trace(text) ?? '')
  const said = new Set(traces.flatMap((text) => [...text.matchAll(/⟦(\d+)⟧/g)].map(([, at]) => Number(at))))
  const unsaid = keys.filter(
    (sentence, at) =>
      !said.has(at) && !(sentence in hindiWords) && !(sentence in hindiWarnings) && !ofZod.test(sentence),
  )
  // The reader of files is told what to call them.
  expect(unsaid).toEqual(['The file is larger than {limit}'])
})
