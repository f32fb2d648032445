import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

// A session that ends while something is typed: its person signs in over the page, and nothing typed is lost.

const password = 'a long password for tests'

async function signIn(page: Page, url: string, path: string) {
  await page.goto(`${url}/login?return_to=${path}`)
  await page.getByLabel('Email').fill('admin@ourprint.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Ends the session of the page as an administrator, or a password changed elsewhere, does. */
const endSession = (page: Page) =>
  page.evaluate(async () => {
    const headers = { Authorization: localStorage.getItem('token') ?? '' }
    await fetch('/api/logout', { method: 'POST', headers })
  })

const question = (page: Page) => page.getByRole('dialog', { name: 'Sign in to go on' })

async function signInAgain(page: Page) {
  await expect(question(page).getByLabel('Email')).toHaveValue('admin@ourprint.test')
  await question(page).getByLabel('Password', { exact: true }).fill(password)
  await question(page).getByRole('button', { name: 'Sign in' }).click()
  await expect(question(page)).toBeHidden()
}

for (const width of [1280, 390]) {
  test(`what is typed outlives the session at ${width}`, async ({ page, desk }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn(page, desk.shop.url, '/users')
    await page.getByRole('button', { name: 'New user' }).click()
    const form = page.getByRole('dialog', { name: 'New user' })
    const name = `Outlives${width}`
    await form.getByLabel('First name').fill(name)
    await form.getByLabel('Mobile').fill(`+91 98450 7${width === 390 ? '0390' : '1280'}`)

    await endSession(page)
    await expect(question(page)).toBeVisible()
    await test.step('a wrong password, Escape and an empty one change nothing', async () => {
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: 'Sign in' }).click()
      await expect(question(page).getByText('This field is Required')).toBeVisible()
      await question(page).getByLabel('Password', { exact: true }).fill('not this one')
      await question(page).getByRole('button', { name: 'Sign in' }).click()
      await expect(question(page).getByLabel('Password', { exact: true })).toHaveAccessibleDescription(/./)
    })

    await test.step('after signing in the form is as it was, and is saved', async () => {
      await signInAgain(page)
      await expect(form.getByLabel('First name')).toHaveValue(name)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(name))
    })

    await test.step('what others change is seen again', async () => {
      const id = page.url().split('/').at(-1)
      await desk.api('PATCH', `/api/users/${id}/`, { last_name: 'Elsewhere' })
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${name} Elsewhere`)
    })

    await test.step('Leave gives it up', async () => {
      await page.getByRole('button', { name: 'Add notes' }).click()
      await page.getByRole('textbox', { name: 'Notes' }).fill('Given up')
      await endSession(page)
      await question(page).getByRole('button', { name: 'Leave' }).click()
      await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    })
  })
}

test('signing in again in one tab is enough', async ({ page, desk }) => {
  await signIn(page, desk.shop.url, '/leads')
  await page.getByRole('heading', { name: 'Leads' }).waitFor()
  // The first tab reads the events for all, so it is the first to know; nothing is typed in it.
  const clean = page
  const [typing, other] = [await page.context().newPage(), await page.context().newPage()]
  await typing.goto(`${desk.shop.url}/users`)
  await typing.getByRole('button', { name: 'New user' }).click()
  await other.goto(`${desk.shop.url}/users`)
  await other.getByRole('button', { name: 'New user' }).click()
  for (const [at, tab] of [typing, other].entries())
    await tab.getByRole('dialog', { name: 'New user' }).getByLabel('First name').fill(`Tab ${at}`)
  await endSession(clean)
  await expect(clean.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await expect(question(typing)).toBeVisible()
  await expect(question(other)).toBeVisible()
  await signInAgain(other)
  await expect(question(typing)).toBeHidden()
  await expect(clean.getByRole('heading', { name: 'Leads' })).toBeVisible()
  for (const [at, tab] of [typing, other].entries())
    await expect(tab.getByRole('dialog', { name: 'New user' }).getByLabel('First name')).toHaveValue(
      `Tab ${at}`,
    )
  await typing.close()
  await other.close()
})
