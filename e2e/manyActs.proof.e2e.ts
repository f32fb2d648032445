import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { build } from 'vite'
import { freshFetch } from '../server/test/freshFetch.ts'
import { assignOrder, hireCourier, type Order, signIn } from './courier.ts'
import { openDoor } from './door.ts'
import type { ToStore } from './storeActs.ts'
import { expect, test } from './test.ts'

// A phone that was without network for a whole day, with the app open in two tabs.

test.use({ serviceWorkers: 'allow', viewport: { width: 390, height: 844 } })

const orderCount = 50
const actsOfOrder = 4
const acts = orderCount * actsOfOrder
const colorOf = (at: number) => ({ r: 5 * at, g: 255 - 5 * at, b: 90 })

type Delivered = Order & {
  version: number
  attempts: number
  history: { to: string }[]
  delivery_proof: { received_by: string; pictures: { url: string }[] }
}

/** The store functions of the app, built as the app is. */
async function buildStore(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: fileURLToPath(new URL('storeActs.ts', import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The store functions were not built')
  return chunk.code
}

/** Nobody at home, taken out again, and handed to a neighbour with a photo: the acts of all orders in turn. */
function roundOf(orders: readonly (Order & { version: number })[]): ToStore[] {
  const start = Date.now() - acts * 1_000
  const deeds = ({ id }: Order): ToStore['act']['deed'][] => [
    { kind: 'move', change: { status: 'assigned', note: 'Nobody home' } },
    { kind: 'move', change: { status: 'out-for-delivery' } },
    { kind: 'proof', received_by: `Neighbour of ${id}` },
    { kind: 'move', change: { status: 'delivered' } },
  ]
  return Array.from({ length: actsOfOrder }, (_, turn) =>
    orders.map(({ id, number, version }, at): ToStore => {
      const deed = deeds({ id } as Order)[turn] as ToStore['act']['deed']
      const { r, g, b } = colorOf(at)
      const happened_at = new Date(start + (turn * orderCount + at) * 1_000).toISOString()
      return {
        order: id,
        version,
        ...(deed.kind === 'proof' && { color: `rgb(${r} ${g} ${b})` }),
        act: { id: randomUUID().replaceAll('-', ''), number, title: `Stop ${at}`, happened_at, deed },
      }
    }),
  ).flat()
}

test(`${acts} acts that waited are sent once by a phone with two tabs, each order’s in sequence`, async ({
  browser,
  desk,
}) => {
  const courier = await hireCourier(desk, 'Usha')
  const orders: (Order & { version: number })[] = []
  for (let at = 0; at < orderCount; at++)
    orders.push((await assignOrder(desk, courier, `Stop ${at}`, '560066')) as Order & { version: number })
  const door = await openDoor(desk.shop.url)
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  const page = await context.newPage()
  await signIn(page, { ...desk, shop: { ...desk.shop, url: door.url } }, courier)
  await page.goto(`${door.url}/round`)
  await expect(page.getByText(/stops left/)).toBeVisible()
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state))
    .toBe('activated')

  door.shut()
  await context.setOffline(true)
  const stored = roundOf(orders)
  await page.evaluate(await buildStore())
  await page.evaluate(
    ({ person, all }) =>
      (globalThis as unknown as { storeActs: (person: string, all: ToStore[]) => Promise<void> }).storeActs(
        person,
        all,
      ),
    { person: courier.id, all: stored },
  )
  const tabs: Page[] = [page, await context.newPage()]
  for (const tab of tabs) {
    await tab.goto(`${door.url}/to_send`)
    await expect(tab.getByText(`${acts} waiting, 0 refused`)).toBeVisible()
  }

  const taken: string[] = []
  door.change({
    headers: (headers) => {
      const key = headers['idempotency-key']
      if (typeof key === 'string') taken.push(key)
      return headers
    },
  })
  door.open()
  await context.setOffline(false)
  for (const tab of tabs) await expect(tab.getByText('Everything is sent.')).toBeVisible({ timeout: 600_000 })

  // What is sent again after an answer was lost has the key of before; the sequence is that in which each came first.
  const sequence = [...new Set(taken)]
  const keysOf = (order: string) => stored.flatMap((one) => (one.order === order ? [one.act.id] : []))
  expect(sequence.toSorted()).toEqual(stored.map(({ act }) => act.id).toSorted())
  for (const [at, order] of orders.entries()) {
    const own = new Set(keysOf(order.id))
    expect(sequence.filter((key) => own.has(key))).toEqual(keysOf(order.id))
    const now = await desk.api<Delivered>('GET', `/api/all-orders/${order.id}/`)
    expect(now.history.map(({ to }) => to)).toEqual([
      'confirmed',
      'assigned',
      'out-for-delivery',
      'assigned',
      'out-for-delivery',
      'delivered',
    ])
    // Three moves, each once; a proof leaves the version as it is.
    expect([now.version, now.attempts]).toEqual([order.version + 3, 1])
    expect([now.delivery_proof.received_by, now.delivery_proof.pictures.length]).toEqual([
      `Neighbour of ${order.id}`,
      1,
    ])
    const { pathname, search } = new URL(now.delivery_proof.pictures[0]?.url ?? '')
    const picture = Buffer.from(await (await freshFetch(desk.shop.url + pathname + search)).arrayBuffer())
    const { dominant } = await sharp(picture).stats()
    const { r, g } = colorOf(at)
    expect(Math.abs(dominant.r - r) + Math.abs(dominant.g - g)).toBeLessThan(40)
  }
  await context.close()
  door.stop()
})
