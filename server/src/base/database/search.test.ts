import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import fc from '../../../../test/fastCheck.ts'
import { searchText } from '../../../../web/src/base/format/folding.ts'
import { useDatabase } from '../../../test/database.ts'

const { db } = useDatabase()

const searched = async (texts: string[]) => {
  const rows = await db<{ folded: string }[]>`
    select search_text(t) as folded from unnest(${texts}::text[]) with ordinality w (t, place) order by place`
  return rows.map(({ folded }) => folded)
}
const fold = async (texts: string[]) => {
  const rows = await db<{ folded: string }[]>`
    select fold_text(t) as folded from unnest(${texts}::text[]) with ordinality w (t, place) order by place`
  return rows.map(({ folded }) => folded)
}
const keys = async (codes: string[]) => {
  const rows = await db<{ key: string }[]>`
    select code_key(t) as key from unnest(${codes}::text[]) with ordinality w (t, place) order by place`
  return rows.map(({ key }) => key)
}

test.each([
  ['İstanbul', 'istanbul', ['İ', 'i', 'I', 'İSTANBUL', 'ISTANBUL', 'ıstanbul']],
  ['Straße', 'strasse', ['ß', 'SS', 'ẞ', 'STRASSE']],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ', ['ς', 'Σ', 'Οδυσσεύς'.normalize('NFD').replace(/\p{M}/gu, '')]],
  ['Café', 'café', ['CAFÉ', 'é', 'E\u0301', 'cafe\u0301']],
  ['ＡＢＣ １２３', 'abc 123', ['ab', '123', 'ｃ']],
  ['ﬁne', 'fine', ['FI', 'ﬁ']],
  ['Иванов', 'иванов', ['ИВАНОВ', 'в']],
  ['अनिल मेहता', 'अनिल मेहता', ['मेह']],
  ['soft\u00adhyphen\u200b', 'softhyphen', ['SOFTHYPHEN', 'soft\u2060hyphen']],
  ['50%_\\', '50%_\\', ['0%_', '\\']],
])('%s is %s, and found by its spellings', async (text, folded, queries) => {
  expect(await fold([text])).toEqual([folded])
  for (const query of queries) {
    const [{ is_found }] = await db<[{ is_found: boolean }]>`
      select search_text(${text}) like search_pattern(${query}) as is_found`
    expect([query, is_found]).toEqual([query, true])
  }
})

test('a fold is its own fold, and does not ask for case or composition', async () => {
  const texts = fc.array(
    fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0')),
    {
      minLength: 20,
      maxLength: 50,
    },
  )
  await fc.assert(
    fc.asyncProperty(texts, async (some) => {
      const folded = await fold(some)
      expect(await fold(folded)).toEqual(folded)
      expect(await fold(some.map((text) => text.normalize('NFD')))).toEqual(folded)
    }),
    { numRuns: 30 },
  )
})

test.each([
  ['Śrīnivāsan', 'srinivasan'],
  ['Łódź, Århus, Đà Nẵng', 'lodz, arhus, da nang'],
  ['Œuvre, Æsop, Þór, Øre', 'oeuvre, aesop, thor, ore'],
  ['O’Brien ‘n’ D\u02bcSouza', "o'brien 'n' d'souza"],
  ['Ёлка Οδυσσεύς', 'елка οδυσσευσ'],
  // Vowel signs are letters.
  ['कुमार की दुकान', 'कुमार की दुकान'],
  ['한국', '한국'],
])('%s is searched as %s', async (text, folded) => {
  expect(await searched([text, text.normalize('NFD'), folded])).toEqual([folded, folded, folded])
})

test('the browser folds every letter as the database does', async () => {
  const letters = Array.from({ length: 0x3000 }, (_, point) => String.fromCodePoint(point + 1)).filter(
    (letter) => /[\p{L}\p{M}\p{N}\p{P}]/u.test(letter) && !young.test(letter),
  )
  const folded = await searched(letters)
  expect(letters.filter((letter, at) => searchText(letter) !== folded[at])).toEqual([])
})

// The ICU library may be from 2017: letters that got another case since then are not folded.
const cased =
  /^(?=[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}])\p{Changes_When_Casemapped}$/u
const young = /[\u019b\u0264\u0282\u1c80-\u1cbf\u1d8e\u2c2f\u2c5f\ua794\ua7ae-\ua7ff\uab30-\uabbf]/u

test('every letter of Latin, Greek, Cyrillic and Armenian is one with its other case', async () => {
  const letters = Array.from({ length: 0x1ffff }, (_, point) => point)
    .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
    .map((point) => String.fromCodePoint(point))
    .filter((letter) => cased.test(letter) && !young.test(letter))
  const folded = await fold(letters)
  const upper = await fold(letters.map((one) => one.toUpperCase()))
  const lower = await fold(letters.map((one) => one.toLowerCase()))
  expect(letters.length).toBeGreaterThan(1500)
  expect(letters.filter((_, at) => folded[at] !== upper[at] || folded[at] !== lower[at])).toEqual([])
})

test('codes are one by their key: NFKC, without what cannot be seen, spaces at the ends and case', async () => {
  const spellings = [
    'SAVE-10',
    'save-10',
    '  Save-10\t',
    'ＳＡＶＥ-１０',
    'SA\u200bVE-10',
    'SAVE\u00ad-10',
    '\u202eSAVE-10\u202c',
    'SAVE\ufe0f-10',
    '\u00a0SAVE-10\u3000',
    'ſave-10',
    'SAVE-1\u{e0100}0',
    '\u200b SAVE-10 \u200b',
  ]
  expect(new Set(await keys(spellings))).toEqual(new Set(['save-10']))
  expect(new Set(await keys(['SAVE-10', 'SAVE10', 'SAVE 10', 'SAVE-1O', 'SAVÉ-10'])).size).toBe(5)
})

test('what is searched is folded as what is looked for; without accents only for a sequence', () => {
  const source = new URL('../../', import.meta.url)
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  const wrong = files
    .filter((file) => file.endsWith('.queries.ts'))
    .flatMap((file) => readFileSync(new URL(file, source), 'utf8').split('\n'))
    .filter((line) => line.includes('fold_text(') && !/collate "C"|name: db`fold_text/.test(line))
  expect(wrong).toEqual([])
})
