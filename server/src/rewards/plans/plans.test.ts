import type { Plan, SoldPlan } from '@our-print/contract/rewards/plans.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildPlan, buildSoldPlan, buildUser } from '../../../test/build.ts'

const api = useApi()
const admin = api.as('admin')
const nobody = '01890000-0000-7000-8000-000000000000'
const plansUrl = '/api/subscription-plans/'
const soldUrl = '/api/user-subscription-plans/'

const offer = { name: 'Student 200', price: 299.5, pages_per_month: 200, duration_days: 30 }
let made = 0
const addPlan = async (more: object = {}) =>
  (await admin.post(plansUrl, { ...offer, name: `Offer ${made++}`, ...more })).json<Plan>()
const findPlan = async (id: string) =>
  (await admin.get(`${plansUrl}?limit=100`))
    .json<{ results: Plan[] }>()
    .results.find((plan) => plan.id === id)
const sell = (body: object) => admin.post(soldUrl, body)
const today = async (plus = 0) => {
  const [row] = await api.db<[{ day: string }]>`select shop_day(now()) + ${plus}::int as day`
  return row.day
}

describe('plans', () => {
  test('are created, listed, updated and deleted', async () => {
    const reply = await admin.post(plansUrl, offer)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      ...offer,
      id: expect.any(String),
      description: '',
      is_active: true,
      subscribers_count: 0,
      created_at: expect.any(String),
      version: 1,
    })
    const plan = reply.json<Plan>()
    expect((await admin.get(`${plansUrl}?query=%20Student%20200%20`)).json()).toMatchObject({
      count: 1,
      results: [plan],
    })
    const saved = await admin.put(`${plansUrl}${plan.id}/`, { ...plan, price: 349, is_active: false })
    expect(saved.json()).toEqual({ ...plan, price: 349, is_active: false, version: 2 })
    expect((await admin.get(`${plansUrl}?query=student&is_active=true`)).json().count).toBe(0)
    const stale = await admin.put(`${plansUrl}${plan.id}/`, { ...plan, price: 1 })
    expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale'])
    expect((await admin.delete(`${plansUrl}${plan.id}/`)).statusCode).toBe(204)
    for (const gone of [
      await admin.delete(`${plansUrl}${plan.id}/`),
      await admin.put(`${plansUrl}${plan.id}/`, { ...offer, name: 'Gone' }),
      await admin.put(`${plansUrl}${plan.id}/`, { ...offer, name: 'Gone', version: 2 }),
    ]) {
      expect(gone.statusCode).toBe(404)
    }
    const audit = await api.db`select action from audit_entries where entity_id = ${plan.id} order by id`
    expect(audit.map(({ action }) => action)).toEqual(['insert', 'update', 'delete'])
  })

  test('have unique names, whatever their spelling', async () => {
    const one = await addPlan({ name: 'Office' })
    const other = await addPlan()
    for (const reply of [
      await admin.post(plansUrl, { ...offer, name: ' OFFICE ' }),
      await admin.put(`${plansUrl}${other.id}/`, { ...offer, name: 'office' }),
    ]) {
      expect([reply.statusCode, reply.json().code, reply.json().errors[0].context.key]).toEqual([
        409,
        'taken',
        'name',
      ])
    }
    expect((await admin.put(`${plansUrl}${one.id}/`, { ...offer, name: 'OFFICE' })).json().name).toBe(
      'OFFICE',
    )
  })

  test.each([
    ['name', { name: ' ' }],
    ['price', { price: -1 }],
    ['price', { price: 1.005 }],
    ['pages_per_month', { pages_per_month: 0 }],
    ['pages_per_month', { pages_per_month: 1.5 }],
    ['duration_days', { duration_days: 3651 }],
    ['is_active', { is_active: 'yes' }],
    ['subscribers_count', { subscribers_count: 7, version: undefined }],
  ])('a wrong %s is refused under its field', async (key, change) => {
    const plan = await addPlan()
    const reply = await admin.put(`${plansUrl}${plan.id}/`, { ...plan, ...change })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  })

  test('that were sold can be deactivated, but not deleted', async () => {
    const plan = await buildPlan(api.db)
    await buildSoldPlan(api.db, { plan: plan.id, starts: -60, ends: -31, is_cancelled: true })
    const reply = await admin.delete(`${plansUrl}${plan.id}/`)
    expect([reply.statusCode, reply.json().code]).toEqual([409, 'in_use'])
    expect(reply.json().message).toContain('Deactivate')
  })

  test('count the customers with an active sold plan', async () => {
    const { id: plan } = await buildPlan(api.db)
    const { user } = await buildSoldPlan(api.db, { plan })
    await buildSoldPlan(api.db, { plan, user, starts: 30, ends: 59 })
    await buildSoldPlan(api.db, { plan, starts: -29, ends: 0 })
    await buildSoldPlan(api.db, { plan, starts: -30, ends: -1 })
    await buildSoldPlan(api.db, { plan, is_cancelled: true })
    expect((await findPlan(plan))?.subscribers_count).toBe(2)
  })
})

describe('a sale', () => {
  test('starts today and copies the data of the plan', async () => {
    const user = await buildUser(api.db, { first_name: 'Sub', last_name: 'Scriber' })
    const plan = await addPlan({ duration_days: 45 })
    const reply = await sell({ user: user.id, plan: plan.id })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: expect.any(String),
      user: user.id,
      user_data: { id: user.id, first_name: 'Sub', last_name: 'Scriber', mobile: user.mobile },
      plan: plan.id,
      plan_data: { id: plan.id, name: plan.name, price: 299.5 },
      price: 299.5,
      starts_on: await today(),
      ends_on: await today(44),
      pages_total: 400,
      pages_used: 0,
      pages_left: 400,
      status: 'active',
      created_at: expect.any(String),
      version: 1,
    })
    await admin.put(`${plansUrl}${plan.id}/`, { ...offer, name: plan.name, price: 1, pages_per_month: 1 })
    const { results } = (await admin.get(`${soldUrl}?user=${user.id}`)).json()
    expect(results).toMatchObject([{ price: 299.5, pages_total: 400, plan_data: { price: 1 } }])
  })

  test('is refused for another price than the customer was told', async () => {
    const plan = await addPlan()
    const user = (await buildUser(api.db)).id
    const refused = await sell({ user, plan: plan.id, price: 299 })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'price_changed', message: 'This plan costs ₹299.50 now. Sell it again for that.' },
    ])
    expect((await sell({ user, plan: plan.id, price: 299.5 })).statusCode).toBe(201)
  })

  test.each([
    [1, 200],
    [31, 200],
    [92, 600],
    [366, 2400],
  ])('of %d days has the pages of its months', async (duration_days, pages_total) => {
    const plan = await addPlan({ duration_days })
    const user = await buildUser(api.db)
    expect((await sell({ user: user.id, plan: plan.id })).json()).toMatchObject({ pages_total })
  })

  test('of the same plan again starts after the end of the last one, or later', async () => {
    const user = (await buildUser(api.db)).id
    const plan = (await addPlan()).id
    const starts = async (more: object = {}) =>
      (await sell({ user, plan, ...more })).json<SoldPlan>().starts_on
    expect(await starts()).toBe(await today())
    expect(await starts()).toBe(await today(30))
    expect(await starts({ starts_on: await today(10) })).toBe(await today(60))
    expect(await starts({ starts_on: await today(100) })).toBe(await today(100))
    expect(await starts({ plan: (await addPlan()).id, starts_on: await today(3) })).toBe(await today(3))
  })

  test('twice at once makes one of them a renewal', async () => {
    const user = (await buildUser(api.db)).id
    const plan = (await addPlan()).id
    const replies = await Promise.all([1, 2, 3].map(() => sell({ user, plan })))
    const starts = replies.map((reply) => reply.json<SoldPlan>().starts_on).toSorted()
    expect(starts).toEqual([await today(), await today(30), await today(60)])
  })

  test('after an expired or cancelled plan starts today', async () => {
    const { user, plan } = await buildSoldPlan(api.db, { starts: -30, ends: -1 })
    await buildSoldPlan(api.db, { user, plan, is_cancelled: true })
    expect((await sell({ user, plan })).json().starts_on).toBe(await today())
  })

  test('is refused for unknown customers and plans, and for impossible days', async () => {
    const user = (await buildUser(api.db)).id
    const plan = (await addPlan()).id
    const off = (await addPlan({ is_active: false })).id
    const gone = (await buildUser(api.db, { is_active: false })).id
    for (const [status, key, body] of [
      [422, 'user', { user: nobody, plan }],
      [422, 'user', { user: gone, plan }],
      [422, 'plan', { user, plan: nobody }],
      [422, 'plan', { user, plan: off }],
      [400, 'starts_on', { user, plan, starts_on: await today(-1) }],
      [400, 'starts_on', { user, plan, starts_on: '2099-12-31' }],
      [400, 'starts_on', { user, plan, starts_on: 'tomorrow' }],
      [400, 'plan', { user }],
    ] as const) {
      const reply = await sell(body)
      expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([status, key])
    }
    const said = await Promise.all(
      [nobody, gone].map(async (one) => (await sell({ user: one, plan })).json().message),
    )
    expect(said).toEqual(['There is no such customer', 'This customer is deactivated. Activate them first.'])
    expect((await admin.get(`${soldUrl}?user=${user}`)).json().count).toBe(0)
  })
})

describe('the list of sold plans', () => {
  test('has the status of the shop’s day, and is filtered and searched', async () => {
    const plan = (await buildPlan(api.db, { name: 'Listed_plan' })).id
    const user = (await buildUser(api.db, { first_name: 'Listme', mobile: '+919844400001' })).id
    const sold = {
      last: (await buildSoldPlan(api.db, { user, plan, starts: -29, ends: 0 })).id,
      over: (await buildSoldPlan(api.db, { user, plan, starts: -30, ends: -1 })).id,
      future: (await buildSoldPlan(api.db, { user, plan, starts: 5, ends: 34 })).id,
      cancelled: (await buildSoldPlan(api.db, { plan, starts: -30, ends: -1, is_cancelled: true })).id,
    }
    const find = async (query: string) => {
      const { count, results } = (await admin.get(`${soldUrl}?plan=${plan}&${query}`)).json()
      expect(count).toBe(results.length)
      return results.map(({ id }: SoldPlan) => id)
    }
    expect(await find('')).toEqual([sold.cancelled, sold.future, sold.over, sold.last])
    expect(await find('status=active')).toEqual([sold.future, sold.last])
    expect(await find('status=expired')).toEqual([sold.over])
    const all = (await admin.get(`${soldUrl}?plan=${plan}`)).json<{ results: SoldPlan[] }>().results
    expect(all.map(({ status }) => status)).toEqual(['cancelled', 'active', 'expired', 'active'])
    expect(await find('status=cancelled')).toEqual([sold.cancelled])
    expect(await find(`user=${user}&status=expired`)).toEqual([sold.over])
    for (const query of ['LISTME', '98444+00001']) expect((await find(`query=${query}`)).length).toBe(3)
    expect((await find('query=listed_')).length).toBe(4)
    expect(await find('query=listed%25')).toEqual([])
  })
})

describe('a sold plan', () => {
  const patch = (id: string, body: object) => admin.patch(`${soldUrl}${id}/`, body)
  const get = async (id: string, user: string) => {
    const { results } = (await admin.get(`${soldUrl}?user=${user}`)).json<{ results: SoldPlan[] }>()
    return results.find((sold) => sold.id === id) as SoldPlan
  }

  test('can be cancelled, which is final', async () => {
    const { id, user } = await buildSoldPlan(api.db)
    const before = await get(id, user)
    const reply = await patch(id, { ...before, status: 'cancelled' })
    expect(reply.json()).toEqual({ ...before, status: 'cancelled', version: 2 })
    expect((await patch(id, { status: 'cancelled' })).json().version).toBe(2)
    expect((await patch(id, { status: 'active' })).statusCode).toBe(400)
    expect((await patch(id, { ends_on: await today(40) })).json().code).toBe('cancelled')
  })

  test('can get another last day, and is active again if that is in the future', async () => {
    const { id, user } = await buildSoldPlan(api.db, { starts: -40, ends: -11 })
    const before = await get(id, user)
    expect(before.status).toBe('expired')
    const reply = await patch(id, { ends_on: await today(3), version: 1 })
    expect(reply.json()).toMatchObject({ status: 'active', ends_on: await today(3), version: 2 })
    expect((await patch(id, { ends_on: await today(4), version: 1 })).json().code).toBe('stale')
    const tooEarly = await patch(id, { ends_on: await today(-41) })
    expect([tooEarly.statusCode, tooEarly.json().errors[0].context.key]).toEqual([400, 'ends_on'])
    expect((await patch(nobody, { ends_on: await today() })).statusCode).toBe(404)
    expect((await patch(nobody, { ends_on: await today(), version: 1 })).statusCode).toBe(404)
  })

  test('that was read before its last day passed is taken back with the version it had then', async () => {
    const { id, user } = await buildSoldPlan(api.db, { starts: -40, ends: -1 })
    const { version, ...read } = { ...(await get(id, user)), status: 'active' }
    const later = { ...read, ends_on: await today(3) }
    expect((await patch(id, later)).json().errors[0].context.key).toBe('status')
    expect((await patch(id, { ...later, version })).json()).toMatchObject({ status: 'active', version: 2 })
    const cancelled = await buildSoldPlan(api.db, { is_cancelled: true })
    const again = await patch(cancelled.id, { status: 'active', version: 1 })
    expect(again.statusCode).toBe(400)
  })

  test('sent back unchanged stays unchanged, and lasts at least one day', async () => {
    const { id, user } = await buildSoldPlan(api.db, { starts: 0, ends: 29 })
    const before = await get(id, user)
    expect((await patch(id, before)).json()).toEqual(before)
    const reply = await patch(id, { ends_on: before.starts_on })
    expect(reply.json()).toMatchObject({ status: 'active', ends_on: before.starts_on, version: 2 })
  })

  test.each(['pages_used', 'pages_total', 'price'])('has a read-only %s', async (key) => {
    const { id } = await buildSoldPlan(api.db)
    const reply = await patch(id, { [key]: 7 })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  })
})
