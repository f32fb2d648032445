import type { Page } from '@playwright/test'
import { forgetEverything } from '../server/src/base/http/forgetEverything.ts'
import { readMs } from '../web/src/app/shell/newVersion.ts'
import { assignOrder, type Courier, hireCourier } from './courier.ts'
import { openDoor } from './door.ts'
import { holdTimers } from './holdTimers.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

const signIn = async (page: Page, url: string, { email, password }: Courier) => {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
}

/** Until the app is on the device. */
const untilKept = (page: Page) =>
  expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')

const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    return (await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))).flat().length
  })

test('the app is kept, opens without network, says when it was updated, and forgets when it is switched off @proof', async ({
  page,
  desk,
  context,
}) => {
  const door = await openDoor(desk.shop.url)
  // With a stop of their own: other stories deliver those of the courier whom all share.
  const courier = await hireCourier(desk, 'Farida')
  await assignOrder(desk, courier, 'Kept ahead', '560001')
  await signIn(page, door.url, courier)
  await untilKept(page)

  await test.step('it can be installed', async () => {
    const devtools = await context.newCDPSession(page)
    const { errors, data = '' } = await devtools.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const manifest = JSON.parse(data) as { display: string; shortcuts: { name: string; url: string }[] }
    expect(manifest.display).toBe('standalone')
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['Round', '/round'],
      ['Scan', '/scan'],
    ])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // The tests run in windows that leave no traces.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
      [],
    )
  })

  await test.step('every screen opens while the server is away, under the policy that it has', async () => {
    door.shut()
    await page.goto(`${door.url}/round`)
    await expect(page.getByText('Our Print', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Retry' }).first()).toBeVisible()
    const script = page.evaluate(() => {
      document.head.append(Object.assign(document.createElement('script'), { text: 'window.ran = true' }))
      return 'ran' in window
    })
    expect(await script).toBe(false)
    door.open()
    await page.reload()
    await expect(page.getByText(/stops? left/)).toBeVisible()
  })

  await test.step('a new version waits, says so, and is used on a tap', async () => {
    const files = await keptFiles(page)
    door.change({ texts: { '/sw.js': (text) => `${text}\n// newer` } })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await page.evaluate(() => Object.assign(window, { isAtWork: true }))
    const update = page.getByRole('button', { name: 'Update' })
    await expect(update).toBeVisible()
    expect(await page.evaluate(() => 'isAtWork' in window)).toBe(true)
    await Promise.all([page.waitForEvent('load'), update.click()])
    expect(await page.evaluate(() => 'isAtWork' in window)).toBe(false)
    await expect(page.getByText(/stops? left/)).toBeVisible()
    await expect(update).toBeHidden()
    expect(await keptFiles(page)).toBe(files)
  })

  await test.step('or when the app is opened again', async () => {
    door.change({ texts: { '/sw.js': (text) => `${text}\n// newest` } })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const isWaiting = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
    await expect.poll(isWaiting).toBe(true)
    await page.goto(`${door.url}/assigned_orders`)
    await expect(page.getByRole('heading', { name: 'Assigned orders' })).toBeVisible()
    await expect.poll(isWaiting).toBe(false)
  })

  await test.step('a page that is too old for the API says so and loads itself again', async () => {
    // The page that is kept is the old one; that of the server is not.
    let isOld = true
    door.change({
      headers: (headers) => {
        if (headers['sec-fetch-dest'] === 'document') isOld = false
        return isOld && headers['x-api-version'] ? { ...headers, 'x-api-version': '0' } : headers
      },
    })
    const loadAgain = await holdTimers(page, readMs)
    await page.reload()
    const saysOld = page.getByText('This page is too old for it and is loaded again.')
    await expect(saysOld).toBeVisible()
    await loadAgain(page)
    // Both pages say 'Our Print was updated': the new one is there when the old one's reason is gone.
    await expect.poll(() => isOld).toBe(false)
    await expect(saysOld).toBeHidden()
    await expect(page.getByText('Our Print was updated', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Assigned orders' })).toBeVisible()
  })

  await test.step('switched off, nothing of it stays, and the page that is open goes on', async () => {
    await untilKept(page)
    expect(await keptFiles(page)).toBeGreaterThan(50)
    door.change({ texts: { '/sw.js': () => forgetEverything } })
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    await expect.poll(() => keptFiles(page)).toBe(0)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await page.getByRole('link', { name: 'Round' }).click()
    await expect(page.getByText(/stops? left/)).toBeVisible()
  })
  door.stop()
})

test('a device that keeps the app keeps it in the language that a person chooses there @proof', async ({
  page,
  desk,
}) => {
  const door = await openDoor(desk.shop.url)
  await signIn(page, door.url, await hireCourier(desk, 'Hema'))
  await untilKept(page)
  await page.reload()
  const files = await keptFiles(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  const inHindi = page.locator('html[lang=hi]')
  await expect(inHindi).toBeVisible()
  await expect.poll(() => keptFiles(page)).toBe(files)
  door.shut()
  await page.goto(`${door.url}/round`)
  await expect(inHindi).toBeVisible()
  await expect(page.getByRole('heading', { name: 'राउंड' })).toBeVisible()
  door.open()
  door.stop()
})

test('a language is shown although its files could not be kept @proof', async ({ page, desk }) => {
  const door = await openDoor(desk.shop.url)
  await signIn(page, door.url, await hireCourier(desk, 'Latha'))
  await untilKept(page)
  await page.reload()
  // To the worker, which keeps them: the page itself gets them.
  door.change({
    refuses: (url, headers) => url.startsWith('/hi/assets/') && headers['sec-fetch-dest'] === 'empty',
  })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: 'हिन्दी' }).click()
  await expect(page.locator('html[lang=hi]')).toBeVisible()
  door.stop()
})

test('a new version that does not take over keeps nobody from the app @proof', async ({ page, desk }) => {
  const door = await openDoor(desk.shop.url)
  await signIn(page, door.url, await hireCourier(desk, 'Omar'))
  await untilKept(page)
  // From now on by the worker.
  await page.reload()
  door.change({ texts: { '/sw.js': (text) => text.replaceAll('take over', 'never') } })
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  const isWaiting = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  await expect.poll(isWaiting).toBe(true)
  await page.goto(`${door.url}/assigned_orders`)
  await expect(page.getByRole('heading', { name: 'Assigned orders' })).toBeVisible()
  expect(await isWaiting()).toBe(true)
  door.stop()
})
