import { openProvider, providerSettings } from '../server/test/messageJobs.ts'
import { makePdf } from '../server/test/pdf.ts'
import { until } from '../server/test/until.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

type Configuration = { version: number } & Record<string, unknown>
type Rows<T> = { results: T[] }

test('a visitor without a script confirms by a code; a customer stops messages by STOP', async ({
  page,
  browser,
  desk,
  request,
}) => {
  const provider = await openProvider()
  const { results } = await desk.api<Rows<{ id: string; channel: string }>>('GET', '/api/message-channels/')
  const channel = `/api/message-channels/${results.find((each) => each.channel === 'sms')?.id}/`
  try {
    await desk.enter(page, 'admin')
    const { version: _, ...settings } = await desk.api<Configuration>('GET', '/api/configurations')
    await desk.api('PUT', '/api/configurations', { ...settings, order_intake: 'open' })
    await page.goto(`${desk.shop.url}/configuration`)
    await expect(page.getByText('no channel of messages is on')).toBeVisible()
    await expectAccessible(page, 'Configuration without codes')
    await desk.api('PATCH', channel, {
      provider: providerSettings(provider.url),
      secret: 'key',
      is_active: true,
    })

    const phone = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    })
    const visitor = await phone.newPage()
    await visitor.goto(`${desk.shop.url}/order`)
    const file = { name: 'leaflet.pdf', mimeType: 'application/pdf', buffer: await makePdf(1) }
    await visitor.getByLabel('PDF, PNG or JPEG').setInputFiles(file)
    await visitor.getByRole('button', { name: 'See the price' }).click()
    await visitor.getByLabel('Your name').fill('Zoya Ali')
    await visitor.getByLabel('Phone').fill('9000088802')
    await visitor.getByRole('button', { name: 'Send the request' }).click()
    await expect(visitor.getByRole('heading', { name: 'Type the code' })).toBeVisible()
    await until('the code arrives', () => provider.received.length === 1)
    const code = /\d{6}/.exec((JSON.parse(provider.received[0]?.body ?? '') as { text: string }).text)?.[0]
    await visitor.getByLabel('Code').fill(code === '000000' ? '000001' : '000000')
    await visitor.getByRole('button', { name: 'Confirm' }).click()
    await expect(visitor.getByRole('alert')).toHaveText(/not the code that we sent last/)
    // A browser that runs scripts checks the same page.
    const checked = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await checked.setContent(await visitor.content())
    await expectAccessible(checked, 'the page of the code')
    await checked.close()
    const requests = () =>
      desk.api<Rows<{ name: string }>>('GET', '/api/order-requests/?query=Zoya').then((rows) => rows.results)
    expect(await requests()).toEqual([])
    await visitor.getByLabel('Code').fill(code ?? '')
    await visitor.getByLabel('Code').press('Enter')
    await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()
    expect(await requests()).toMatchObject([{ name: 'Zoya Ali' }])
    await phone.close()
    await page.goto(`${desk.shop.url}/messages?fact=order_code`)
    await expect(page.getByRole('row', { name: /Code of a request.*Zoya Ali.*Sent/ })).toBeVisible()

    const user = await desk.api<{ id: string; mobile: string }>('POST', '/api/users/', {
      first_name: 'Stopping',
      last_name: 'Customer',
      mobile: '9812345077',
    })
    await page.goto(`${desk.shop.url}/message_channels`)
    await page.getByRole('button', { name: 'Make the address for SMS' }).click()
    const address = page.getByText(/\/inbound\/[\w-]{22}$/)
    await expect(address).toBeVisible()
    await expectAccessible(page, 'Channels of messages with an address')
    const answer = { form: { From: user.mobile, Body: 'Stop' } }
    expect((await request.post((await address.textContent()) ?? '', answer)).status()).toBe(204)
    await page.goto(`${desk.shop.url}/user/${user.id}`)
    await expect(page.getByText(/Off since .*the customer answered STOP/)).toBeVisible()
  } finally {
    await desk.api('PATCH', channel, { is_active: false })
    await provider.close()
  }
})
