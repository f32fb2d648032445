import { makePdf } from '../server/test/pdf.ts'
import { expectAccessible } from './axe.ts'
import { proofAt } from './proofAt.ts'
import { expect, test } from './test.ts'

type Configuration = { version: number } & Record<string, unknown>
type Row = { id: string; number: number; url: string; status: string }

test('a visitor orders by link, follows, answers and reports a fault; the office does its half', async ({
  page,
  browser,
  desk,
}) => {
  const { version: _, ...configuration } = await desk.api<Configuration>('GET', '/api/configurations')
  const settings = {
    ...configuration,
    order_intake: 'open',
    payee_address: 'shop@bank',
    payee_name: 'Our Print',
  }
  await desk.api('PUT', '/api/configurations', settings)
  // The visitor's phone has no script.
  const phone = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const visitor = await phone.newPage()
  await visitor.goto(`${desk.shop.url}/order`)
  const file = { name: 'poster.pdf', mimeType: 'application/pdf', buffer: await makePdf(3, { margin: 2 }) }
  await visitor.getByLabel('PDF, PNG or JPEG').setInputFiles(file)
  await visitor.getByRole('button', { name: 'See the price' }).click()
  await expect(visitor.getByText('3 pages', { exact: true })).toBeVisible()
  await visitor.getByLabel('Copies').fill('2')
  await visitor.getByRole('button', { name: 'Update the price' }).click()
  await expect(visitor.getByText('₹12.00')).toBeVisible()
  await visitor.getByLabel('Your name').fill('Farah <b>Khan</b>')
  await visitor.getByLabel('Phone').fill('9000088801')
  await visitor.getByRole('button', { name: 'Send the request' }).click()
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible()

  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/order_requests?status=open`)
  await page.getByRole('link', { name: /poster/ }).click()
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByRole('button', { name: 'Take it in' }).click()
  await page.getByRole('link', { name: /Open order/ }).click()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByRole('button', { name: 'Copy the customer’s link' })).toBeVisible()
  const id = new URL(page.url()).pathname.split('/')[2] ?? ''
  const { url } = await desk.api<Row>('GET', `/api/all-orders/${id}/customer-link/`)

  await visitor.goto(url)
  await expect(visitor.getByRole('heading', { name: 'poster' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: /Code to pay/ })).toBeVisible()
  await expect(async () => {
    await visitor.reload()
    await expect(visitor.getByRole('button', { name: 'Print it as it is' })).toBeVisible({ timeout: 500 })
  }).toPass()
  await visitor.getByRole('button', { name: 'Print it as it is' }).click()
  await expect(visitor.getByText('Thank you. We print it as it is.')).toBeVisible()
  await visitor.getByText('Send another file').click()
  await visitor
    .getByLabel('New file')
    .setInputFiles({ ...file, name: 'better.pdf', buffer: await makePdf(4) })
  await visitor.getByRole('button', { name: 'Send the file' }).click()
  await expect(visitor.getByText('₹16.00')).toBeVisible()
  await visitor.getByRole('button', { name: 'Print this file' }).click()
  await expect(visitor.getByText('better.pdf')).toBeVisible()

  // Another one has a script: the page follows by itself.
  const live = await browser.newPage()
  await live.goto(url)
  await expect(live.getByText('better.pdf')).toBeVisible()
  await expectAccessible(live, 'the page of an order')
  const { results: staff } = await desk.api<{ results: Row[] }>('GET', '/api/staff_users/?query=ravi')
  const move = (body: object) => desk.api<{ version: number }>('PATCH', `/api/all-orders/${id}/`, body)
  // What is open stays open, also where a tap leaves no focus, as on iPhones.
  await live.getByText('Add a note').click()
  await live.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
  const { version } = await move({ assigned_user: staff[0]?.id })
  await live.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(live.locator('#acts [name=version]').first()).toHaveValue(String(version))
  await expect(live.getByLabel('Note for the shop')).toBeVisible()
  await live.getByText('Add a note').click()
  await live.evaluate(() => document.querySelector<HTMLElement>(':focus')?.blur())
  await move({ status: 'out-for-delivery' })
  await live.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(live.getByRole('heading', { name: 'It is ready to be fetched' })).toBeVisible()
  await move({ status: 'delivered' })

  await visitor.goto(url)
  await visitor.getByText('Something is wrong with it').click()
  await visitor.getByLabel('What happened').fill('It is torn')
  await visitor.getByRole('button', { name: 'Tell the shop' }).click()
  await expect(visitor.getByText('We are sorry.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('It is torn').first()).toBeVisible()
  await expect(page.getByText('The customer').first()).toBeVisible()

  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('Link revoked', { exact: true })).toBeVisible()
  await live.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(live.getByRole('heading', { name: 'There is nothing here' })).toBeVisible()
  await live.close()
  await phone.close()
})

for (const width of [390, 1280])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the public pages are accessible at ${width} px, ${colorScheme}${proofAt(width > 390 || colorScheme === 'dark')}`, async ({
      browser,
      desk,
    }) => {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
      const page = await context.newPage()
      const { results } = await desk.api<{ results: Row[] }>(
        'GET',
        '/api/all-orders/?status=confirmed&limit=1',
      )
      const { url } = await desk.api<Row>('POST', `/api/all-orders/${results[0]?.id}/customer-link/`)
      await page.goto(url)
      for (const part of await page.locator('summary').all()) await part.click()
      await expectAccessible(page, `an order at ${width}`)
      await page.goto(`${desk.shop.url}/order`)
      await page.setInputFiles('input[type=file]', {
        name: 'a.pdf',
        mimeType: 'application/pdf',
        buffer: await makePdf(2),
      })
      await expect(page.getByText('2 pages', { exact: true })).toBeVisible()
      await expectAccessible(page, `the order form at ${width}`)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
      await page.getByLabel('Copies').fill('3')
      await page.getByLabel('Copies').blur()
      await expect(page.locator('#price')).toContainText('₹12.00')
      await context.close()
    })
