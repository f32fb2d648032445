import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { englishLeft } from '../../../test/englishLeft.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import { messagesOf, openProvider, providerSettings } from '../../../test/messageJobs.ts'
import { makePdf } from '../../../test/pdf.ts'

// The step with the code, for a visitor who does not read English.

const api = useApi()
const [admin, visitor] = [api.as('admin'), api.as(undefined)]
const { setUp, run } = messagesOf(api)
let provider: Awaited<ReturnType<typeof openProvider>>
beforeAll(async () => {
  provider = await openProvider()
  await setUp('sms', { provider: providerSettings(provider.url), secret: 'key' })
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  expect((await admin.put('/api/configurations', { ...now, order_intake: 'open' })).statusCode).toBe(200)
})
afterAll(() => provider.close())

function send(address: string, fields: Record<string, string>, pdf?: Buffer) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (pdf) form.append('files', new File([new Uint8Array(pdf)], 'thesis.pdf'))
  return visitor.upload(address, form, { 'sec-fetch-site': 'same-origin' })
}
const names = ['Our Print', 'Meena']

test.each([
  ['hi', '9812309881', /\p{Script=Devanagari}/u, '०१२३४५६७८९'],
  ['ar', '9812309882', /\p{Script=Arabic}/u, '٠١٢٣٤٥٦٧٨٩'],
])('page, refusals, message and digits are in %s', async (language, number, letters, digits) => {
  const typed = (ascii: string) => ascii.replace(/\d/g, (digit) => digits[Number(digit)] ?? '')
  const mobile = typed(number)
  const order = `/order?lang=${language}`
  const { body } = await send(order, { step: 'price' }, await makePdf(1))
  const asked = await send(order, { ...hiddenFields(body), step: 'send', name: 'Meena', mobile, email: '' })
  const address = String(asked.headers.location)
  expect(address).toContain(`/order/confirm?lang=${language}&`)
  const page = await visitor.get(address)
  expect([page.statusCode, page.headers['content-language'], englishLeft(page.body, names)]).toEqual([
    200,
    language,
    [],
  ])
  const { proof = '' } = hiddenFields(page.body)
  const confirm = (code: string) => send(`/order/confirm?lang=${language}`, { proof, code, step: 'confirm' })
  const [wrong, forged] = [await confirm('1'), await send(`/order/confirm?lang=${language}`, { proof: 'x' })]
  expect([wrong.statusCode, englishLeft(wrong.body, names)]).toEqual([400, []])
  expect([forged.statusCode, englishLeft(forged.body, names)]).toEqual([403, []])
  const renewed = await send(`/order/confirm?lang=${language}`, { proof, step: 'new' })
  const again = await visitor.get(String(renewed.headers.location))
  expect([renewed.statusCode, englishLeft(again.body, names)]).toEqual([303, []])

  const sent = () =>
    provider.received
      .map(({ body: message }) => (JSON.parse(message) as { text: string }).text)
      .filter((one) => letters.test(one))
  // That of the first code was not sent: the new one took its place.
  await run(() => sent().length > 0)
  const [text = ''] = sent()
  expect(englishLeft(text, names)).toEqual([])
  const confirmed = await confirm(typed(/\d{6}/.exec(text)?.[0] ?? 'none'))
  const done = await visitor.get(String(confirmed.headers.location))
  expect([confirmed.statusCode, done.headers['content-language'], englishLeft(done.body, names)]).toEqual([
    303,
    language,
    [],
  ])
  await api.db`update request_confirmations set expires_at = now(), request_id = null`
  const late = await visitor.get(address)
  expect([late.statusCode, englishLeft(late.body, names)]).toEqual([410, []])
})
