import { dictionary } from '@zxcvbn-ts/language-common'
import { describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import { buildStaff } from '../../../test/build.ts'
import { createFirstAdmin, randomPassword } from '../staff/firstAdmin.ts'
import { isGuessable } from './guessablePassword.ts'
import { hashPassword } from './password.ts'

const common = new Set(dictionary['passwords-common'])
const personalWords = [
  'ravi.kumar@print.test',
  'ravi.kumar',
  'print.test',
  'Ravi Kumar',
  '9876543210',
  'Our Print',
  'Xerox Corner',
]

test('the list has more than ten thousand', () => expect(common.size).toBeGreaterThan(10_000))

describe('refused as easy to guess:', () => {
  test.each(
    `Password1! qwerty1234 password123 PASSWORD123 P@ssw0rd123 p4$$w0rd!! Pa55word2024 !!welcome!! W3lcome@2025 123Monkey!!!
     1234567890 0123456789 9876543210! 12345678901234567890 1q2w3e4r5t6y qwertyuiop QwertyUiop1 1qaz2wsx3edc zxcvbnm,./123
     aaaaaaaaaaaaaaa 1111111111 abababababab passwordpassword Password.Password1 testtesttest abcdefghij lkjihgfedcba
     p.a.s.s.w.o.r.d iloveyou12 sunshine2024!! 5unshine99! $unshine2020 adminadmin1 Admin@12345 letmein!!! india@12345
     ｐａｓｓｗｏｒｄ１２３ 1234567890-= dragon#2023 Football_99 xyyxzzxyxz zjzjzjzj1234`.split(/\s+/),
  )('%s', (password) => expect(isGuessable(password, common, [])).toBe(true))

  test.each(
    `ravi.kumar@print.test RaviKumar2024 ravikumar!! kumar.ravi99 Ravi@Kumar#1 r4v1kum4r99 ravi123456 Kumar@2024!
     +919876543210 9876543210!! ourprint123 OurPrint@2024 0urPr1nt2024! our-print-1990 XeroxCorner1 xerox@corner
     raviourprint ravi-password1 ravikumarqxz`.split(/\s+/),
  )('%s of Ravi Kumar', (password) => expect(isGuessable(password, common, personalWords)).toBe(true))
})

test.each([
  'a better password',
  'a fine new one',
  'first pass word',
  'correct horse battery',
  'ravi delivers daily',
  'delivers until friday',
  'another long password',
  'a long password for tests',
  'chosen by a person',
  'print shop on the corner',
  'mangoes42bicycle',
  'Tr0ub4dor&3 again',
  '8472910365',
  '8472xqz9136',
  'हमारी दुकान का पासवर्ड',
])('accepted: %s', (password) => expect(isGuessable(password, common, personalWords)).toBe(false))

test.each([
  // Parts of two letters are ignored, those of three are known words.
  ['dragjoonli', ['Jo Li'], false],
  ['leedragonann', ['Ann Lee'], true],
  // The longest part is removed first, or 'an' would be left.
  ['xkumaranyw', ['Kumar', 'Kumaran'], true],
] as const)('%s of %o is refused: %s', (password, own, expected) => {
  expect(isGuessable(password, common, [...own])).toBe(expected)
})

test('a suggested password is never refused', () => {
  // Four different groups such as 'fuzo', and two digits: see suggestPassword.ts of the web app.
  const syllables = 'bdfghjkmnprstvwz'.split('').flatMap((c) => 'aeou'.split('').map((v) => c + v))
  const pick = (n: number) => syllables[n % syllables.length] ?? ''
  for (let n = 0; n < 2_000; n++) {
    const groups = [1, 7, 13, 29].map((step) => pick(n * step) + pick(n * step * 3 + step))
    if (new Set(groups).size < 4) continue
    const suggestion = `${groups.join('-')}-${22 + (n % 70)}`
    expect([suggestion, isGuessable(suggestion, common, personalWords)]).toEqual([suggestion, false])
    expect(isGuessable(randomPassword(), common, personalWords)).toBe(false)
  }
  const listed = [...common].filter((word) => /^([bdfghjkmnprstvwz][aeou]){8}(\d\d)?$/.test(word))
  expect(listed).toEqual([])
})

test('a long password is checked as a whole, and a shorter one with a limited number of paddings', () => {
  let lookups = 0
  const counting = new (class extends Set<string> {
    override has(word: string) {
      lookups++
      return super.has(word)
    }
  })(common)
  const lookupsOf = (password: string) => {
    lookups = 0
    isGuessable(password, counting, personalWords)
    return lookups
  }
  for (const text of ['abcd', '1a2b', '!x?y', '4k4z', 'ravi', 'aaaaaaaabcd', '@1$q']) {
    // Three readings of the text, with and without signs, each once more without the known words.
    expect(lookupsOf(text.repeat(300).slice(0, 1024))).toBeLessThanOrEqual(12)
    // 45 ways to remove at most eight characters from the ends.
    expect(lookupsOf(`12345678${text}xyz${text}87654321`)).toBeLessThanOrEqual(45 * 12)
  }
})

describe('every way to set a password', () => {
  const api = useApi()
  const message = 'This password is too easy to guess'

  test('refuses an easy one under its field', async () => {
    const admin = api.as('admin')
    const person = { full_name: 'Kiran Joshi', email: 'kiran@print.test', mobile: '+91 97777 00001' }
    const courier = await buildStaff(api.db, {
      full_name: 'Ravi Kumar',
      password_hash: await hashPassword('the old one'),
    })
    const own = api.withToken(await openSession(api.db, courier.id))
    const change = (new_password: string) =>
      own.post('/api/update_password', { current_password: 'the old one', new_password })
    const refused = [
      ['password', await admin.post('/api/staff_users_create/', { ...person, password: 'Password1!' })],
      ['password', await admin.post('/api/staff_users_create/', { ...person, password: 'kiranjoshi1' })],
      ['password', await admin.post('/api/staff_users_create/', { ...person, password: '9777700001!!' })],
      ['password', await admin.post(`/api/staff_users/${courier.id}/password/`, { password: 'qwerty1234' })],
      ['password', await admin.post(`/api/staff_users/${courier.id}/password/`, { password: 'RaviKumar!1' })],
      ['new_password', await change('ravi.kumar99')],
      ['new_password', await change(`${courier.mobile}!`)],
    ] as const
    for (const [key, reply] of refused) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toEqual({ code: 'invalid', message, errors: [{ message, context: { key } }] })
    }
    expect((await change('a better password')).statusCode).toBe(204)
  })

  test('refuses the configured name of the shop', async () => {
    const { email } = await buildStaff(api.db)
    const create = (password: string, mobile: string) =>
      api
        .as('admin')
        .post('/api/staff_users_create/', { full_name: 'A B', email: `new${email}`, mobile, password })
    await api.db`update configurations set version = version + 1, contact = contact || '{"name": "Kaveri Copies"}'`
    expect((await create('kavericopies1', '9777700011')).statusCode).toBe(400)
    expect((await create('ourprint2024', '9777700011')).statusCode).toBe(400)
    expect((await create('river of paper', '9777700011')).statusCode).toBe(201)
  })

  test('stops the start in one line for an easy ADMIN_PASSWORD, if it would be used', async () => {
    const settings = { adminEmail: 'boss@print.test', adminPassword: 'Password1!' }
    expect(await createFirstAdmin(api.db, settings)).toBeUndefined()
    await api.db`update staff_users set version = version + 1, is_superuser = false`
    await expect(createFirstAdmin(api.db, settings)).rejects.toThrow('ADMIN_PASSWORD is too easy to guess')
    const own = { ...settings, adminPassword: 'boss@print.test' }
    await expect(createFirstAdmin(api.db, own)).rejects.toThrow('ADMIN_PASSWORD is too easy to guess')
    await api.db`update staff_users set version = version + 1, is_superuser = true where id = ${api.people.admin.id}`
  })
})
