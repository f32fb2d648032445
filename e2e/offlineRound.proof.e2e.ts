import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { freshFetch } from '../server/test/freshFetch.ts'
import { assignOrder, hireCourier, type Order, signIn, stop } from './courier.ts'
import { openDoor } from './door.ts'
import { expect, test } from './test.ts'

// A whole round in a browser that is really without network, and that is killed twice on the way.

const stops = 20
const hoursAhead = 3
const colorOf = (at: number) => ({ r: 12 * at, g: 255 - 12 * at, b: 90 })

type Delivered = Order & { paid: number; due: number; delivery_proof: { pictures: { url: string }[] } }
type Entry = { to: string; at: string; happened_at: string }

const photoOf = (at: number) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colorOf(at) } })
    .jpeg()
    .toBuffer()

/** Ends a browser as an empty battery does: all its processes at once. */
function kill(profile: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Whether the browser has written it to the disk among what pages keep. */
function isKept(profile: string, text: string): boolean {
  const folder = join(profile, 'Default/Local Storage/leveldb')
  try {
    return readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes(text))
  } catch {
    // The browser puts a file in the place of another.
    return false
  }
}

async function openPhone(profile: string): Promise<{ context: BrowserContext; page: Page }> {
  const { executablePath, args } = test.info().project.use.launchOptions ?? {}
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath && { executablePath }),
    ...(args && { args }),
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'allow',
  })
  await context.clock.install({ time: Date.now() + hoursAhead * 60 * 60_000 })
  return { context, page: await context.newPage() }
}

async function deliver(page: Page, title: string, photo: Buffer): Promise<void> {
  const card = stop(page, { title })
  await card.getByRole('button', { name: /^Collect/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Received, go on' }).click()
  const dialog = page.getByRole('dialog', { name: /^Deliver order/ })
  await dialog.getByLabel('Received by').fill(`Neighbour of ${title}`)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(dialog.getByRole('img', { name: 'The photo that will be saved' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Delivered' }).click()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Waits to be sent since')
}

test(`${stops} stops without network, with photos and payments, by a phone that dies twice`, async ({
  desk,
}) => {
  const setRule = async (proof_of_delivery: string) => {
    const settings = await desk.api<object>('GET', '/api/configurations')
    await desk.api('PUT', '/api/configurations', { ...settings, proof_of_delivery })
  }
  await setRule('required')
  const courier = await hireCourier(desk, 'Meera')
  const titles = Array.from({ length: stops }, (_, at) => `Stop number ${String(at + 1).padStart(2, '0')}`)
  const orders: Order[] = []
  for (const title of titles) orders.push(await assignOrder(desk, courier, title, '560066'))
  const door = await openDoor(desk.shop.url)
  const profile = mkdtempSync(join(tmpdir(), 'our-print-phone-'))
  const readOrder = ({ id }: Order) =>
    desk.api<Delivered & { history: Entry[] }>('GET', `/api/all-orders/${id}/`)
  try {
    let phone = await openPhone(profile)
    await signIn(phone.page, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
    await phone.page.goto(`${door.url}/round`)
    await expect(phone.page.getByText(`${stops} stops left`)).toBeVisible()
    await expect
      .poll(() =>
        phone.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
      )
      .toBe('activated')
    // The session is on the disk some seconds after the page has kept it.
    await expect.poll(() => isKept(profile, courier.id)).toBe(true)
    door.shut()
    await phone.context.setOffline(true)

    for (const [at, title] of titles.entries()) {
      await deliver(phone.page, title, await photoOf(at))
      if (at !== 6 && at !== 13) continue
      kill(profile)
      await phone.context.close().catch(() => undefined)
      phone = await openPhone(profile)
      await phone.context.setOffline(true)
      await phone.page.goto(`${door.url}/round`)
      await expect(phone.page.getByText(`${stops - at - 1} stops left, ${at + 1} to send`)).toBeVisible()
    }
    await expect(
      phone.page.getByRole('link', { name: new RegExp(`^${2 * stops} to send since`) }),
    ).toBeVisible()
    expect(new Set((await Promise.all(orders.map(readOrder))).map(({ status }) => status))).toEqual(
      new Set(['out-for-delivery']),
    )

    door.open()
    await phone.context.setOffline(false)
    await expect
      .poll(async () => {
        const now = await Promise.all(orders.map(readOrder))
        return now.filter(({ status }) => status === 'delivered').length
      })
      .toBe(stops)
    await phone.page.goto(`${door.url}/to_send`)
    await expect(phone.page.getByText('Everything is sent.')).toBeVisible()
    await phone.context.close()
  } finally {
    kill(profile)
    door.stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    await setRule('optional')
  }

  const delivered = await Promise.all(orders.map(readOrder))
  const times: string[] = []
  for (const [at, order] of delivered.entries()) {
    // Each once, paid once, with the picture that was made for it.
    expect(order.history.filter(({ to }) => to === 'delivered')).toHaveLength(1)
    expect([order.due, order.paid > 0, order.delivery_proof.received_by]).toEqual([
      0,
      true,
      `Neighbour of ${titles[at]}`,
    ])
    const payments = await desk.api<{ results: unknown[] }>('GET', `/api/payments/?order=${order.id}`)
    expect(payments.results).toHaveLength(1)
    expect(order.delivery_proof.pictures).toHaveLength(1)
    const { pathname, search } = new URL(order.delivery_proof.pictures[0]?.url ?? '')
    const picture = Buffer.from(await (await freshFetch(desk.shop.url + pathname + search)).arrayBuffer())
    const { dominant } = await sharp(picture).stats()
    const { r, g } = colorOf(at)
    expect(Math.abs(dominant.r - r) + Math.abs(dominant.g - g)).toBeLessThan(40)
    const last = order.history.findLast(({ to }) => to === 'delivered')
    expect(Date.parse(last?.happened_at ?? '')).toBeLessThanOrEqual(Date.parse(last?.at ?? ''))
    times.push(last?.happened_at ?? '')
  }
  expect(times).toEqual(times.toSorted())
})
