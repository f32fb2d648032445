import { makePdf } from '../server/test/pdf.ts'
import { yesMs } from '../web/src/orders/ticketScans/yesMs.ts'
import { hireCourier, type Order, signIn } from './courier.ts'
import { film, installCamera, pictureOfTicket } from './fakeCamera.ts'
import { holdTimers } from './holdTimers.ts'
import { type Desk, expect, test } from './test.ts'
import { collectErrors, expectScreenWorks } from './walk.ts'

// Real job tickets before a camera: Chromium has no BarcodeDetector here, so WebAssembly reads them, under the
// Content-Security-Policy of the server.

/** An order of one page: those of the demo may be in the queue of a printer. */
async function takeOrder({ api }: Desk, title: string): Promise<Order> {
  const { results } = await api<{ results: { id: string }[] }>('GET', '/api/users/?limit=1')
  const form = new FormData()
  form.append('order', JSON.stringify({ user: results[0]?.id, title, pickup: true }))
  form.append('files', new Blob([new Uint8Array(await makePdf(1))]), 'a.pdf')
  return api('POST', '/api/all-orders/', form)
}

test('a courier scans a bundle with the phone’s camera and takes it out; another’s is refused', async ({
  browser,
  desk,
}) => {
  const [kamala, devi] = [await hireCourier(desk, 'Kamala'), await hireCourier(desk, 'Devi')]
  const [mine, other] = [await takeOrder(desk, 'Menu'), await takeOrder(desk, 'Poster')]
  const give = (order: Order, assigned_user: string) =>
    desk.api('PATCH', `/api/all-orders/${order.id}/`, { assigned_user })
  await give(mine, kamala.id)
  await give(other, devi.id)
  // A shop with printers lets out only what is printed.
  await desk.api('POST', '/api/print-jobs/', { orders: [mine.id], by_hand: true })
  await desk.api('POST', '/api/ticket-scans/', { code: mine.id, purpose: 'shelf', shelf_place: 'B3' })

  const office = await browser.newPage()
  await desk.enter(office, 'admin')
  const [ticket, otherTicket] = [
    await pictureOfTicket(office, desk.shop.url, mine.id),
    await pictureOfTicket(office, desk.shop.url, other.id),
  ]

  const phone = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await installCamera(phone)
  await holdTimers(phone, yesMs)
  const page = await phone.newPage()
  const errors = collectErrors(page)
  await signIn(page, desk, kamala)
  await page.getByRole('link', { name: 'Scan' }).click()
  await expect(page.getByText('0 orders handed over, 1 still here')).toBeVisible()
  await expect(page.getByText(`${mine.number} · B3`)).toBeVisible()

  await test.step('the bundle of another courier is refused, without a word about it', async () => {
    await film(page, otherTicket)
    const refusal = page.getByRole('alert')
    await expect(refusal).toHaveText(
      'Not yoursThis is none of your orders. Ask at the desk if you should deliver it.',
    )
    await expectScreenWorks(page, 'a refused scan', errors)
  })

  await test.step('their own goes out', async () => {
    await page.getByRole('button', { name: /Next scan/ }).click()
    await page.getByRole('button', { name: 'Camera off' }).click()
    await film(page, ticket)
    await page.getByRole('button', { name: 'Use the camera' }).click()
    await expect(page.getByRole('button', { name: /Next scan/ })).toContainText('Handed over')
    await expect(page.getByText('1 order handed over, 0 still here')).toBeVisible()
    const order = await desk.api<Order & { shelf_place: null }>('GET', `/api/all-orders/${mine.id}/`)
    expect(order).toMatchObject({ status: 'out-for-delivery', shelf_place: null })
    expect(errors).toEqual([])
  })
  await phone.close()
})
