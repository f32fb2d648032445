import { type NewKey, type Scope, scopes } from '@our-print/contract/people/apiKeys.ts'
import { scopeEndpoints, scopesOf } from '@our-print/contract/people/scopeEndpoints.ts'
import { expect, test } from 'vitest'
import { useApi } from '../server/test/api.ts'
import { builders } from '../server/test/entities.ts'
import { allEndpoints, exampleUrl } from './endpoints.ts'

const api = useApi()
const endpoints = await allEndpoints()

let made = 0
async function keyWith(scope: Scope): Promise<string> {
  const body = { name: `${scope} ${made++}`, scopes: [scope], requests_per_minute: 60_000 }
  const reply = await api.as('admin').post('/api/api-keys/', body)
  expect(reply.statusCode).toBe(201)
  return reply.json<NewKey>().key
}

test.each(scopes)('a key with %s opens the endpoints of its scope and no other', async (scope) => {
  const authorization = `Api-Key ${await keyWith(scope)}`
  const opened: string[] = []
  const wrong: string[] = []
  for (const endpoint of endpoints) {
    const { method, url, config } = endpoint
    const opening = scopesOf(endpoint)
    // The others are open to everyone, whatever the Authorization header says.
    if (config.access === 'public' && opening.length === 0) continue
    const reply = await api.as(undefined).send(method, exampleUrl(endpoint), undefined, { authorization })
    const isOpen = ![401, 403].includes(reply.statusCode)
    if (isOpen) opened.push(`${method} ${url}`)
    if (reply.statusCode >= 500 || reply.statusCode === 401)
      wrong.push(`${method} ${url}: ${reply.statusCode}`)
    if (!isOpen) {
      const code = opening.length > 0 ? 'missing_scope' : 'forbidden'
      if (reply.json().code !== code) wrong.push(`${method} ${url}: ${reply.json().code}`)
    }
  }
  expect(wrong).toEqual([])
  const wanted = scopeEndpoints[scope].map(({ method, url }) => `${method} ${url}`)
  expect(opened.toSorted()).toEqual(wanted.toSorted())
})

test('the table names endpoints of the contract, and none that signs in, manages keys or deletes records', () => {
  const known = new Set<object>(endpoints)
  const named = Object.values(scopeEndpoints).flat()
  expect(named.filter((endpoint) => !known.has(endpoint))).toEqual([])
  const deleting = named.filter(({ method }) => method === 'DELETE').map(({ url }) => url)
  expect(deleting.filter((url) => !url.startsWith('/api/webhooks/'))).toEqual(['/api/order-uploads/:id/'])
  expect(named.filter(({ url }) => /api-keys|staff|login|password|profile/.test(url))).toEqual([])
})

test.each(scopes)('a key with %s reads no record by changing nothing, or from a conflict', async (scope) => {
  const client = api.as(undefined)
  const headers = { authorization: `Api-Key ${await keyWith(scope)}` }
  const updates = scopeEndpoints[scope].filter(({ method }) => method === 'PATCH')
  for (const endpoint of updates) {
    const listUrl = endpoint.url.replace(':id/', '')
    const { id } = (await builders[listUrl]?.(api)) ?? {}
    const url = `${listUrl}${id}/`
    const isReadable = (await client.send('GET', url, undefined, headers)).statusCode === 200
    for (const method of ['PATCH', 'PUT'] as const) {
      const { version } = (await api.as('admin').get(url)).json<{ version: number }>()
      const nothing = await client.send(method, url, {}, headers)
      expect([url, method, nothing.statusCode]).toEqual([url, method, isReadable ? 200 : 204])
      if (!isReadable) expect(nothing.body).toBe('')
      const outdated = await client.send(method, url, { version: version + 1 }, headers)
      expect([url, method, outdated.statusCode]).toEqual([url, method, 409])
      expect(outdated.json().current !== undefined).toBe(isReadable)
    }
  }
})
