import { openMailServer } from '../server/test/messageJobs.ts'
import { until } from '../server/test/until.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

test('email is set up and tried, tells a customer of their order, and is stopped by its link', async ({
  page,
  desk,
}) => {
  const mail = await openMailServer()
  try {
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/message_channels`)
    await page.getByRole('button', { name: 'Set up Email' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Mail server').fill('127.0.0.1')
    await dialog.getByLabel('Port').fill(String(mail.port))
    await dialog.getByRole('radio', { name: 'None' }).check()
    await dialog.getByLabel('Sender', { exact: true }).fill('Print Shop')
    await dialog.getByLabel('Address of the sender').fill('orders@print.test')
    await expectAccessible(page, 'Email')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Send a test by Email' }).click()
    await dialog.getByLabel('Email address').fill('owner@print.test')
    await dialog.getByRole('button', { name: 'Send' }).click()
    await expect(dialog.getByText(/Accepted\. The answer: .*taken as 1/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Switch on Email' }).click()
    await expect(page.getByText('Email is on')).toBeVisible()
    await expectAccessible(page, 'Channels of messages')

    const user = await desk.api<{ id: string }>('POST', '/api/users/', {
      first_name: 'Kavya',
      last_name: 'Iyer',
      mobile: '9812345001',
      email: 'kavya.messages@print.test',
    })
    const { results } = await desk.api<{ results: { id: string }[] }>(
      'GET',
      '/api/all-orders/?status=confirmed&limit=1',
    )
    const id = results[0]?.id ?? ''
    await desk.shop.withDatabase(
      (db) =>
        db`update orders set version = version + 1, user_id = ${user.id}, pickup = true, is_ready = false where id = ${id}`,
    )
    await desk.api('PATCH', `/api/all-orders/${id}/`, { is_ready: true })
    await until('the email arrives', () => mail.received.length === 2)

    await page.goto(`${desk.shop.url}/order/${id}`)
    await page.getByRole('button', { name: 'Show message Ready for pick-up' }).click()
    await expect(dialog.getByText(/taken as 2/)).toBeVisible()
    await expectAccessible(page, 'Message')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${desk.shop.url}/messages?fact=ready`)
    await expect(page.getByRole('row', { name: /Ready for pick-up.*Kavya Iyer.*Sent/ })).toBeVisible()
    await expectAccessible(page, 'Messages')

    const raw = (mail.received[1]?.raw ?? '').replaceAll('=\r\n', '')
    const code = /\/unsubscribe\/([0-9a-f-]{36})/.exec(raw)?.[1]
    await page.goto(`${desk.shop.url}/unsubscribe/${code}`)
    await page.getByRole('button', { name: 'Stop emails' }).click()
    await expect(page.getByText(/sends no more emails to kavya.messages@print.test/)).toBeVisible()
    await expectAccessible(page, 'No more emails')
    await page.goto(`${desk.shop.url}/user/${user.id}`)
    await expect(page.getByText(/Off since .*stopped by the customer/)).toBeVisible()
    // By keyboard: a tap misses while what is above it still comes.
    await page.getByRole('switch', { name: /^Email/ }).press(' ')
    await expect(page.getByText('Email is on for this customer')).toBeVisible()
  } finally {
    const list = await desk.api<{ results: { id: string; channel: string }[] }>(
      'GET',
      '/api/message-channels/',
    )
    const email = list.results.find(({ channel }) => channel === 'email')
    await desk.api('PATCH', `/api/message-channels/${email?.id}/`, { is_active: false })
    await mail.close()
  }
})

test('a template is changed with a preview, and refuses what it cannot fill in', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/message_templates`)
  await page.getByRole('button', { name: 'Edit Delivered, English' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('SMS and WhatsApp').fill('{first_name}: {password}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText(/Only these can be filled in/)).toBeVisible()
  await dialog.getByLabel('SMS and WhatsApp').fill('Order {order_number} was delivered.')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText(/^Order \d+ was delivered\.$/)).toBeVisible()
  await expectAccessible(page, 'Template')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Template saved')).toBeVisible()
})
