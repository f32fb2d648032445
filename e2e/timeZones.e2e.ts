import type { Browser, Page } from '@playwright/test'
import { proofAt } from './proofAt.ts'
import { type Desk, expect, test } from './test.ts'

// The shop is in Kolkata; whoever looks from elsewhere sees its days and hours, not their own.

const timeZone = 'Asia/Kolkata'
const shopDay = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

/** '4:05 pm' */
const shopHour = (time: string) =>
  new Intl.DateTimeFormat('en-IN', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(time))
    .replace(/\s/g, ' ')

/** Moments of the shop's day at which it is another day where the browser is. */
const places = [
  { zone: 'Pacific/Kiritimati', at: `${shopDay}T23:30:00+05:30` },
  { zone: 'America/Los_Angeles', at: `${shopDay}T06:00:00+05:30` },
]

async function openAt(browser: Browser, desk: Desk, timezoneId: string, at: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId })
  const page = await context.newPage()
  await page.clock.setFixedTime(new Date(at))
  await desk.enter(page, 'admin')
  return page
}

for (const [index, { zone, at }] of places.entries()) {
  test(`seen from ${zone}, today and all hours are the shop's${proofAt(index > 0)}`, async ({
    browser,
    desk,
  }) => {
    const page = await openAt(browser, desk, zone, at)
    expect(await page.evaluate(() => new Date().toLocaleDateString('en-CA'))).not.toBe(shopDay)

    await test.step('the dashboard asks for the day of the shop, from its first request on', async () => {
      type Asked = Record<'from_date' | 'to_date' | 'as_of', string>
      const answers: Asked[] = []
      page.on('response', async (response) => {
        if (new URL(response.url()).pathname === '/api/dashboard')
          answers.push((await response.json()) as Asked)
      })
      await page.goto(`${desk.shop.url}/dashboard?period=today`)
      await expect(page.getByText(/^Today so far/)).toBeVisible()
      // It may be read again, in another minute.
      const saysWhen = async () => {
        const last = answers.at(-1)
        const said = (await page.getByText(/^As of/).innerText()).replace(/\s/g, ' ')
        return last !== undefined && said === `As of ${shopHour(last.as_of)}`
      }
      await expect.poll(saysWhen).toBe(true)
      expect(answers[0]).toMatchObject({ from_date: shopDay, to_date: shopDay })
    })

    await test.step('an order was taken in at the hour of the shop', async () => {
      const { results } = await desk.api<{ results: { id: string; created_at: string }[] }>(
        'GET',
        '/api/all-orders/?limit=1',
      )
      await page.goto(`${desk.shop.url}/order/${results[0]?.id}`)
      await expect(page.getByText(shopHour(results[0]?.created_at ?? '')).first()).toBeVisible()
    })

    await test.step('the calendar marks the day of the shop', async () => {
      await page.goto(`${desk.shop.url}/total_orders`)
      await page.getByRole('textbox', { name: 'From' }).click()
      await expect(page.locator('[aria-current="date"]')).toHaveText(String(Number(shopDay.slice(8))))
    })
    await page.context().close()
  })
}
