import type { Page } from '@playwright/test'
import { makePdf } from '../server/test/pdf.ts'
import { expectAccessible } from './axe.ts'
import { holdTimers } from './holdTimers.ts'
import { proofAt } from './proofAt.ts'
import { expect, test } from './test.ts'

type Row = { id: string; url: string }
type Configuration = { version: number } & Record<string, unknown>
type Dependencies = {
  api: <T>(method: string, path: string, body?: unknown) => Promise<T>
  shop: { url: string }
}

/** Takes orders by link, and answers the address of an order’s own page. */
async function openPages({ api }: Dependencies): Promise<string> {
  const { version: _, ...configuration } = await api<Configuration>('GET', '/api/configurations')
  await api('PUT', '/api/configurations', { ...configuration, order_intake: 'open' })
  const { results } = await api<{ results: Row[] }>('GET', '/api/all-orders/?status=confirmed&limit=1')
  return (await api<Row>('POST', `/api/all-orders/${results[0]?.id}/customer-link/`)).url
}
const openAll = async (page: Page) => {
  for (const part of await page.locator('summary').all())
    if (!(await part.evaluate((one) => (one.parentElement as HTMLDetailsElement).open))) await part.click()
}
const sendFile = async (page: Page) => {
  const buffer = await makePdf(2)
  await page.setInputFiles('input[type=file]', { name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.locator('#price')).toBeVisible()
}
/** Whether a page is read without scrolling sideways, to either side. */
const fits = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

for (const [language, width] of [
  ['ar', 390],
  ['hi', 390],
  ['ar', 1280],
] as const)
  test(`the public pages are accessible in ${language} at ${width} px${proofAt(language === 'hi' || width > 390)}`, async ({
    browser,
    desk,
  }) => {
    const url = await openPages(desk)
    const context = await browser.newContext({ locale: `${language}-IN`, viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.goto(url)
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    if (language === 'ar') await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await openAll(page)
    await expectAccessible(page, `an order in ${language}`)
    expect(await fits(page)).toBe(true)
    await page.goto(`${desk.shop.url}/order`)
    await sendFile(page)
    await expectAccessible(page, `the order form in ${language}`)
    expect(await fits(page)).toBe(true)
    await context.close()
  })

test('a reader chooses a language on the page, and keeps it and what was typed', async ({
  browser,
  desk,
}) => {
  const url = await openPages(desk)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  // The page follows when it is told to, and not every ten seconds: of a page that is the same the answer says no language.
  await holdTimers(page, 10_000)
  await page.goto(url)
  const languages = page.getByRole('navigation', { name: 'Language' })
  await expect(languages.getByRole('link')).toHaveText(['English', 'हिन्दी', 'العربية'])
  await languages.getByRole('link', { name: 'العربية' }).click()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  // The page follows in the same language.
  const followed = page.waitForResponse(
    (response) => response.url().startsWith(url) && response.request().resourceType() === 'fetch',
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  expect((await followed).headers()['content-language']).toBe('ar')
  await page.getByText('إضافة ملاحظة', { exact: true }).click()
  await page.getByLabel('ملاحظة للمحل').fill('Ring twice')
  await page.getByRole('button', { name: 'إضافة هذه الملاحظة' }).click()
  await expect(page.getByText('شكرا لك. وصلتنا ملاحظتك.')).toBeVisible()

  await page.goto(`${desk.shop.url}/order`)
  await sendFile(page)
  await page.getByLabel('Your name').fill('Meena')
  await page.getByRole('button', { name: 'हिन्दी' }).click()
  await expect(page.getByLabel('आपका नाम')).toHaveValue('Meena')
  await expect(page.getByText('a.pdf')).toBeVisible()
  // The price follows in the language, too.
  await page.getByLabel('प्रतियाँ').fill('3')
  await page.getByLabel('प्रतियाँ').blur()
  await expect(page.locator('#price')).toContainText('₹12.00')
  await expect(page.locator('#price')).toContainText('दुकान इसकी पुष्टि करेगी')
  await page.close()
})

/** Writes each text of a page with accents and 40 % longer, as a language with long words would. */
const lengthen = (page: Page) =>
  page.evaluate(() => {
    const accents: Record<string, string> = { a: 'á', e: 'ë', i: 'î', o: 'ö', u: 'ü', n: 'ñ', c: 'ç' }
    const longer = (text: string) =>
      text.replace(/[A-Za-z][A-Za-z’]*/g, (word) => {
        const accented = word.replace(/[aeiounc]/g, (letter) => accents[letter] ?? letter)
        return accented + 'ömlåt'.repeat(Math.ceil(word.length / 10)).slice(0, Math.ceil(word.length * 0.4))
      })
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    let changed = 0
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest('script,style')) continue
      node.nodeValue = longer(node.nodeValue ?? '')
      changed += 1
    }
    return changed
  })

test('a language of long words fits on a phone', async ({ browser, desk }) => {
  const url = await openPages(desk)
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(url)
  await openAll(page)
  expect(await lengthen(page)).toBeGreaterThan(40)
  expect(await fits(page)).toBe(true)
  await page.goto(`${desk.shop.url}/order`)
  await sendFile(page)
  await page.getByLabel('How you get it').selectOption('no')
  await page.getByRole('button', { name: 'Send the request' }).evaluate((button: HTMLButtonElement) => {
    button.form?.setAttribute('novalidate', '')
    button.click()
  })
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await lengthen(page)).toBeGreaterThan(40)
  expect(await fits(page)).toBe(true)
  await page.goto(`${desk.shop.url}/o/AAAAAAAAAAAAAAAAAAAAAA`)
  expect(await lengthen(page)).toBeGreaterThan(2)
  expect(await fits(page)).toBe(true)
  await page.close()
})
