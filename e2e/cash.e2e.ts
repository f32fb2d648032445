import { expect, type Page, test } from '@playwright/test'
import { assignOrder, hireCourier, signIn } from './courier.ts'
import { type Desk, openDesk } from './desk.ts'

// A shop of its own: after its day is closed nothing can be paid in it.

let desk: Desk
test.beforeAll(async () => {
  desk = await openDesk()
  await desk.api('POST', '/api/users/', { first_name: 'Anil', last_name: 'Mehta', mobile: '9000077801' })
})
test.afterAll(async () => {
  await desk.shop.expectInvariants()
  await desk.shop.stop()
})

/** Takes a payment in cash as whoever is signed in on a page. */
const collect = (page: Page, order: string, amount: number) =>
  page.evaluate(
    async ([order, amount]) => {
      const reply = await fetch('/api/payments/', {
        method: 'POST',
        headers: {
          authorization: localStorage.getItem('token') ?? '',
          'content-type': 'application/json',
        },
        body: JSON.stringify({ order, amount, method: 'cash' }),
      })
      if (!reply.ok) throw new Error(await reply.text())
    },
    [order, amount] as const,
  )

test('cash goes from two doors to the till, with one wrong count, and the day is closed', async ({
  browser,
}) => {
  const courier = await hireCourier(desk, 'Meena')
  const orders = [
    await assignOrder(desk, courier, 'First', '560001'),
    await assignOrder(desk, courier, 'Second', '560002'),
  ]
  const phone = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  ).newPage()
  await signIn(phone, desk, courier)
  const hand = phone.getByRole('region', { name: 'Cash in hand' })
  await expect(hand.getByText('₹0.00')).toBeVisible()
  await collect(phone, orders[0]?.id ?? '', 200)
  await collect(phone, orders[1]?.id ?? '', 142.5)
  await expect(hand.getByText('₹342.50')).toBeVisible()

  await test.step('the courier declares', async () => {
    await hand.getByRole('button', { name: 'Hand over' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Hand over cash' })
    for (const note of ['₹200', '₹100', '₹20', '₹20', '₹2', '50 paise'])
      await dialog.getByRole('button', { name: `One ${note} more` }).click()
    await expect(dialog.getByText('₹342.50')).toBeVisible()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(hand.getByText(/waits to be counted/)).toBeVisible()
  })

  const office = await browser.newPage()
  await desk.enter(office, 'admin')

  await test.step('the count is another one, and is explained', async () => {
    await office.goto(`${desk.shop.url}/cash`)
    await office.getByRole('button', { name: 'Count the cash of Meena Das' }).click()
    const dialog = office.getByRole('dialog', { name: 'Count the cash of Meena Das' })
    await dialog.getByRole('textbox', { name: 'How many ₹100', exact: true }).fill('3')
    await dialog.getByRole('button', { name: 'Counted' }).click()
    await expect(office.getByText('Short by ₹42.50, to be explained')).toBeVisible()
    await expect(hand.getByText(/Counted: Short by ₹42.50/)).toBeVisible()
    await office.getByRole('button', { name: 'Explain the cash of Meena Das' }).click()
    const explain = office.getByRole('dialog')
    await expect(explain.getByText('₹342.50')).toHaveCount(2)
    await explain.getByLabel('Why').fill('Gave too much change')
    await explain.getByRole('button', { name: 'Explain' }).click()
    await expect(office.getByRole('region', { name: 'Till' }).getByText('₹300.00')).toBeVisible()
    await expect(hand.getByText('₹0.00')).toBeVisible()
  })

  await test.step('tea is paid from the till', async () => {
    await office.getByRole('link', { name: 'Till', exact: true }).click()
    await office.getByRole('button', { name: 'Pay-out' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByLabel('Amount').fill('40')
    await dialog.getByRole('button', { name: 'Tea' }).click()
    await dialog.getByRole('button', { name: 'Pay out' }).click()
    await expect(office.getByRole('region', { name: 'In the till' }).getByText('₹260.00')).toBeVisible()
  })

  await test.step('the day is closed', async () => {
    await office.getByRole('link', { name: 'Days', exact: true }).click()
    await office.getByRole('link', { name: 'Today' }).click()
    await expect(office.getByRole('row', { name: /Meena Das ₹342.50/ })).toBeVisible()
    await office.getByRole('button', { name: 'Close the day' }).click()
    const dialog = office.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'How many ₹200', exact: true }).fill('1')
    await dialog.getByRole('textbox', { name: 'How many ₹50', exact: true }).fill('1')
    await dialog.getByRole('textbox', { name: 'How many ₹10', exact: true }).fill('1')
    await dialog.getByRole('button', { name: 'Close the day' }).click()
    await expect(office.getByText('Closed', { exact: true })).toBeVisible()
    await expect(collect(phone, orders[0]?.id ?? '', 5)).rejects.toThrow('day_closed')
  })
})
