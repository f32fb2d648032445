import { expectAccessible } from './axe.ts'
import { expect, test } from './test.ts'

for (const [place, viewport] of [
  ['desk', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const) {
  test(`a change shows in the audit with before and after, and sessions are listed, at ${place} @proof`, async ({
    page,
    desk,
  }) => {
    await page.setViewportSize(viewport)
    const mobile = place === 'desk' ? '+919844011101' : '+919844011102'
    const { id, version } = await desk.api<{ id: string; version: number }>('POST', '/api/users/', {
      first_name: 'Anil',
      last_name: place,
      mobile,
    })
    await desk.api('PATCH', `/api/users/${id}/`, { last_name: `Rao ${place}`, version })
    await desk.enter(page, 'admin')
    await page.goto(`${desk.shop.url}/user/${id}`)
    await page.getByRole('link', { name: 'History' }).click()
    await expect(page).toHaveURL(new RegExp(`/audit\\?entity_id=${id}$`))
    await expect(page.getByText(`Last name: ${place} → Rao ${place}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Remove: One record' })).toBeVisible()
    await expectAccessible(page, `Audit, ${place}`)

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Your sessions' }).click()
    const sessions = page.getByRole('list', { name: 'Sessions' })
    await expect(sessions.getByText('This one')).toHaveCount(1)
    await expectAccessible(page, `Your sessions, ${place}`)
  })
}
