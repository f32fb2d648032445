import { languages } from '@our-print/contract/customer/languages.ts'
import { expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildUser } from '../../../test/build.ts'
import { englishLeft } from '../../../test/englishLeft.ts'

const api = useApi()
const visitor = api.as(undefined)
const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }

async function buildLink() {
  const { id } = await buildUser(api.db)
  const [{ code }] = await api.db<[{ code: string }]>`
    insert into messages (fact, user_id, about, fact_version, channel, language, state, address)
    values ('coins', ${id}, ${id}, 1, 'email', 'en', 'sent', 'stop@print.test') returning code`
  const isOff = async () =>
    (await visitor.get(`/api/unsubscribe/${code}/`)).json<{ is_off: boolean }>().is_off
  return { path: `/unsubscribe/${code}`, isOff }
}

test('the link of an email opens a page, whose button stops them', async () => {
  const { path, isOff } = await buildLink()
  const page = await visitor.get(`${path}?utm_source=x`, { 'accept-language': 'en' })
  expect([page.statusCode, page.headers['content-language']]).toEqual([200, 'en'])
  expect(page.body).toContain('tells stop@print.test about orders by email.')
  expect(page.body).toContain(`<form method="post" action="${path}">`)
  expect(await isOff()).toBe(false)
  const other = await visitor.send('POST', path, '', { ...form, 'sec-fetch-site': 'cross-site' })
  expect([other.statusCode, await isOff()]).toEqual([403, false])
  const stopped = await visitor.send('POST', path, 'x=1', { ...form, 'accept-language': 'en' })
  expect([stopped.statusCode, await isOff()]).toEqual([200, true])
  expect(stopped.body).toContain('<h1>No more emails</h1>')
  expect(stopped.body).not.toContain('<form')
  expect((await visitor.get(path)).body).not.toContain('<form')
})

test.each(languages)('all of it is in %s', async (language) => {
  const { path } = await buildLink()
  const names = language === 'en' ? undefined : ['stop@print.test', 'Our Print']
  const replies = [
    await visitor.get(`${path}?lang=${language}`),
    await visitor.send('POST', `${path}?lang=${language}`, '', form),
    await visitor.send('POST', `${path}?lang=${language}`, '', { ...form, 'sec-fetch-site': 'cross-site' }),
    await visitor.get(`/unsubscribe/nothing?lang=${language}`),
    await visitor.get(`/unsubscribe/01890000-0000-4000-8000-000000000000?lang=${language}`),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 403, 404, 404])
  for (const { headers, body } of replies) {
    expect(headers['content-language']).toBe(language)
    if (names) expect(englishLeft(body, names)).toEqual([])
  }
  // The chosen language stays.
  expect(replies[0]?.body).toContain(`action="${path}?lang=${language}"`)
})

test('it speaks the language of the browser, else that of the shop', async () => {
  const { path } = await buildLink()
  await api.db`update configurations set version = version + 1, language = 'hi'`
  const languageOf = async (headers?: Record<string, string>) =>
    (await visitor.get(path, headers)).headers['content-language']
  expect(await languageOf({ 'accept-language': 'ar-AE' })).toBe('ar')
  expect(await languageOf()).toBe('hi')
})
