import { beforeAll, describe, expect, test } from 'vitest'
import { type Reply, useApi } from '../../../test/api.ts'
import { buildQrCode } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const phone =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const scan = (code: number | string, headers: Record<string, string> = {}) =>
  api.as(undefined).get(`/?qr_code=${code}`, { 'user-agent': phone, ...headers })
const countOf = async (id: string): Promise<number> =>
  (await admin.get(`/api/qr-codes/?id=${id}`)).json().results[0].count
const rowsOf = (id: string) =>
  api.db<{ kind: string }[]>`select kind from scans where qr_code_id = ${id} order by id`

function expectNotice(reply: Reply, status: number, text: string) {
  expect([text, reply.statusCode]).toEqual([text, status])
  expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.body).toContain(`<h1>${text}</h1>`)
  expect(reply.body).not.toMatch(/<script|style=|onerror/)
}

describe('a scan', () => {
  test('redirects to the address, and is stored and counted before the response', async () => {
    const code = await buildQrCode(api.db, { count_start: 7, redirection_url: 'https://example.test/a?b=c' })
    const reply = await scan(code.code)
    expect([reply.statusCode, reply.headers.location]).toEqual([302, 'https://example.test/a?b=c'])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(await rowsOf(code.id)).toEqual([{ kind: 'mobile' }])
    expect(await countOf(code.id)).toBe(8)
  })

  test('redirects also if an app has added parameters to the link', async () => {
    const { code } = await buildQrCode(api.db)
    for (const more of ['&utm_source=x', '&fbclid=1', '&limit[]=1']) {
      expect((await scan(`${code}${more}`)).statusCode).toBe(302)
    }
  })

  test.each([
    [
      'characters outside ASCII',
      'https://bücher.test/ä?q=₹#ü',
      'https://xn--bcher-kva.test/%C3%A4?q=%E2%82%B9#%C3%BC',
    ],
    [
      'characters that would end a header',
      'https://example.test/\u0085x\u2028y',
      'https://example.test/%C2%85x%E2%80%A8y',
    ],
  ])('redirects with %s', async (_, redirection_url, location) => {
    const { code } = await buildQrCode(api.db, { redirection_url })
    expect((await scan(code)).headers.location).toBe(location)
  })

  test('of an unknown, deleted or invalid number gets a notice and is not counted', async () => {
    const deleted = await buildQrCode(api.db)
    await admin.delete(`/api/qr-codes/?qr_id=${deleted.id}`)
    const { code } = await buildQrCode(api.db)
    const strange = [
      deleted.code,
      99,
      '',
      'x',
      '0',
      `0${code}`,
      `${code}.0`,
      `-${code}`,
      `+${code}`,
      `${code}%00`,
      '%00',
      `${code}%20`,
      `${code}&qr_code=${code}`,
      `${code}&qr_code=`,
      '9999999999999999999',
      '1e3',
      '%3Cscript%3E',
      "'--",
      '٥٢٣',
      'x'.repeat(5000),
    ]
    const [before] = await api.db`select count(*)::int as rows from scans`
    for (const one of strange) expectNotice(await scan(one), 404, 'We do not know this code')
    expectNotice(await scan('%ff'), 400, 'One moment, please')
    expect(await api.db`select count(*)::int as rows from scans`).toEqual([before])
  })

  test('of an expired or inactive QR code gets 410 and is not counted', async () => {
    const today = await buildQrCode(api.db, { validity: 0 })
    const expired = await buildQrCode(api.db, { validity: -1 })
    const inactive = await buildQrCode(api.db, { is_active: false })
    expect((await scan(today.code)).statusCode).toBe(302)
    expectNotice(await scan(expired.code), 410, 'This code has expired')
    expectNotice(await scan(inactive.code), 410, 'This code is not in use')
    for (const { id } of [expired, inactive]) {
      expect(await rowsOf(id)).toEqual([])
      expect(await countOf(id)).toBe(0)
    }
  })

  test.each([
    ['hi-IN, en;q=0.5', 'hi', '<html lang="hi">', 'इस कोड का समय पूरा हो गया'],
    ['ar', 'ar', '<html lang="ar" dir="rtl">', 'انتهت صلاحية هذا الرمز'],
    ['fr', 'en', '<html lang="en">', 'This code has expired'],
  ])('with a phone in %s gets its notice in %s', async (asked, language, start, title) => {
    const { code } = await buildQrCode(api.db, { validity: -1 })
    const reply = await scan(code, { 'accept-language': asked })
    expectNotice(reply, 410, title)
    expect(reply.headers).toMatchObject({ 'content-language': language, vary: 'accept-language' })
    expect(reply.body).toContain(start)
  })

  test('by HEAD, prefetch or a robot is stored as uncounted', async () => {
    const { id, code } = await buildQrCode(api.db)
    const statuses = [
      await api.as(undefined).send('HEAD', `/?qr_code=${code}`, undefined, { 'user-agent': phone }),
      await scan(code, { 'sec-purpose': 'prefetch' }),
      await scan(code, { 'sec-purpose': 'prefetch;prerender' }),
      await scan(code, { purpose: 'prefetch' }),
      await scan(code, { 'x-purpose': 'preview' }),
      await scan(code, { 'x-moz': 'prefetch' }),
      await scan(code, {
        'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      }),
      await scan(code, { 'user-agent': 'WhatsApp/2.23.20.0' }),
      await scan(code),
    ].map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([302]))
    const kinds = ['head', ...Array(5).fill('prefetch'), 'bot', 'bot', 'mobile']
    expect((await rowsOf(id)).map(({ kind }) => kind)).toEqual(kinds)
    expect(await countOf(id)).toBe(1)
    expect((await admin.get(`/api/qr-codes/${id}/scans/`)).json()).toMatchObject({
      total: 1,
      devices: { mobile: 1, tablet: 0, desktop: 0, other: 0, total: 1 },
      not_counted: { bot: 2, prefetch: 5, head: 1 },
    })
  })

  test('is rate-limited by address, and the page of the web app is not', async () => {
    const app = await api.startApp({ publicRateLimit: 2 })
    const { code, id } = await buildQrCode(api.db)
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) {
      const reply = await app.inject({ url: `/?qr_code=${code}` })
      statuses.push(reply.statusCode)
      if (reply.statusCode === 429) {
        expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
        expectNotice(reply, 429, 'One moment, please')
      }
    }
    const page = await app.inject({ url: '/' })
    await app.close()
    expect(statuses).toEqual([302, 302, 302, 302, 302, 429, 429])
    expect(page.statusCode).toBe(404)
    expect(page.headers['content-type']).toMatch(/^application\/json/)
    expect(await countOf(id)).toBe(5)
  })
})

describe('counting', () => {
  test('is exact with 200 concurrent scans, and while deltas are folded', async () => {
    const codes = [await buildQrCode(api.db), await buildQrCode(api.db, { count_start: 500 })]
    let isOver = false
    const fold = async (): Promise<void> => {
      if (isOver) return
      await api.db`select fold_figures()`
      return fold()
    }
    const seen: number[] = []
    const watch = async (): Promise<void> => {
      if (isOver) return
      seen.push(await countOf(codes[0]?.id ?? ''))
      return watch()
    }
    const others = [fold(), watch()]
    const replies = await Promise.all(
      Array.from({ length: 200 }, (_, index) => scan(codes[index % 2]?.code ?? 0)),
    )
    isOver = true
    await Promise.all(others)
    expect(replies.every(({ statusCode }) => statusCode === 302)).toBe(true)
    expect(seen).toEqual(seen.toSorted((a, b) => a - b))
    for (const [index, { id }] of codes.entries()) {
      expect(await countOf(id)).toBe(100 + index * 500)
      expect(await rowsOf(id)).toHaveLength(100)
    }
  })

  test('is not affected by failing scans of other QR codes', async () => {
    const good = await buildQrCode(api.db)
    const replies = await Promise.all([scan('99'), scan(good.code), scan('x'), scan(good.code)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 302, 404, 302])
    expect(await countOf(good.id)).toBe(2)
  })

  test('is redone per day when the shop changes its time zone', async () => {
    const { id } = await buildQrCode(api.db)
    await api.db`insert into scans (qr_code_id, at, kind) values (${id}, '2026-03-01T20:00:00Z', 'tablet')`
    await api.db`select recount_figure('scan_figures')`
    const day = async () => {
      const reply = await admin.get(`/api/qr-codes/${id}/scans/?from_date=2026-03-01&to_date=2026-03-02`)
      return reply.json().per_day.map(({ total }: { total: number }) => total)
    }
    expect(await day()).toEqual([0, 1])
    const { recountDays, setTimeZone } = await import('../../base/database/timeZone.ts')
    await setTimeZone(api.db, 'Europe/London')
    await recountDays(api.db)
    expect(await day()).toEqual([1, 0])
    expect(await countOf(id)).toBe(1)
    await setTimeZone(api.db, 'Asia/Kolkata')
    await recountDays(api.db)
    expect(await day()).toEqual([0, 1])
  })
})

describe('statistics', () => {
  let id = ''
  beforeAll(async () => {
    id = (await buildQrCode(api.db)).id
    for (const [at, kind] of [
      ['2026-01-10T10:00:00Z', 'mobile'],
      ['2026-01-10T11:00:00Z', 'mobile'],
      ['2026-01-10T12:00:00Z', 'bot'],
      ['2026-01-12T10:00:00Z', 'desktop'],
    ] as const) {
      await api.db`insert into scans (qr_code_id, at, kind) values (${id}, ${at}, ${kind})`
    }
    await api.db`select recount_figure('scan_figures')`
    // A scan that is not folded yet.
    await api.db`insert into scans (qr_code_id, at, kind) values (${id}, '2026-01-12T10:00:00Z', 'other')`
  })

  test.each(['/api/qr-codes/:id/scans/', '/api/qr-codes/scans/'])('%s has every day', async (url) => {
    const path = url.replace(':id', id)
    const reply = await admin.get(`${path}?from_date=2026-01-10&to_date=2026-01-12`)
    const none = { mobile: 0, tablet: 0, desktop: 0, other: 0, total: 0 }
    expect(reply.json()).toEqual({
      from_date: '2026-01-10',
      to_date: '2026-01-12',
      total: 4,
      devices: { mobile: 2, tablet: 0, desktop: 1, other: 1, total: 4 },
      per_day: [
        { ...none, day: '2026-01-10', mobile: 2, total: 2 },
        { ...none, day: '2026-01-11' },
        { ...none, day: '2026-01-12', desktop: 1, other: 1, total: 2 },
      ],
      not_counted: { bot: 1, prefetch: 0, head: 0 },
    })
  })

  test('are of the last 30 days by default, and of at most 400 days', async () => {
    const scans = (await admin.get('/api/qr-codes/scans/')).json()
    expect(scans.per_day).toHaveLength(30)
    const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
    expect(scans.to_date).toBe(today)
    const status = async (range: string) => (await admin.get(`/api/qr-codes/scans/?${range}`)).statusCode
    expect(await status('from_date=2025-01-01&to_date=2026-02-04')).toBe(200)
    expect(await status('from_date=2025-01-01&to_date=2026-02-05')).toBe(400)
    expect(await status('from_date=2026-02-01&to_date=2026-01-01')).toBe(400)
    expect((await admin.get(`/api/qr-codes/${api.people.admin.id}/scans/`)).statusCode).toBe(404)
  })
})
