import type { Webhook, WebhookDelivery } from '@our-print/contract/shop/webhooks.ts'
import { expect, test } from 'vitest'
import { openSession } from '../../../test/api.ts'
import { buildApiKey, buildClerk, buildLead } from '../../../test/build.ts'
import { until } from '../../../test/until.ts'
import { type CreatedWebhook, webhooksUrl as url, useWebhooks } from '../../../test/webhookJobs.ts'
import { createSealer } from '../../base/database/sealer.ts'
import { remove } from '../../people/apiKeys/apiKeys.queries.ts'
import { publish } from '../events/events.queries.ts'

// What a webhook does when something fails: its endpoint, one delivery, its secret, or while it is deleted.

const { api, admin, receive, create, run } = useWebhooks()

const read = async ({ id }: Webhook) => (await admin.get(`${url}${id}/`)).json<Webhook>()
const logOf = async ({ id }: Webhook) =>
  (await admin.get(`${url}${id}/deliveries/?limit=100`)).json<{ results: WebhookDelivery[] }>().results
const changeNote = (id: string, note: string) =>
  api.db`update leads set version = version + 1, note = ${note} where id = ${id}`
const threeDaysPass = () => api.db`
  update webhook_deliveries set first_tried_at = first_tried_at - interval '73 hours', next_try_at = now()
  where state = 'pending' and first_tried_at is not null`

test('one delivery that is refused for three days fails alone: its record goes on, and the endpoint stays on', async () => {
  const bad = await buildLead(api.db)
  const good = await buildLead(api.db)
  await publish(api.db)
  const refuses = (id: string, version: number) => id === bad.id && version === 2
  const receiver = await receive((response, { message }) => {
    response.writeHead(refuses(message.data.id, message.data.version) ? 422 : 204).end()
  })
  const hook = await create(receiver.url)
  await changeNote(bad.id, 'refused')
  await changeNote(bad.id, 'waits behind it')
  await changeNote(good.id, 'accepted')
  run()
  const stateOf = async (id: string, at: number) => {
    const sent = (await logOf(hook)).filter(({ record }) => record === id)
    return sent.toReversed()[at]?.state
  }
  await until('the other record is delivered', async () => (await stateOf(good.id, 0)) === 'delivered')
  await until('it was tried', async () => (await logOf(hook)).some(({ attempts }) => attempts > 1))
  // What waits behind it was not sent yet.
  expect(
    receiver.received.filter(({ message }) => message.data.id === bad.id && message.data.version > 2),
  ).toEqual([])
  await threeDaysPass()
  await until('it fails', async () => (await stateOf(bad.id, 0)) === 'failed')
  await until('its record goes on', async () => (await stateOf(bad.id, 1)) === 'delivered')
  expect(await read(hook)).toMatchObject({ is_active: true, switched_off_at: null, failed: 1, pending: 0 })
  expect((await admin.get(`${url}?needs_attention=true`)).json()).toMatchObject({ count: 1 })
  expect((await admin.get(`${url}?needs_attention=false`)).json()).toMatchObject({ count: 0 })

  // Sent again with its period, once the receiver takes it.
  receiver.answerWith((response) => void response.writeHead(204).end())
  const [{ today }] = await api.db<[{ today: string }]>`select shop_day(now()) as today`
  await admin.post(`${url}${hook.id}/replay/`, { from_date: today, to_date: today })
  await until(
    'it is delivered',
    async () => (await read(hook)).failed === 0 && (await read(hook)).pending === 0,
  )
})

test('what was accepted more than three days ago, and tests, do not keep an endpoint on', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  const lead = await buildLead(api.db)
  run()
  await until('it is delivered', async () => (await logOf(hook))[0]?.state === 'delivered')
  await api.db`update webhook_deliveries set last_tried_at = now() - interval '73 hours'`
  await admin.post(`${url}${hook.id}/test/`)
  receiver.answerWith((response) => void response.writeHead(500).end())
  await changeNote(lead.id, 'refused')
  const isTried = ({ state, attempts }: WebhookDelivery) => state === 'pending' && attempts >= 1
  await until('the change was tried', async () => (await logOf(hook)).some(isTried))
  await threeDaysPass()
  await until('it is off', async () => !(await read(hook)).is_active)
  expect(await read(hook)).toMatchObject({
    switched_off_reason: 'It accepted nothing for 3 days.',
    pending: 1,
    failed: 0,
  })
})

test('an old delivery that is replayed has three days of its own', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  await buildLead(api.db)
  run()
  await until('it is delivered', async () => (await logOf(hook))[0]?.state === 'delivered')
  await api.db`
    update webhook_deliveries set first_tried_at = now() - interval '9 days', last_tried_at = now() - interval '9 days'`
  receiver.answerWith((response) => void response.writeHead(500).end())
  const [delivery] = await logOf(hook)
  await admin.post(`${url}${hook.id}/deliveries/${delivery?.id}/replay/`)
  await until('it was tried again', async () => ((await logOf(hook))[0]?.attempts ?? 0) >= 3)
  expect(await read(hook)).toMatchObject({ is_active: true, pending: 1, failed: 0 })
})

test('what is refused holds up its own record alone, however many records are refused', async () => {
  const stuck = await Promise.all(Array.from({ length: 25 }, () => buildLead(api.db)))
  const refused = new Set(stuck.map(({ id }) => id))
  const receiver = await receive((response, { message }) => {
    response.writeHead(refused.has(message.data.id) ? 500 : 204).end()
  })
  const hook = await create(receiver.url)
  run({ firstPauseSeconds: 60 })
  const tried = async () => (await logOf(hook)).filter(({ attempts }) => attempts === 1)
  await until('all were tried', async () => (await tried()).length === stuck.length)
  const free = await buildLead(api.db)
  await until('another record is delivered', async () =>
    (await logOf(hook)).some(({ record, state }) => record === free.id && state === 'delivered'),
  )
})

test('nothing is sent once a person switched it off, also in the middle of a record', async () => {
  const lead = await buildLead(api.db)
  const other = await buildLead(api.db)
  await publish(api.db)
  const answered = Promise.withResolvers<void>()
  const receiver = await receive((response) => {
    void admin.patch(`${url}${hook.id}/`, { is_active: false }).then(() => {
      response.writeHead(204).end()
      answered.resolve()
    })
  })
  const hook = await create(receiver.url)
  const onlooker = await receive()
  await create(onlooker.url)
  await changeNote(lead.id, 'one')
  await changeNote(lead.id, 'two')
  const jobs = run()
  await answered.promise
  await until('the first is stored', async () =>
    (await logOf(hook)).some(({ state }) => state === 'delivered'),
  )
  // Another endpoint gets change after change meanwhile: so this one would have got what it is not to get.
  for (let sent = 3; sent < 8; sent++) {
    await changeNote(other.id, `later ${sent}`)
    await until('the other endpoint has it', async () => onlooker.received.length >= sent)
  }
  await jobs.stop()
  expect(receiver.received).toHaveLength(1)
  expect((await read(hook)).pending).toBe(6)
  const [waiting] = (await logOf(hook)).filter(({ state }) => state === 'pending')
  const again = await admin.post(`${url}${hook.id}/deliveries/${waiting?.id}/replay/`)
  expect([again.statusCode, again.json().code]).toEqual([409, 'pending'])
})

test('a test of a webhook that is deleted meanwhile ends with 404, for every caller', async () => {
  const receiver = await receive(() => {})
  const hook = await create(receiver.url)
  const tests = Array.from({ length: 3 }, () => admin.post(`${url}${hook.id}/test/`))
  await until('all are asked', () => receiver.received.length === 3)
  expect((await admin.delete(`${url}${hook.id}/`)).statusCode).toBe(204)
  await receiver.close()
  expect((await Promise.all(tests)).map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
})

test('a webhook that is deleted while it is delivered leaves the others of its process alone', async () => {
  const held = Promise.withResolvers<void>()
  const receiver = await receive((response) => void held.promise.then(() => response.writeHead(204).end()))
  const hook = await create(receiver.url)
  await buildLead(api.db)
  const jobs = run()
  await until('it is sent', () => receiver.received.length === 1)
  await admin.delete(`${url}${hook.id}/`)
  held.resolve()
  await jobs.stop()
  const [{ many }] = await api.db<[{ many: number }]>`select count(*)::int as many from webhook_attempts`
  expect(many).toBe(0)
})

test('secrets are in no column in plain text, and after a rotation both sign', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  const { secret } = (await admin.post(`${url}${hook.id}/rotate-secret/`)).json<CreatedWebhook>()
  const stored = async () =>
    (await api.db<[{ text: string }]>`select string_agg(w::text, '') as text from webhooks w`)[0].text
  expect(await stored()).not.toMatch(/whsec_/)

  await admin.post(`${url}${hook.id}/test/`)
  const [one] = receiver.received
  expect([secret, hook.secret].map((each) => one && receiver.isSigned(one, each))).toEqual([true, true])
})

test('without the key of its secret a webhook sends nothing and says that it needs a new one', async () => {
  const receiver = await receive()
  const hook = await create(receiver.url)
  await buildLead(api.db)
  const jobs = run({ firstPauseSeconds: 0.01, withoutKey: true })
  await until('it is off', async () => !(await read(hook)).is_active)
  await jobs.stop()
  expect(receiver.received).toEqual([])
  expect((await read(hook)).switched_off_reason).toMatch(/Make a new secret and switch it on again/)

  // Sealed with a key that this server does not have.
  const lost = createSealer(async () => 'another key')
  await api.db`update webhooks set version = version + 1, secret_sealed = ${await lost.seal(hook.secret, `webhook ${hook.id}`)}`
  const refused = await admin.post(`${url}${hook.id}/test/`)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'secret_unreadable'])
  const { secret } = (await admin.post(`${url}${hook.id}/rotate-secret/`)).json<CreatedWebhook>()
  await admin.patch(`${url}${hook.id}/`, { is_active: true })
  run()
  await until('what waited is delivered', () => receiver.received.length === 1)
  const [one] = receiver.received
  expect(one && receiver.isSigned(one, secret)).toBe(true)
})

test('it ends with who made it, as keys do, until somebody who may hear of it switches it on', async () => {
  const receiver = await receive()
  const maker = await buildClerk(api.db, ['keys', 'customers'])
  const client = api.withToken(await openSession(api.db, maker.id))
  const made = await client.post(url, { url: receiver.url, event_types: ['lead.created'] })
  expect(made.statusCode).toBe(201)
  const hook = made.json<Webhook>()
  run()
  await buildLead(api.db)
  await until('it is delivered', () => receiver.received.length === 1)
  const deactivate = { is_active: false }
  expect((await admin.patch(`/api/staff_users/${maker.id}/`, deactivate)).statusCode).toBe(200)
  await buildLead(api.db)
  await until('it is off', async () => !(await read(hook)).is_active)
  expect((await read(hook)).switched_off_reason).toMatch(/^Who made it may not see any more/)
  expect(receiver.received).toHaveLength(1)

  expect((await admin.patch(`${url}${hook.id}/`, { is_active: true })).statusCode).toBe(200)
  await until('what waited is delivered', () => receiver.received.length === 2)
})

test('one that a key made ends when who made the key may not see what it is told', async () => {
  const receiver = await receive()
  const maker = await buildClerk(api.db, ['keys', 'customers'])
  const { key } = await buildApiKey(api.db, maker.id, { scopes: ['webhooks:manage'] })
  const made = await api.app.inject({
    method: 'POST',
    url,
    payload: { url: receiver.url, event_types: ['lead.created'] },
    headers: { authorization: `Api-Key ${key}` },
  })
  expect(made.statusCode).toBe(201)
  // One whose key is deleted goes on.
  const website = await buildApiKey(api.db, api.people.admin.id, { scopes: ['webhooks:manage'] })
  const onlooker = await receive()
  const other = await create(onlooker.url, { event_types: ['lead.created'] })
  await api.db`update webhooks set version = version + 1, created_by = ${website.id} where id = ${other.id}`
  await remove(api.db, website.id)
  run()
  await buildLead(api.db)
  await until('it is delivered', () => receiver.received.length === 1)
  await api.db`
    update ability_sets set version = version + 1, abilities = '{keys}'
    where id = (select ability_set from staff_users where id = ${maker.id})`
  await buildLead(api.db)
  await until('it is off', async () => !(await read(made.json<Webhook>())).is_active)
  expect(receiver.received).toHaveLength(1)
  await until('the other is told', () => onlooker.received.length === 2)
})

test('it ends, too, with who gave it another address, and with who made the key that made it', async () => {
  const receiver = await receive()
  const [mover, maker] = [
    await buildClerk(api.db, ['keys', 'customers']),
    await buildClerk(api.db, ['keys', 'customers']),
  ]
  const moved = await create('https://example.com/ours', { event_types: ['lead.created'] })
  const client = api.withToken(await openSession(api.db, mover.id))
  expect((await client.patch(`${url}${moved.id}/`, { url: receiver.url })).statusCode).toBe(200)
  const { id, key } = await buildApiKey(api.db, maker.id, { scopes: ['webhooks:manage'] })
  const left = await api
    .as(undefined)
    .post(url, { url: receiver.url, event_types: ['lead.created'] }, { authorization: `Api-Key ${key}` })
  expect(left.statusCode).toBe(201)
  expect((await admin.delete(`/api/api-keys/${id}/`)).statusCode).toBe(204)
  run()
  await buildLead(api.db)
  await until('both are told', () => receiver.received.length === 2)
  for (const person of [mover, maker])
    await admin.patch(`/api/staff_users/${person.id}/`, { is_active: false })
  await buildLead(api.db)
  for (const hook of [moved, left.json<Webhook>()])
    await until('it is off', async () => !(await read(hook)).is_active)
  expect(receiver.received).toHaveLength(2)
})

test('who is stopped while a batch begins is not told what happens after it', async () => {
  const receiver = await receive()
  const maker = await buildClerk(api.db, ['keys', 'customers'])
  const hook = await create(receiver.url, { event_types: ['lead.created'] })
  await api.db`update webhooks set version = version + 1, created_by = ${maker.id} where id = ${hook.id}`
  await buildLead(api.db)
  await publish(api.db)
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  // The look at what is due stands still for a while.
  const findsLate = new Proxy(api.resources.searchPool, {
    apply: async (pool, _self, parameters: [TemplateStringsArray, ...never[]]) => {
      if (parameters[0].join('').includes('min(e.event_id)')) {
        reach()
        await held
      }
      return pool(...parameters)
    },
  })
  run({ firstPauseSeconds: 0.01, searchPool: findsLate })
  await reached
  await admin.patch(`/api/staff_users/${maker.id}/`, { is_active: false })
  await buildLead(api.db)
  await publish(api.db)
  release()
  await until('it is off', async () => !(await read(hook)).is_active)
  expect(receiver.received).toHaveLength(0)
})
