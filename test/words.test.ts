import { expect, test } from 'vitest'
import { read, sourceFiles } from './imports.ts'

// One word for one thing, as docs/glossary.md has it, in what people read on the screens.

/** What the specification writes otherwise, to the letter. */
const specified = [
  'Users',
  'New user',
  'User Subscription Plans',
  'User subscription plans',
  'Do you want to Mark this user as Fulfilled ?',
  'Only for New Users',
  'For ALL Users',
  'new users',
  'all users',
  'Does not show on the user side.',
  'Client Companies',
  'Client companies',
  'Create New Client Company',
  'This client has no vouchers!',
  'Client type',
]

/** Spellings that are not ours, and what is written instead. */
const forbidden: [RegExp, string][] = [
  [/\bpin codes?\b|\bpost(al)? ?codes?\b/i, 'pincode'],
  [/\bpickups?\b|\bcollections?\b/i, 'pick-up'],
  [/\bcouriers?\b/i, 'delivery staff'],
  [/(?<!\bstaff )\busers?\b(?! (name|interface))/i, 'customer'],
  [/\bclients?\b/i, 'company'],
  [/\bfinished orders?\b/i, 'delivered'],
]

const literal = /'((?:[^'\\\n]|\\.)+)'|"([^"\n]+)"|`([^`]+)`|>([^<>{}=;()|&]+)</g
/** A line of text between tags. */
const line = /^\s+([A-Z][^<>{}=;()'"`]* [^<>{}=;()'"`]*)$/gm

/** What a person may read: of several words, or with a capital letter; not names in code, addresses and classes. */
const isRead = (text: string) =>
  /^[A-Z“#][a-z]|[A-Za-z’”,.]\s+[A-Za-z“]/.test(text) && !/^[./@]|import |=>|\bconst\b|\/\*/.test(text)

function textsOf(file: string): string[] {
  const code = read(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/^(import|export) [\s\S]*? from '.*'$/gm, '')
  const found = [...code.matchAll(literal)].flatMap(([, ...all]) => all.filter((one) => one !== undefined))
  return [...found, ...[...code.matchAll(line)].map(([, text = '']) => text)]
    .map((text) => text.replace(/\$\{[^}]*\}/g, ' ').trim())
    .filter(isRead)
}

const screens = sourceFiles.filter(
  (file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.(test|states)\.tsx?$/.test(file),
)

test('screens use the words of the glossary', () => {
  const texts = screens.flatMap((file) => textsOf(file).map((text) => ({ file, text })))
  expect(texts.length).toBeGreaterThan(1500)
  const wrong = texts.flatMap(({ file, text }) => {
    const own = specified.reduce((rest, words) => rest.replace(words, ''), text)
    return forbidden.flatMap(([spelling, word]) =>
      spelling.test(own) ? [`${file}: “${text}” instead of ${word}`] : [],
    )
  })
  expect(wrong).toEqual([])
})

test('dates and times are written by one module', () => {
  const others = sourceFiles.filter(
    (file) =>
      /^web\/src\/.*\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      !/^web\/src\/base\/(format\/|ui\/calendarDays)/.test(file) &&
      /\.toLocale(Date|Time)?String\(|Intl\.DateTimeFormat/.test(read(file)),
  )
  expect(others).toEqual([])
})
