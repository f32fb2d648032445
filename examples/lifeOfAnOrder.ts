// The whole life of an order, with a client whose types are generated from the shop's own description. Node 22.18 or later,
// which runs TypeScript, and `npm install openapi-fetch`.
//
//   npx openapi-typescript https://shop.example/api/openapi.json -o examples/api.d.ts
//   API_URL=https://shop.example TOKEN=… STAFF=… node examples/lifeOfAnOrder.ts
import { readFile } from 'node:fs/promises'
import createClient from 'openapi-fetch'
import type { components, paths } from './api.d.ts'

const { API_URL = 'http://localhost:3000', TOKEN = '', STAFF = '' } = process.env
const client = createClient<paths>({ baseUrl: API_URL, headers: { Authorization: `Token ${TOKEN}` } })

/** The data of an answer; an error becomes an exception with the server's sentence. */
function expectData<T>({ data, error }: { data?: T; error?: components['schemas']['Problem'] }): T {
  if (data === undefined) throw new Error(error?.message ?? 'No answer')
  return data
}

const customer = expectData(
  await client.POST('/api/users/', {
    body: { first_name: 'Anil', last_name: 'Mehta', mobile: '+919812345679', email: 'anil@example.com' },
  }),
)

const file = new Blob([await readFile(new URL('thesis.pdf', import.meta.url))], { type: 'application/pdf' })

const taken = expectData(
  await client.POST('/api/all-orders/', {
    body: { order: { user: customer.id, title: 'Thesis', copies: 2, pickup: true } },
    // The generated types know the form's fields; the bytes of a file are added here.
    bodySerializer: ({ order }) => {
      const form = new FormData()
      form.append('order', JSON.stringify(order))
      form.append('files', file, 'thesis.pdf')
      return form
    },
  }),
)

type Status = components['schemas']['Order']['status']
type Change = { status: Status; assigned_user?: string; note?: string }

const params = { path: { id: taken.id } }
let { version } = taken

async function move(change: Change): Promise<void> {
  const body = { ...change, version }
  const order = expectData(await client.PATCH('/api/all-orders/{id}/', { params, body }))
  version = order.version
  console.log(`${order.number}: ${order.status}`)
}

await move({ status: 'assigned', assigned_user: STAFF })
await move({ status: 'out-for-delivery' })
await move({ status: 'assigned', note: 'Nobody at home' })
await move({ status: 'out-for-delivery' })
await move({ status: 'delivered' })
await move({ status: 'out-for-delivery', note: 'Wrong door' })
await move({ status: 'delivered' })

const found = expectData(
  await client.GET('/api/all-orders/', { params: { query: { user: customer.id, status: 'delivered' } } }),
)
const coins = expectData(
  await client.GET('/api/get-user-coin-info/', { params: { query: { user_id: customer.id } } }),
)
if (typeof found === 'string') throw new Error('Only format=csv answers text')
console.log(`${found.count} delivered, ${coins.balance} coins, ${coins.entries.length} entries`)
