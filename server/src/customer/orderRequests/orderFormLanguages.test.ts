import type { Configuration } from '@our-print/contract/shop/configurations.ts'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { englishLeft } from '../../../test/englishLeft.ts'
import { hiddenFields } from '../../../test/hiddenFields.ts'
import { makePdf } from '../../../test/pdf.ts'

const api = useApi()
const [admin, visitor] = [api.as('admin'), api.as(undefined)]
beforeAll(async () => {
  const { version: _, ...now } = (await admin.get('/api/configurations')).json<Configuration>()
  const contact = { ...now.contact, phone: '+919812345670' }
  expect((await admin.put('/api/configurations', { ...now, contact, order_intake: 'open' })).statusCode).toBe(
    200,
  )
})

async function send(address: string, fields: Record<string, string>, files: Record<string, Buffer> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of Object.entries(files))
    form.append('files', new File([new Uint8Array(bytes)], name))
  return visitor.upload(address, form, { 'sec-fetch-site': 'same-origin' })
}
const names = ['Our Print', 'thesis.pdf', 'notes.exe', 'PDF', 'PNG', 'JPEG', 'QR', 'A4', 'A3', 'Letter', 'MB']

test.each(['hi', 'ar'])(
  'nothing of the form is left in English in %s, from the first look to the thanks',
  { tags: ['proof'] },
  async (language) => {
    const address = `/order?lang=${language}`
    const first = await visitor.get('/order', { 'accept-language': language })
    expect(first.headers['vary']).toContain('accept-language')
    expect([first.headers['content-language'], englishLeft(first.body, names)]).toEqual([language, []])
    const none = await send(address, { step: 'price' })
    expect([none.statusCode, englishLeft(none.body, names)]).toEqual([400, []])
    const wrong = await send(address, { step: 'price' }, { 'notes.exe': Buffer.from('MZ') })
    expect([wrong.statusCode, englishLeft(wrong.body, names)]).toEqual([400, []])
    const measured = await send(address, { step: 'price' }, { 'thesis.pdf': await makePdf(3, { margin: 2 }) })
    expect([measured.statusCode, englishLeft(measured.body, names)]).toEqual([200, []])
    expect(measured.body).toContain(`action="${address}"`)
    const fields = { ...hiddenFields(measured.body), step: 'send' }
    const empty = await send(address, {
      ...fields,
      copies: '0',
      name: '',
      mobile: 'x',
      email: 'y',
      pickup: 'no',
    })
    expect([empty.statusCode, englishLeft(empty.body, names)]).toEqual([400, []])
    for (const field of ['copies', 'name', 'mobile', 'email', 'line1'])
      expect([field, empty.body.includes(`id="${field}-error"`)]).toEqual([field, true])
    const who = { name: 'Meena', mobile: language === 'hi' ? '9812309871' : '9812309872' }
    const repriced = await send(address, { ...fields, ...who, amount: '1' })
    expect([repriced.statusCode, englishLeft(repriced.body, names)]).toEqual([200, []])
    const sent = await send(address, { ...fields, ...who })
    expect([sent.statusCode, englishLeft(sent.body, names)]).toEqual([201, []])
    const twice = await send(address, { ...fields, ...who, mobile: '9812309879' })
    expect([twice.statusCode, englishLeft(twice.body, names)]).toEqual([409, []])
  },
)

test('another language keeps the files and what was typed', async () => {
  const { body } = await send('/order', { step: 'price', name: 'Meena' }, { 'thesis.pdf': await makePdf(2) })
  const [, button = ''] = /<button ([^>]*formaction="\?lang=hi"[^>]*)>/.exec(body) ?? []
  expect(button).toContain('form="order"')
  expect(button).toContain('name="step" value="price"')
  const again = await send('/order?lang=hi', { ...hiddenFields(body), step: 'price', name: 'Meena' })
  expect(again.body).toContain('<html lang="hi">')
  expect(again.body).toContain('thesis.pdf')
  expect(again.body).toContain('value="Meena"')
  // Enter in a field presses the first button, and changes no language.
  const [enter = ''] = /<button form="order"[^>]*>/.exec(again.body) ?? []
  expect([enter.includes('value="price"'), enter.includes('formaction')]).toEqual([true, false])
})

test('takes copies in the digits of any script', async () => {
  const { body } = await send('/order', { step: 'price' }, { 'thesis.pdf': await makePdf(1) })
  const amountOf = async (copies: string) => {
    const reply = await send('/order', { ...hiddenFields(body), step: 'price', copies })
    return [reply.statusCode, hiddenFields(reply.body)['amount']]
  }
  expect(await amountOf('२५')).toEqual(await amountOf('25'))
  const wrong = await send('/order?lang=hi', { ...hiddenFields(body), step: 'send', copies: 'x' })
  expect([wrong.body.includes('id="copies-error"'), englishLeft(wrong.body, names)]).toEqual([true, []])
})
