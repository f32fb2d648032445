import { buffer } from 'node:stream/consumers'
import { test as base } from '@playwright/test'
import Pdf from 'pdfkit'
import { announcePrinter } from '../server/test/announcePrinter.ts'
import { startTestPrinter } from '../server/test/printers/testPrinter.ts'
import { yesMs } from '../web/src/orders/ticketScans/yesMs.ts'
import { expectAccessible } from './axe.ts'
import { hireCourier, signIn } from './courier.ts'
import { type Desk, openDesk } from './desk.ts'
import { holdTimers } from './holdTimers.ts'
import { expect } from './test.ts'

// From the file to the door, counted at every step. A shop of its own, so that nothing else is in the day's figures.

const test = base.extend<object, { desk: Desk }>({
  desk: [
    async ({ browserName: _any }, use) => {
      const desk = await openDesk()
      await use(desk)
      await desk.shop.stop()
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})

/** 60 pages of A4, every fifth of them in colour. */
function mixedPdf(): Promise<Buffer> {
  const document = new Pdf({ autoFirstPage: false })
  for (let page = 1; page <= 60; page++) {
    document
      .addPage({ size: 'A4' })
      .fillColor(page % 5 === 0 ? '#c1121f' : 'black')
      .text(`Page ${page}`, 100, 100)
  }
  document.end()
  return buffer(document)
}

test('60 mixed pages become a booklet, the paper runs out, and what is ordered is printed and delivered @proof', async ({
  browser,
  desk,
}) => {
  const printer = await startTestPrinter()
  printer.paper(8)
  printer.speed(20)
  const customer = { first_name: 'Asha', last_name: 'Menon', mobile: '+919000054321' }
  await desk.api('POST', '/api/users/', customer)
  const courier = await hireCourier(desk, 'Kamala')
  const office = await browser.newPage()
  await desk.enter(office, 'admin')

  await test.step('the printer is found on the network, and added once its address is right', async () => {
    const stop = announcePrinter({ name: 'Laser 1', port: 631, txt: { Color: 'T', Duplex: 'T' } })
    await office.goto(`${desk.shop.url}/printers`)
    await office.getByRole('button', { name: 'New printer' }).first().click()
    const dialog = office.getByRole('dialog', { name: 'New printer' })
    await dialog.getByRole('button', { name: 'Find printers on the network' }).click()
    await dialog.getByRole('button', { name: 'Use Laser 1' }).click()
    await stop()
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Laser 1')
    await expect(dialog.getByLabel('Address')).toHaveValue(/^ipp:.*:631\/ipp\/print$/)
    await expectAccessible(office, 'printers on the network')
    expect((await desk.api<{ count: number }>('GET', '/api/printers/')).count).toBe(0)
    // The one that tests print with is not announced.
    await dialog.getByLabel('Address').fill(printer.uri)
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(office.getByText('Laser 1 added')).toBeVisible()
  })

  await test.step('the file is read, and its colour pages are priced', async () => {
    await office.goto(`${desk.shop.url}/new_order`)
    await office.getByRole('combobox', { name: /customer/i }).fill('Asha')
    await office.getByRole('option', { name: /Asha Menon/ }).click()
    await office.locator('input[type=file]').setInputFiles({
      name: 'report.pdf',
      mimeType: 'application/pdf',
      buffer: await mixedPdf(),
    })
    await expect(office.getByText('12 in colour, 48 black and white').first()).toBeVisible()
    await office.getByRole('radio', { name: 'Mixed' }).check()
    await office.getByRole('radio', { name: 'Booklet' }).check()
    await expect(office.getByText('60 pages → 30 printed sides on 15 sheets')).toBeVisible()
    await office.getByRole('button', { name: 'Preview sheets' }).click()
    await expect(office.getByRole('dialog').getByText('Sheet 1, front')).toBeVisible()
    await office.keyboard.press('Escape')
    await office.getByLabel(/address line 1|line 1/i).fill('12 MG Road')
    await office.getByLabel('City').fill('Kochi')
    await office.getByLabel('State').fill('Kerala')
    await office.getByLabel(/pin ?code/i).fill('682016')
    await office.getByRole('button', { name: 'Take order' }).click()
    await expect(office.getByRole('heading', { level: 1 })).toContainText(/report/i)
  })
  const id = new URL(office.url()).pathname.split('/').at(-1) ?? ''

  await test.step('it is printed; half-way the paper runs out, and after the refill it goes on', async () => {
    await office.getByRole('button', { name: 'Print', exact: true }).click()
    const dialog = office.getByRole('dialog')
    await expect(dialog.getByText('report.pdf: 30 sides, double-sided')).toBeVisible()
    await dialog.getByRole('button', { name: 'Print', exact: true }).click()
    const jobs = office.getByRole('list', { name: 'Print jobs' })
    await expect(jobs).toContainText('Stopped after 16 of 30 sides')
    await expect(jobs).toContainText(/paper/i)
    printer.refill()
    await expect(jobs).toContainText('Done')
    await expect(jobs).toContainText('30 sides printed')
    expect(printer.jobs().map(({ impressions }) => impressions)).toEqual([30])
  })

  await test.step('the courier scans the ticket with a desk scanner and takes it out', async () => {
    const phone = await browser.newContext({ viewport: { width: 390, height: 844 } })
    await holdTimers(phone, yesMs)
    const page = await phone.newPage()
    await signIn(page, desk, courier)
    await desk.api('PATCH', `/api/all-orders/${id}/`, { assigned_user: courier.id })
    await page.getByRole('link', { name: 'Scan' }).click()
    await expect(page.getByRole('heading', { name: 'Scan' })).toBeVisible()
    await page.keyboard.type(`${desk.shop.url}/print/${id}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: /Next scan/ })).toContainText('Handed over')
    await page.goto(`${desk.shop.url}/order/${id}`)
    await page.getByRole('button', { name: 'Delivered' }).click()
    await expect(page.getByText('Completed').first()).toBeVisible()
    await phone.close()
  })

  await test.step('the dashboard finds ordered, printed and delivered equal', async () => {
    await office.goto(`${desk.shop.url}/dashboard`)
    const production = office.getByRole('region', { name: 'Production' })
    for (const name of ['Ordered', 'Printed', 'Delivered']) {
      const figure = production.locator('dl > div').filter({ has: office.getByText(name, { exact: true }) })
      await expect(figure.getByRole('definition').first(), name).toHaveText('30')
    }
    await expect(production.getByText('on 15 sheets')).toBeVisible()
  })
  await printer.close()
  await desk.shop.expectInvariants()
})
