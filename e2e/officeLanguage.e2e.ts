import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

const language = (page: Page) => page.locator('html').getAttribute('lang')

test('who reads Hindi chooses it before signing in, and everything is in it', async ({ browser, desk }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(`${desk.shop.url}/login`)
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { name: 'साइन इन' })).toBeVisible()
  await page.getByLabel('ईमेल').fill('admin@ourprint.test')
  await page.getByLabel('पासवर्ड', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'साइन इन' }).click()
  // What the server says is in the language of the page.
  await expect(page.getByRole('alert')).toHaveText(/[\u0900-\u097f]/)
  await page.close()
})

test('the settings change the language of a device, and back', async ({ page, desk }) => {
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/total_orders`)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect.poll(() => language(page)).toBe('hi')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/[\u0900-\u097f]/)
  expect(new URL(page.url()).pathname).toBe('/total_orders')
  await page.getByRole('button', { name: 'सेटिंग' }).first().click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect.poll(() => language(page)).toBe('en')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Total orders')
})
