import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { officeLanguages } from '@our-print/contract/customer/languages.ts'
import { describe, expect, test } from 'vitest'
import { areaOf, cataloguesOf, notTexts } from '../web/languages/catalogues.ts'
import { namesIn } from '../web/languages/keys.ts'
import { textsOf, translated } from '../web/languages/texts.ts'
import { pseudoText, translations } from '../web/languages/translateTexts.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('{web,contract}/src/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\/states\//.test(file),
)
const found = files.flatMap((file) =>
  textsOf(file, readFileSync(root + file, 'utf8')).map(({ key }) => ({ file, key })),
)
const texts = found.filter(({ key }) => !notTexts.has(key))

test('the texts of all screens are found', () => expect(texts.length).toBeGreaterThan(5000))

test('each text that is none is in the code', () => {
  const keys = new Set(found.map(({ key }) => key))
  expect([...notTexts].filter((key) => !keys.has(key))).toEqual([])
})

describe.each(officeLanguages.filter((one) => one !== 'en'))('the catalogues of %s', (language) => {
  const translate = translations(language)
  const { server = {}, ...ofAreas } = cataloguesOf(language)
  const entries = Object.entries(ofAreas).flatMap(([area, catalogue]) =>
    Object.entries(catalogue).map(([key, text]) => ({ area, key, text })),
  )

  test('have every text of the screens', () => {
    const missing = texts.filter(({ key, file }) => translate(key, file) === undefined)
    expect(missing).toEqual([])
  })

  test('have no text that no screen of their area has', () => {
    const used = new Set(texts.map(({ key, file }) => `${areaOf(file)} ${key}`))
    const keys = new Set(texts.map(({ key }) => key))
    const html = readFileSync(`${root}web/index.html`, 'utf8')
    const isUsed = ({ area, key }: { area: string; key: string }) =>
      area === 'shared' ? keys.has(key) || html.includes(key) : used.has(`${area} ${key}`)
    expect(entries.filter((entry) => !isUsed(entry))).toEqual([])
  })

  test('leave to the server what it says in the same words', () =>
    expect(entries.filter(({ key, text }) => server[key] === text)).toEqual([]))

  test('keep the values and the spaces at the ends of a text', () => {
    const formOf = (text: string) =>
      [...namesIn(text), /^\s/.test(text) ? 'space' : '', /\s$/.test(text) ? 'space' : ''].join(' ')
    const wrong = entries.filter(({ key, text }) => text.trim() === '' || formOf(key) !== formOf(text))
    expect(wrong).toEqual([])
  })
})

const german: Record<string, string> = {
  Orders: 'Aufträge',
  order: 'Auftrag',
  orders: 'Aufträge',
  'Order {number} assigned to {full_name}': '{full_name} hat Auftrag {number}',
  'Press {kbd} or {b}.': '{b} oder {kbd} drücken.',
  '{where}: {size}, not {paper}': '{where}: {size} statt {paper}',
  '{hours} h': '{hours} Std.',
  closed: 'zu',
  open: 'offen',
  'It is {part} now': 'Jetzt ist es {part}',
}
const inGerman = (code: string) => translated('a.tsx', code, (key) => german[key])

test.each([
  ['a label', `<Tab label="Orders" />`, `<Tab label={"Aufträge"} />`],
  ['a literal', `const title = 'Orders'`, `const title = "Aufträge"`],
  [
    'a literal that is filled in later',
    `say('{where}: {size}, not {paper}')`,
    `say("{where}: {size} statt {paper}")`,
  ],
  ['a literal of values alone', `say('{a} {b}')`, `say('{a} {b}')`],
  ['a single letter that is marked', 'asText(`${hours} h`)', '`${hours} Std.`'.replace(/^/, 'asText(') + ')'],
  ['a code of one word', `post({ kind: 'orders' })`, `post({ kind: 'orders' })`],
  ['a comparison', `title === 'Orders'`, `title === 'Orders'`],
  ['a name of a class', `<a className="Orders">x</a>`, `<a className="Orders">x</a>`],
  ['a type', `type A = 'Orders'`, `type A = 'Orders'`],
  ['an import', `import a from 'Orders'`, `import a from 'Orders'`],
  [
    'values in another sequence',
    '`Order ${order.number} assigned to ${staff.full_name}`',
    '`${staff.full_name} hat Auftrag ${order.number}`',
  ],
  [
    'elements in another sequence',
    `<p>Press <kbd>x</kbd> or{' '}\n  <b>Orders</b>.</p>`,
    `<p>{<b>{"Aufträge"}</b>}`.replace('{<', '<').replace('>}', '>') +
      `{" oder "}<kbd>x</kbd>{" drücken."}</p>`,
  ],
  ['both forms of a word', `plural(3, 'order')`, `plural(3, "Auftrag", "Aufträge")`],
  ['a word that is marked', `asText(is ? 'open' : 'closed')`, `asText(is ? "offen" : "zu")`],
  [
    'words that are values of a text',
    "`It is ${is ? 'open' : 'closed'} now`",
    '`Jetzt ist es ${is ? "offen" : "zu"}`',
  ],
])('%s', (_, code, expected) => expect(inGerman(code)).toBe(expected))

test('a word that is chosen needs both its forms', () =>
  expect(() => inGerman(`plural(3, kind)`)).toThrow('needs both its forms'))

test('the pseudo language keeps the names of values', () =>
  expect(pseudoText('Order {number} closed')).toBe('⟦Order {number} closed ~~~ ~~~⟧'))
