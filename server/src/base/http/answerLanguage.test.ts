import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildOrder, buildUser } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const hindi = { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' }
const unknown = '01890000-0000-4000-8000-000000000000'

type Headers = Record<string, string>
const refusals: [string, number, (headers: Headers) => ReturnType<typeof admin.get>, string][] = [
  [
    'nobody is signed in',
    401,
    (headers) => api.as(undefined).get('/api/all-orders/', headers),
    'कृपया साइन इन करें',
  ],
  [
    'an ability is lacking',
    403,
    (headers) => api.as('staff').get('/api/users/', headers),
    'इसके लिए यह अधिकार चाहिए: “ग्राहकों का डेटा देखना”',
  ],
  ['there is no record', 404, (headers) => admin.get(`/api/users/${unknown}/`, headers), 'ग्राहक नहीं मिला'],
  ['there is no page', 404, (headers) => admin.get('/api/nowhere/', headers), 'पेज नहीं मिला'],
  [
    'a method does nothing',
    405,
    (headers) => admin.delete('/api/all-orders/', headers),
    'DELETE से यहाँ कुछ नहीं होता; GET, HEAD, POST से होगा',
  ],
  [
    'the body is of another type',
    415,
    (headers) => admin.send('POST', '/api/leads/', 'name=x', { ...headers, 'content-type': 'text/plain' }),
    'इसे application/json के रूप में भेजें',
  ],
  [
    'the body is no JSON',
    400,
    (headers) => admin.send('POST', '/api/leads/', '{', { ...headers, 'content-type': 'application/json' }),
    'भेजा गया डेटा सही JSON नहीं है',
  ],
  [
    'a field is left out',
    400,
    (headers) => admin.post('/api/leads/', { message: 'x' }, headers),
    'इसे भरना ज़रूरी है',
  ],
  [
    'the contract has no words of its own for a field',
    400,
    (headers) => admin.post('/api/leads/', { name: 5, email: 'a@b.test', message: 'x' }, headers),
    'यह टेक्स्ट होना चाहिए',
  ],
]

describe('a refusal because', () => {
  test.each(refusals)('%s (%d) is said in Hindi, and only its words differ', async (_, status, ask, text) => {
    const [english, other] = [await ask({}), await ask(hindi)]
    expect([other.statusCode, other.json().message]).toEqual([status, expect.stringContaining(text)])
    expect(other.headers).toMatchObject({ 'content-language': 'hi', vary: 'accept-language' })
    const codesOf = ({ code, errors = [] }: { code: string; errors?: { context: object }[] }) => ({
      code,
      fields: errors.map(({ context }) => context),
    })
    expect(codesOf(other.json())).toEqual(codesOf(english.json()))
    expect(english.headers).toMatchObject({ 'content-language': 'en', vary: 'accept-language' })
    for (const language of ['en', 'ar', 'fr', '*', ';;,', 'en-IN, hi;q=0.9'])
      expect([language, (await ask({ 'accept-language': language })).body]).toEqual([language, english.body])
  })

  test('each field is wrong names each in Hindi', async () => {
    const reply = await admin.post('/api/leads/', { name: '', email: 'x', message: 'm'.repeat(5001) }, hindi)
    const said = Object.fromEntries(
      reply
        .json()
        .errors.map(({ message, context }: { message: string; context: { key: string } }) => [
          context.key,
          message,
        ]),
    )
    expect(said).toMatchObject({
      name: 'इसे भरना ज़रूरी है',
      email: 'यह ईमेल पता नहीं है',
      message: 'ज़्यादा से ज़्यादा 5000 अक्षर',
    })
  })

  test('a stored refusal is repeated is said in the language of each request', async () => {
    const { id } = await buildOrder(api.db, { status: 'delivered' })
    const headers = { 'idempotency-key': randomUUID() }
    const patch = (more: Headers) =>
      admin.patch(`/api/all-orders/${id}/`, { status: 'confirmed' }, { ...headers, ...more })
    const [first, second, third] = [await patch(hindi), await patch({}), await patch(hindi)]
    expect([first.statusCode, second.statusCode]).toEqual([409, 409])
    expect(second.json().message).toMatch(/^This order is Completed and cannot become Pending; /)
    expect(first.json().message).toMatch(/^यह ऑर्डर “पूरा” है और “बाक़ी” नहीं बन सकता; /)
    expect(third.json()).toEqual(first.json())
  })
})

describe('a refusal with a key for a retry', () => {
  test('is said in the language of the request, of whatever endpoint', async () => {
    const { id } = await buildUser(api.db)
    const taking = { delta: -5, reason: 'A mistake' }
    const headers = { ...hindi, 'idempotency-key': randomUUID() }
    const reply = await admin.post(`/api/users/${id}/coins/`, taking, headers)
    const plain = await admin.post(`/api/users/${id}/coins/`, taking, hindi)
    expect(reply.statusCode).toBeGreaterThanOrEqual(400)
    expect(reply.json()).toEqual(plain.json())
    expect(reply.headers['content-language']).toBe('hi')
  })
})

describe('an answer', () => {
  test('that says something says it in Hindi, with the same values', async () => {
    const [english, other] = [
      await admin.get('/api/order_status'),
      await admin.get('/api/order_status', hindi),
    ]
    expect(english.json()[0]).toMatchObject({ value: 'confirmed', label: 'Pending' })
    expect(other.json()[0]).toEqual({ ...english.json()[0], label: 'बाक़ी' })
    expect([english.headers['content-language'], other.headers['content-language']]).toEqual(['en', 'hi'])
  })

  test('of many records says of each why it was refused', async () => {
    const { id } = await buildOrder(api.db, { status: 'delivered' })
    const reply = await admin.post('/api/all-orders/bulk/', { ids: [id], status: 'confirmed' }, hindi)
    expect(reply.json().results).toMatchObject([
      { id, ok: false, code: 'not_allowed', message: expect.stringContaining('नहीं बन सकता') },
    ])
  })

  test('that says nothing does not depend on the language', async () => {
    const { headers } = await admin.get('/api/configurations', hindi)
    expect(headers).not.toHaveProperty('content-language')
    expect(headers).not.toHaveProperty('vary')
  })
})
