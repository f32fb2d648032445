import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { root } from '../../servers.ts'
import { makeNoisePng } from '../noisePng.ts'
import type { OpenShop } from '../part.ts'
import type { Job, Outcome, Shot } from './overloadLoad.ts'

type Shop = OpenShop & { users: string[]; client: string; soldOut: string }

/** A work that a client sends, and its name. */
export type HeavyWork = { name: string; send: () => Promise<string> }

/** Large JSON bodies: refused, with 10,000 codes, with an image. */
export async function bodyWorks(shop: Shop): Promise<HeavyWork[]> {
  const path = '/api/save-voucher/'
  const codes = codesOf(shop, 10_000, 82)
  const image = `data:image/png;base64,${makeNoisePng(510).toString('base64')}`
  const shots = {
    'with 10,000 codes': post(shop, path, codes, newCode),
    'with an image of 0.75 MB': post(shop, path, { ...codesOf(shop, 1, 30), image }, newCode),
    refused: post(shop, '/api/save-purchased-voucher/', codes),
  }
  // The first image of a process loads the image library.
  const job = { url: shop.server.url, clients: 1, seconds: 1 }
  await load({ ...job, shots: [shots['with an image of 0.75 MB']] })
  return Object.entries(shots).map(([name, shot]) => ({
    name: `50 bodies of 1 MiB at once, ${name}`,
    send: () => load({ ...job, seconds: 6, shots: [shot], clients: 50 }),
  }))
}

/** Many sales at once: of a group that is sold out, of an unknown one, and of one with vouchers. */
export async function saleWorks(shop: Shop, amount: number): Promise<HeavyWork[]> {
  const groups = {
    'sold out': shop.soldOut,
    'unknown group': '01890000-0000-7000-8000-000000000000',
    'available vouchers': await saveCodes(shop, amount + 100),
  }
  return Object.entries(groups).map(([name, voucher_info_id]) => {
    const shots = shop.users.map((user_id) =>
      post(shop, '/api/save-purchased-voucher/', { user_id, voucher_info_id }),
    )
    const job = { url: shop.server.url, seconds: 300, shots, clients: 500, amount }
    return { name: `${amount.toLocaleString('en')} sales at 500 connections, ${name}`, send: () => load(job) }
  })
}

/** Sends the load from a process of its own; says what was answered. */
async function load(job: Job): Promise<string> {
  const child = fork(fileURLToPath(new URL('bench/parts/load/overloadLoad.ts', root)), {
    serialization: 'advanced',
  })
  try {
    const { kinds, took } = await new Promise<Outcome>((resolve, reject) => {
      child.once('exit', () => reject(new Error('the load process ended')))
      child.once('message', (outcome: Outcome) => resolve(outcome))
      child.send(job)
    })
    const answers = Object.values(kinds).flatMap(({ answers, broken }) => [
      ...Object.entries(answers).map(([status, count]) => `${count} × ${status}`),
      ...(broken > 0 ? [`${broken} broken`] : []),
    ])
    return `${answers.join(', ')} in ${took.toFixed(1)} s`
  } finally {
    child.kill()
  }
}

function post({ token }: Shop, path: string, body: object, fresh?: string): Shot {
  return {
    kind: 'one',
    weight: 1,
    method: 'POST',
    path,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
    ...(fresh && { fresh }),
  }
}

const newCode = '@@@@@@@@@@@@@@@@'

function codesOf({ client }: Shop, codes: number, length: number) {
  return {
    client,
    voucher_detail: 'Benchmark',
    cost: 1,
    expiry_date: '2099-12-31',
    vouchers: Array.from({ length: codes }, (_, n) => ({
      voucher_code: `${newCode}${n}`.padEnd(length, '-'),
    })),
  }
}

async function saveCodes(shop: Shop, codes: number): Promise<string> {
  const { path, headers, body } = post(shop, '/api/save-voucher/', codesOf(shop, codes, 30))
  const text = body?.toString().replaceAll(newCode, `F${Date.now()}`) ?? ''
  const reply = await fetch(shop.server.url + path, { method: 'POST', headers, body: text })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { id } = (await reply.json()) as { id: string }
  return id
}
