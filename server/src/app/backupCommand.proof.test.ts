import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { expect, test } from 'vitest'
import { makePdf } from '../../test/pdf.ts'
import { startShopProcess } from '../../test/processes/shopProcess.ts'
import { useTemporaryResources } from '../../test/temporaryResources.ts'

const resources = useTemporaryResources()
const admin = { email: 'asha@print.test', password: 'a password of 2026' }

async function run(
  name: 'backup' | 'restore',
  env: Record<string, string>,
  ...args: string[]
): Promise<string> {
  const program = fileURLToPath(new URL(`./${name}Command.ts`, import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return `${code}: ${output}`
}

type Shop = Awaited<ReturnType<typeof startShopProcess>>

const as = async (
  shop: Shop,
  path: string,
  init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
) =>
  fetch(shop.url + path, {
    ...init,
    headers: { ...init.headers, authorization: `Token ${await shop.signIn()}` },
  })

/** Expects that signing in works and that the file of the order can be read. */
async function expectShop(shop: Shop, pdf: Buffer): Promise<void> {
  const list = (await (await as(shop, '/api/all-orders/')).json()) as { results: Order[] }
  expect(list.results.map(({ title }) => title)).toEqual(['Thesis'])
  const [file] = list.results[0]?.order_files ?? []
  const address = new URL(file?.url ?? '', shop.url)
  const bytes = await fetch(shop.url + address.pathname + address.search)
  expect(Buffer.from(await bytes.arrayBuffer()).equals(pdf)).toBe(true)
}

async function createOrder(shop: Shop, pdf: Buffer): Promise<void> {
  const customer = await as(shop, '/api/users/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ first_name: 'Anil', mobile: '+919876543210' }),
  })
  const { id } = (await customer.json()) as { id: string }
  const form = new FormData()
  form.append('order', JSON.stringify({ user: id, title: 'Thesis', pickup: true }))
  form.append('files', new Blob([new Uint8Array(pdf)]), 'thesis.pdf')
  expect((await as(shop, '/api/all-orders/', { method: 'POST', body: form })).status).toBe(201)
}

test('from the embedded database, running or stopped, to an external one, and back', async () => {
  const folder = await resources.folder()
  const pdf = await makePdf(3)
  const first = await startShopProcess(admin)
  try {
    await createOrder(first, pdf)
    expect(await run('backup', { DATA_DIR: first.dataDir }, folder)).toMatch(
      /^0: Made \S+our-print-\S+\.tar: /,
    )
    expect(
      await run('restore', { DATA_DIR: first.dataDir }, join(folder, (await readdir(folder))[0] ?? '')),
    ).toMatch(/^1: (A server is open on this database|The shop is not empty)/)
    await first.killAll()
    // Stopped as by a power cut: the command starts the database by itself.
    expect(await run('backup', { DATA_DIR: first.dataDir }, join(folder, 'closed.tar'))).toMatch(/^0: /)
  } finally {
    await first.close()
  }

  const DATABASE_URL = await resources.database()
  const files = await resources.folder()
  expect(await run('restore', { DATABASE_URL, DATA_DIR: files }, join(folder, 'closed.tar'))).toMatch(
    /^0: Restored the shop at \S+: 1 orders, 1 files/,
  )
  expect(await run('backup', { DATABASE_URL, DATA_DIR: files }, join(folder, 'url.tar'))).toMatch(/^0: /)

  const last = await startShopProcess({ email: 'new@print.test', password: 'some other password' })
  try {
    await last.killAll()
    expect(await run('restore', { DATA_DIR: last.dataDir }, join(folder, 'url.tar'))).toMatch(/^0: Restored/)
    await last.reopen()
    const reopened = { ...last, signIn: () => signIn(last.url) }
    await expectShop(reopened, pdf)
  } finally {
    await last.close()
  }
})

async function signIn(url: string): Promise<string> {
  const reply = await fetch(`${url}/api/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return ((await reply.json()) as { token: string }).token
}
