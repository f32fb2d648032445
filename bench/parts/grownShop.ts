import type { addVouchers } from '../seed/grownSeed.ts'
import type { OpenShop } from './part.ts'

export type GrownShop = OpenShop & Awaited<ReturnType<typeof addVouchers>>

export const listPath = '/api/all-orders/?status=delivered&limit=10'

export async function send({ server, headers }: GrownShop, path: string, body?: object | FormData) {
  const since = performance.now()
  const isForm = body instanceof FormData
  const reply = await fetch(server.url + path, {
    ...(body && { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
  })
  const text = await reply.text()
  return { ms: performance.now() - since, status: reply.status, text }
}

/** Uploads a file with this many codes. */
export function upload(shop: GrownShop, from: number, amount: number) {
  const lines = Array.from({ length: amount }, (_, n) => `G${(from + n).toString(36).toUpperCase()}`)
  const form = new FormData()
  form.append('file', new Blob([['voucher_code', ...lines].join('\n')]), 'codes.csv')
  return send(shop, `/api/upload_vouchers/?client_id=${shop.client}&expiry_date=2099-12-31`, form)
}
