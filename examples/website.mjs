// A website that takes orders in with an API key, and follows them by webhook. Node 20 or later.
//
//   API_URL=https://shop.example API_KEY=opk_… PUBLIC_URL=https://website.example PORT=8080 node examples/website.mjs
//
// The key needs the scopes orders:write, orders:read, users:write and webhooks:manage.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const {
  API_URL = 'http://localhost:3000',
  API_KEY = '',
  PORT = '8080',
  PUBLIC_URL = `http://127.0.0.1:${PORT}`,
} = process.env

/** Calls the shop's API. A request that was lost is sent again: the Idempotency-Key makes it count once. */
async function call(method, path, body, key = crypto.randomUUID()) {
  const isForm = body instanceof FormData
  for (let attempt = 1; ; attempt++) {
    const reply = await fetch(API_URL + path, {
      method,
      headers: {
        authorization: `Api-Key ${API_KEY}`,
        ...(method === 'POST' && { 'idempotency-key': key }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      body: isForm ? body : body && JSON.stringify(body),
    }).catch((error) => ({
      ok: false,
      status: 503,
      headers: new Headers(),
      json: async () => ({ message: String(error) }),
    }))
    const answer = reply.status === 204 ? null : await reply.json()
    if (reply.ok) return answer
    if (attempt === 5 || ![429, 503].includes(reply.status)) {
      throw Object.assign(new Error(`${method} ${path}: ${answer.message}`), { status: reply.status, answer })
    }
    const seconds = Number(reply.headers.get('retry-after') ?? attempt)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

/** The customer with this phone number, who is created at the first order. */
async function findOrCreateCustomer({ first_name, last_name, mobile }) {
  const known = await call('GET', `/api/users/?query=${encodeURIComponent(mobile)}`)
  return known.results[0] ?? call('POST', '/api/users/', { first_name, last_name, mobile })
}

/** Takes an order in: its data as JSON, its file as it is. */
async function createOrder(customer, { title, copies, file, name }, key) {
  const form = new FormData()
  form.append('order', JSON.stringify({ user: customer.id, title, copies, pickup: true }))
  form.append('files', new Blob([file], { type: 'application/pdf' }), name)
  return call('POST', '/api/all-orders/', form, key)
}

/** What the website knows of its orders: the newest version of each. */
const orders = new Map()

/** Messages may come twice and hold ids only: the order is read by the API, and an older version is ignored. */
async function follow({ type, data }) {
  if (data.entity !== 'order') return
  const order = await call('GET', `/api/all-orders/${data.id}/`)
  if ((orders.get(order.id)?.version ?? 0) >= order.version) return
  orders.set(order.id, order)
  console.log(`${type}: order ${order.number} is ${order.status}`)
}

/** The endpoint of the webhook: verifies the signature, answers at once, works afterwards. */
function listen(secret) {
  const webhook = new Webhook(secret)
  return createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    try {
      const message = webhook.verify(body, request.headers)
      response.writeHead(204).end()
      await follow(message)
    } catch (error) {
      if (!response.headersSent) response.writeHead(400).end('This is not signed by the shop')
      else console.error(error)
    }
  }).listen(Number(PORT), '127.0.0.1')
}

// The secret is shown once, so one that is left of an earlier start or of a lost answer is of no use.
const left = await call('GET', `/api/webhooks/?query=${encodeURIComponent(`${PUBLIC_URL}/hook`)}`)
for (const { id } of left.results) await call('DELETE', `/api/webhooks/${id}/`)
const hook = await call('POST', '/api/webhooks/', {
  url: `${PUBLIC_URL}/hook`,
  description: 'Website',
  event_types: ['order.created', 'order.assigned', 'order.changed', 'order.delivered', 'order.cancelled'],
})
const server = listen(hook.secret)

const customer = await findOrCreateCustomer({
  first_name: 'Anil',
  last_name: 'Mehta',
  mobile: '+919812345678',
})
const order = await createOrder(customer, {
  title: 'Thesis',
  copies: 2,
  file: await readFile(new URL('thesis.pdf', import.meta.url)),
  name: 'thesis.pdf',
})
console.log(`taken in: order ${order.number}, ${order.payable} rupees`)

// A real website goes on; this one ends when its order has ended, and takes its webhook with it.
while (!['delivered', 'cancelled'].includes(orders.get(order.id)?.status)) {
  await new Promise((resolve) => setTimeout(resolve, 100))
}
await call('DELETE', `/api/webhooks/${hook.id}/`)
server.close()
server.closeAllConnections()
