import type { Page } from '@playwright/test'
import { assignOrder, hireCourier, signIn, stop } from './courier.ts'
import { expect, test } from './test.ts'

/** All that the browser keeps for this origin, as text. */
const keptText = (page: Page) =>
  page.evaluate(async () => {
    const asked = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const parts: unknown[] = [Object.entries(localStorage), Object.entries(sessionStorage)]
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await asked(indexedDB.open(name))
      for (const store of database.objectStoreNames)
        parts.push(await asked(database.transaction(store).objectStore(store).getAll()))
      database.close()
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) parts.push(url)
    return JSON.stringify(parts)
  })

/** Keeps the answers of the API back; returns what lets them go. */
async function holdAnswers(page: Page): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  return release
}

test('a second visit shows what was seen last and how old it is, and nothing of three people in turn @proof', async ({
  page,
  desk,
}) => {
  const [asha, bela] = [await hireCourier(desk, 'Asha'), await hireCourier(desk, 'Bela')]
  await assignOrder(desk, asha, 'Zinnia', '560066')
  await assignOrder(desk, bela, 'Yarrow', '560066')

  await test.step('the first', async () => {
    await signIn(page, desk, asha)
    await page.goto(`${desk.shop.url}/round`)
    await expect(stop(page, { title: 'Zinnia' })).toBeVisible()
    await expect(page.getByText(/^As of/)).toBeHidden()
    await expect.poll(() => keptText(page)).toContain('Zinnia Road 7')

    const release = await holdAnswers(page)
    await page.reload()
    await expect(stop(page, { title: 'Zinnia' })).toBeVisible()
    await expect(page.getByText(/^As of \d+:\d\d/)).toBeVisible()
    release()
    await expect(page.getByText(/^As of/)).toBeHidden()

    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    expect(await keptText(page)).not.toMatch(/Zinnia|Asha/)
  })

  await test.step('the second, whose session is ended by the office', async () => {
    await signIn(page, desk, bela)
    await page.goto(`${desk.shop.url}/round`)
    await expect(stop(page, { title: 'Yarrow' })).toBeVisible()
    await expect(page.getByText('Zinnia')).toBeHidden()
    await expect.poll(() => keptText(page)).toContain('Yarrow Road 7')
    await desk.api('DELETE', `/api/staff_users/${bela.id}/sessions/`)
    await page.reload()
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible()
    await expect.poll(() => keptText(page)).not.toMatch(/Yarrow|Bela/)
  })

  await test.step('the third, who comes to a device where nobody signed out', async () => {
    await signIn(page, desk, bela)
    await page.goto(`${desk.shop.url}/round`)
    await expect.poll(() => keptText(page)).toContain('Yarrow Road 7')
    const release = await holdAnswers(page)
    await desk.enter(page, 'staff')
    await page.goto(`${desk.shop.url}/round`)
    await expect(page.getByRole('button', { name: 'Account' })).toBeVisible()
    await expect.poll(() => keptText(page)).not.toMatch(/Yarrow|Bela/)
    await expect(page.getByText('Yarrow')).toBeHidden()
    release()
    await expect(page.getByRole('heading', { name: 'Round' })).toBeVisible()
    await expect(page.getByText('Yarrow')).toBeHidden()
  })
})
