import { type Ability, abilities } from '@our-print/contract/people/abilities.ts'
import { abilityEndpoints, alsoNeeded, ownersOnly } from '@our-print/contract/people/abilityEndpoints.ts'
import { abilitiesFor, mayCall } from '@our-print/contract/people/mayCall.ts'
import { expect, test } from 'vitest'
import { openSession, useApi } from '../server/test/api.ts'
import { buildClerk } from '../server/test/build.ts'
import { allEndpoints, callMethod, exampleUrl } from './endpoints.ts'

const api = useApi()
const endpoints = await allEndpoints()
const guarded = endpoints.filter(({ config }) => config.access === 'admin')
const nameOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`

const clientWith = async (own: readonly Ability[]) => {
  const { id } = await buildClerk(api.db, own)
  return api.withToken(await openSession(api.db, id))
}

test('the table has every endpoint for super admins, and says which no ability opens', () => {
  const opened = Object.values(abilityEndpoints).flat()
  const known = new Set([...opened, ...ownersOnly].map(nameOf))
  const missing = guarded.map(nameOf).filter((name) => !known.has(name))
  const where =
    'Say in contract/src/people/abilityEndpoints.ts which ability opens it, or that it is for owners only'
  expect(missing, where).toEqual([])
  expect(ownersOnly.filter((endpoint) => opened.includes(endpoint))).toEqual([])
  // Those that everybody signed in may call do more for who sees all orders, by `can` and `seesAllOrders`.
  const named = [...opened, ...Object.values(alsoNeeded).flat()]
  expect(named.filter(({ config }) => config.access !== 'admin').map(nameOf)).toEqual([])
  expect(
    Object.values(alsoNeeded)
      .flat()
      .filter((each) => !opened.includes(each)),
  ).toEqual([])
})

test('the API description says which abilities open an endpoint', async () => {
  const reply = await api.as(undefined).get('/api/openapi.json')
  const { paths } = reply.json<{ paths: Record<string, Record<string, { description?: string }>> }>()
  const silent = guarded.filter(({ method, url }) => {
    const { anyOf, allOf } = abilitiesFor({ method, url })
    const path = url.replace(/:([a-z_]+)/g, '{$1}')
    const text = paths[path]?.[method.toLowerCase()]?.description ?? ''
    return ![...anyOf, ...allOf].every((each) => text.includes(`\`${each}\``))
  })
  expect(silent.map(nameOf)).toEqual([])
})

/** Whether each guarded endpoint lets somebody with these abilities in. */
async function openTo(own: readonly Ability[]): Promise<string[]> {
  const client = await clientWith(own)
  const open: string[] = []
  for (const endpoint of guarded) {
    const reply = await client.send(callMethod(endpoint), exampleUrl(endpoint))
    expect([nameOf(endpoint), reply.statusCode]).not.toEqual([nameOf(endpoint), 401])
    expect(reply.statusCode, nameOf(endpoint)).toBeLessThan(500)
    if (reply.statusCode !== 403) open.push(nameOf(endpoint))
  }
  return open
}

const expectedFor = (own: readonly Ability[]) =>
  guarded.filter((endpoint) => mayCall({ is_superuser: false, abilities: own }, endpoint)).map(nameOf)

test.each(abilities)('with %s alone exactly its endpoints are open', async (ability) => {
  const expected = expectedFor([ability])
  expect(await openTo([ability])).toEqual(expected)
  const opens = abilityEndpoints[ability].filter((one) =>
    abilitiesFor(one).allOf.every((each) => each === ability),
  )
  expect(expected.toSorted()).toEqual([...new Set(opens.map(nameOf))].toSorted())
})

test('without a set nothing is open; with all abilities everything that is not for owners', async () => {
  expect(await openTo([])).toEqual([])
  const owners = new Set(ownersOnly.map(nameOf))
  expect(await openTo(abilities)).toEqual(guarded.map(nameOf).filter((name) => !owners.has(name)))
})

test.each(Object.keys(alsoNeeded) as Ability[])(
  'without %s what needs it, too, is closed',
  async (ability) => {
    const client = await clientWith(abilities.filter((each) => each !== ability))
    for (const endpoint of alsoNeeded[ability] ?? []) {
      const reply = await client.send(callMethod(endpoint), exampleUrl(endpoint))
      expect([nameOf(endpoint), reply.statusCode]).toEqual([nameOf(endpoint), 403])
    }
  },
)

test('a file of a list needs the ability to export', async () => {
  const [without, withAll] = [
    await clientWith(abilities.filter((each) => each !== 'exports')),
    await clientWith(abilities),
  ]
  const lists = guarded.filter(({ method, schema }) => {
    const { shape } = (schema as { querystring?: { shape?: object } }).querystring ?? {}
    return method === 'GET' && shape !== undefined && 'format' in shape
  })
  expect(lists.length).toBeGreaterThan(20)
  for (const endpoint of lists) {
    if (ownersOnly.includes(endpoint)) continue
    const url = exampleUrl(endpoint)
    const file = `${url}${url.includes('?') ? '&' : '?'}format=csv`
    const [refused, sent] = [await without.get(file), await withAll.get(file)]
    expect([endpoint.url, refused.statusCode]).toEqual([endpoint.url, 403])
    expect(refused.json().message).toContain('Export lists')
    expect([endpoint.url, sent.statusCode]).not.toEqual([endpoint.url, 403])
  }
})
