import { makePdf } from '../server/test/pdf.ts'
import { expect, test } from './test.ts'

// A title is cut where its column ends: a card beside the machines never reaches into the next printer's column.

test('a long title makes no card of the print floor wider than its column', async ({ page, desk }) => {
  const title = 'Prüfungsunterlagen'.repeat(7).slice(0, 120)
  const { results } = await desk.api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title, pickup: true, notes: title }))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'a.pdf')
  await desk.api('POST', '/api/all-orders/', form)

  await page.setViewportSize({ width: 1280, height: 800 })
  await desk.enter(page, 'admin')
  await page.goto(`${desk.shop.url}/floor`)
  await expect(page.getByText(title).first()).toBeVisible()
  const tooWide = await page.getByRole('region').evaluateAll((columns) =>
    columns.flatMap((column) => {
      const { right } = column.getBoundingClientRect()
      return [...column.querySelectorAll('li, li > button')]
        .map((card) => card.getBoundingClientRect().right - right)
        .filter((beyond) => beyond > 0.5)
    }),
  )
  expect(tooWide).toEqual([])
  const cards = await page.getByRole('region').getByRole('listitem').count()
  expect(cards).toBeGreaterThan(0)
})
