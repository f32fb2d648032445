import type { BulkJob, BulkJobRecord } from '@our-print/contract/shop/bulkJobs.ts'
import { parse } from 'csv-parse/sync'
import { beforeEach, describe, expect, test } from 'vitest'
import { openSession, useApi } from '../../../test/api.ts'
import {
  buildClient,
  buildOrder,
  buildOrders,
  buildQrCode,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { expectFiguresMatchRows } from '../../../test/figures.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { createLogger } from '../../app/start/logger.ts'
import { sweepBulkJobs } from './bulkJobs.queries.ts'
import { portionSize, runBulkJobs, runPortion } from './runBulkJobs.ts'

const api = useApi()
const admin = api.as('admin')
const silent = createLogger('silent', process.stderr)
const staff = () => api.people.staff.id
const nobody = '01890000-0000-7000-8000-000000000000'

const runAll = () => runBulkJobs(api.db, silent, { isHeld: () => true, signal: new AbortController().signal })
const get = async (id: string): Promise<BulkJob> => (await admin.get(`/api/bulk-jobs/${id}/`)).json()
const records = async (id: string, search = ''): Promise<BulkJobRecord[]> =>
  (await admin.get(`/api/bulk-jobs/${id}/records/?limit=100&${search}`)).json().results
const create = (filter: string, body: object, list = 'all-orders') =>
  admin.post(`/api/${list}/bulk-jobs/?${filter}`, body)

async function start(filter: string, body: object, list?: string): Promise<string> {
  const reply = await create(filter, body, list)
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)])
  return reply.json<BulkJob>().id
}

async function undo(id: string): Promise<BulkJob> {
  const reply = await admin.post(`/api/bulk-jobs/${id}/undo/`)
  expect([reply.statusCode, reply.body]).toEqual([201, expect.any(String)])
  await runAll()
  return get(reply.json<BulkJob>().id)
}

const assign = (count: number) => ({ count, assigned_user: staff() })
const statesOf = async (ids: string[]) =>
  (
    await api.db<{ state: string }[]>`
      select status || ' ' || coalesce(assigned_user::text, '-') as state from orders where id = any(${ids}::uuid[])
      order by array_position(${ids}::uuid[], id)`
  ).map(({ state }) => state)

beforeEach(async () => {
  await api.db`update bulk_jobs set status = 'cancelled', ended_at = now() where ended_at is null`
})

describe('orders that match a filter', () => {
  test('are changed, exactly they, each once, with history, audit and a report', async () => {
    const ids = await buildOrders(api.db, 250, 'Poster')
    const other = await buildOrder(api.db, { title: 'Poster', status: 'out-for-delivery' })
    const created = await create('status=confirmed&query=poster', assign(250))
    expect(created.json()).toMatchObject({
      kind: 'order',
      action: 'update',
      status: 'queued',
      total: 250,
      changed: 0,
      can_undo: false,
      assigned_user_data: { full_name: 'Ravi Kumar' },
      created_by_name: 'Asha Rao',
    })
    const { id } = created.json<BulkJob>()
    const [later] = await buildOrders(api.db, 1, 'Poster')

    expect(await runPortion(api.db, silent)).toBe(true)
    expect(await get(id)).toMatchObject({ status: 'running', changed: portionSize, ended_at: null })
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', changed: 250, refused: 0, can_undo: true })
    expect(new Set(await statesOf(ids))).toEqual(new Set([`assigned ${staff()}`]))
    expect(await statesOf([later ?? '', other.id])).toEqual([
      'confirmed -',
      `out-for-delivery ${other.assigned_user}`,
    ])

    const [announced] = await api.db`
      select count(*)::int as entries, count(distinct order_id)::int as orders from order_history
      where by = ${api.people.admin.id} and to_status = 'assigned' and order_id = any(${ids}::uuid[])`
    const [audited] = await api.db`
      select count(*)::int as entries, count(distinct request_id)::int as requests from audit_entries
      where entity = 'orders' and actor = ${api.people.admin.id} and entity_id = any(${ids}::uuid[])`
    expect([announced, audited]).toEqual([
      { entries: 250, orders: 250 },
      { entries: 250, requests: 1 },
    ])
    const last = (await admin.get(`/api/bulk-jobs/${id}/records/?ordering=-id&limit=1`)).json().results
    expect(last).toMatchObject([{ position: ids.length, record_id: ids[0] }])
    const reply = await admin.get(`/api/bulk-jobs/${id}/records/?format=csv`)
    const rows = parse<Record<string, string>>(reply.body, { columns: true, bom: true })
    expect(rows.map((row) => row['record_id'])).toEqual(ids.toReversed())
    expect(rows[0]).toMatchObject({ position: '1', name: expect.stringMatching(/^\d+$/), outcome: 'changed' })
    await expectInvariantsHold(api.db)
  })

  test('that were moved at once at another time are listed with it', async () => {
    const { id } = await buildOrder(api.db, { status: 'assigned' })
    const happened_at = new Date().toISOString()
    const moved = await admin.post('/api/all-orders/bulk/', {
      ids: [id],
      status: 'out-for-delivery',
      happened_at,
    })
    const listed = (await admin.get('/api/bulk-jobs/')).json<{ results: BulkJob[] }>().results
    expect(listed[0]).toMatchObject({ id: moved.json().bulk_job, change: { happened_at } })
    expect(await undo(listed[0]?.id ?? '')).toMatchObject({ status: 'done', changed: 1 })
  })

  test('are found by every filter of the list, and by no page of it', async () => {
    const ids = await buildOrders(api.db, 6, 'Invite')
    await api.db`update orders set version = version + 1, color = 'color' where id = any(${ids.slice(0, 4)}::uuid[])`
    await api.db`update orders set version = version + 1, amount = 9900 where id = any(${ids.slice(1, 5)}::uuid[])`
    await api.db`update orders set version = version + 1, created_at = now() - interval '9 days'
      where id = any(${ids.slice(2)}::uuid[])`
    const [{ user_id }] = await api.db<[{ user_id: string }]>`
      select user_id from orders where id = ${ids[2] ?? ''}`
    const { id: voucher_info_id, client } = await buildVouchers(api.db)
    const sold = await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id })
    expect(sold.statusCode).toBe(201)
    const { id: other } = await buildUser(api.db)
    await api.db`update orders set version = version + 1, user_id = ${other} where id = ${ids[3] ?? ''}`
    const filter = `query=invite&status=confirmed&status=assigned&client=${client}&color=color&payable_from=90&payable_to=99.5&waiting_days=5`
    const listed = (await admin.get(`/api/all-orders/?${filter}`)).json()
    expect(listed.results.map(({ id }: { id: string }) => id)).toEqual([ids[2]])
    expect((await create(`${filter}&ordering=payable`, assign(1))).statusCode).toBe(400)
    expect((await create(`${filter}&offset=1`, assign(1))).statusCode).toBe(400)
    const id = await start(filter, assign(1))
    await runAll()
    expect((await records(id)).map(({ record_id }) => record_id)).toEqual([ids[2]])
  })

  test('nothing is done if the number is not the one that was confirmed', async () => {
    await buildOrders(api.db, 3, 'Banner')
    const refused = await create('query=banner&status=confirmed', assign(2))
    expect([refused.statusCode, refused.json()]).toEqual([
      409,
      {
        code: 'count_changed',
        message: 'The list has changed: 3 match now, not 2. Nothing was done.',
        current: { count: 3 },
      },
    ])
    expect((await admin.get('/api/bulk-jobs/?status=queued')).json().count).toBe(0)
    expect((await create('query=banner&status=confirmed', assign(3))).statusCode).toBe(201)
  })

  test('those that were changed meanwhile are refused with the reason', async () => {
    const ids = await buildOrders(api.db, 4, 'Card')
    const id = await start('query=card&status=confirmed', assign(4))
    await admin.patch(`/api/all-orders/${ids[0]}/`, { status: 'cancelled', note: 'Not wanted' })
    await admin.patch(`/api/all-orders/${ids[1]}/`, { assigned_user: staff() })
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', changed: 2, unchanged: 1, refused: 1 })
    expect(await records(id, 'outcome=refused')).toEqual([
      {
        position: 4,
        record_id: ids[0],
        name: expect.any(String),
        outcome: 'refused',
        code: 'not_allowed',
        message: 'This order is Cancelled and cannot be given to someone else.',
      },
    ])
  })

  test('with another status than the action is for are refused', async () => {
    const [delivered, assigned] = [
      await buildOrder(api.db, { title: 'Leaflet', status: 'delivered', assigned_user: staff() }),
      await buildOrder(api.db, { title: 'Leaflet', status: 'assigned', assigned_user: staff() }),
    ]
    const body = { count: 2, status: 'out-for-delivery', note: 'Go', from: ['assigned'] }
    const id = await start('query=leaflet', body)
    await runAll()
    expect(await statesOf([delivered.id, assigned.id])).toEqual([
      `delivered ${staff()}`,
      `out-for-delivery ${staff()}`,
    ])
    expect(await records(id, 'query=Completed')).toMatchObject([
      { record_id: delivered.id, code: 'not_applicable', message: 'This order is Completed, not Assigned.' },
    ])
  })

  test('stay with the courier whom somebody else chose since the list was seen', async () => {
    const account = await buildStaff(api.db, { is_superuser: true })
    const colleague = api.withToken(await openSession(api.db, account.id))
    const meena = await buildStaff(api.db, { full_name: 'Meena Pillai' })
    const ids = await buildOrders(api.db, 4, 'Bunting')
    const [before, since, later, own] = ids as [string, string, string, string]
    const give = async (order: string, by = colleague) =>
      expect((await by.patch(`/api/all-orders/${order}/`, { assigned_user: meena.id })).statusCode).toBe(200)
    await give(before)
    await api.db`update order_history set at = at - interval '2 minutes' where order_id = ${before}`
    await give(since)
    await give(own, admin)
    const id = await start('query=bunting', { ...assign(4), seen_seconds_ago: 60 })
    // Between the start of the job and its portion.
    await give(later)
    await runAll()
    const [ravis, meenas] = [`assigned ${staff()}`, `assigned ${meena.id}`]
    expect(await statesOf([before, since, later, own])).toEqual([ravis, meenas, meenas, ravis])
    const refused = await records(id, 'outcome=refused')
    expect(refused.map(({ code }) => code)).toEqual(['assigned_meanwhile', 'assigned_meanwhile'])
    expect(refused[0]?.message).toBe(
      'Somebody gave this order to Meena Pillai meanwhile, so it was left there.',
    )
  })

  test('are not touched by a bad filter or change, and not by a staff user', async () => {
    const refusals = [
      await create('colour=red', assign(1)),
      await create('status=lost', assign(1)),
      await create('limit=10', assign(1)),
      await create('', { count: 1 }),
      await create('', { count: 0, assigned_user: staff() }),
      await create('', { count: 1, assigned_user: 'nobody' }),
      await create('', { count: 50_001, assigned_user: staff() }),
      await api.as('staff').post('/api/all-orders/bulk-jobs/', assign(1)),
      await api.as('staff').get('/api/bulk-jobs/'),
      await admin.get(`/api/bulk-jobs/${nobody}/`),
      await admin.post(`/api/bulk-jobs/${nobody}/cancel/`),
      await admin.post(`/api/bulk-jobs/${nobody}/undo/`),
    ]
    expect(refusals.map(({ statusCode }) => statusCode)).toEqual([
      400, 400, 400, 400, 400, 400, 422, 403, 403, 404, 404, 404,
    ])
    expect((await admin.get('/api/bulk-jobs/?status=queued')).json().count).toBe(0)
  })

  test('an unknown staff user refuses each record', async () => {
    await buildOrders(api.db, 2, 'Sticker')
    const id = await start('query=sticker&status=confirmed', { count: 2, assigned_user: nobody })
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', refused: 2, can_undo: false })
    expect((await records(id))[0]?.message).toBe('This is not an active staff user')
  })

  test('a retry with the same Idempotency-Key starts no second job', async () => {
    await buildOrders(api.db, 2, 'Folder')
    const send = () =>
      admin.post('/api/all-orders/bulk-jobs/?query=folder&status=confirmed', assign(2), {
        'idempotency-key': 'assign-folders',
      })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    expect((await admin.get('/api/bulk-jobs/?status=queued')).json().count).toBe(1)
  })
})

describe('undo', () => {
  test('changes back what the job changed and nobody has changed since', async () => {
    const other = await buildStaff(api.db)
    const [fresh, mine, theirs, touched, given] = await buildOrders(api.db, 5, 'Menu')
    for (const [id, assigned_user] of [
      [mine, staff()],
      [theirs, other.id],
    ]) {
      await admin.patch(`/api/all-orders/${id}/`, { assigned_user })
    }
    const id = await start('query=menu', assign(5))
    await runAll()
    expect(await get(id)).toMatchObject({ changed: 4, unchanged: 1, can_undo: true })
    await admin.patch(`/api/all-orders/${touched}/`, { status: 'out-for-delivery' })
    await admin.patch(`/api/all-orders/${given}/`, { assigned_user: other.id })

    const undone = await undo(id)
    expect(undone).toMatchObject({ action: 'undo', undoes: id, status: 'done', changed: 2, refused: 2 })
    expect(await statesOf([fresh, mine, theirs, touched, given] as string[])).toEqual([
      'confirmed -',
      `assigned ${staff()}`,
      `assigned ${other.id}`,
      `out-for-delivery ${staff()}`,
      `assigned ${other.id}`,
    ])
    expect((await records(undone.id, 'outcome=refused')).map(({ code }) => code)).toEqual([
      'changed_since',
      'changed_since',
    ])
    expect((await get(id)).can_undo).toBe(false)
    for (const job of [id, undone.id]) {
      const again = await admin.post(`/api/bulk-jobs/${job}/undo/`)
      expect([again.statusCode, again.json().code]).toEqual([409, 'not_undoable'])
    }
    await expectInvariantsHold(api.db)
  })

  test('takes back deliveries and what they earned', async () => {
    const ids = await Promise.all(
      [1, 2].map(
        async () =>
          (await buildOrder(api.db, { title: 'Flyer', status: 'out-for-delivery', assigned_user: staff() }))
            .id,
      ),
    )
    const id = await start('query=flyer&status=out-for-delivery', { count: 2, status: 'delivered' })
    await runAll()
    const coins = async () =>
      (
        await api.db`select coalesce(sum(delta), 0)::int as coins from coin_entries where order_id = any(${ids}::uuid[])`
      )[0]
    expect(await statesOf(ids)).toEqual(Array(2).fill(`delivered ${staff()}`))
    expect((await coins())?.['coins']).toBeGreaterThan(0)
    expect(await undo(id)).toMatchObject({ changed: 2 })
    expect(await statesOf(ids)).toEqual(Array(2).fill(`out-for-delivery ${staff()}`))
    expect(await coins()).toEqual({ coins: 0 })
    await expectInvariantsHold(api.db)
  })

  test('is not offered for cancellations', async () => {
    await buildOrders(api.db, 2, 'Label')
    const id = await start('query=label&status=confirmed', { count: 2, status: 'cancelled', note: 'Closed' })
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', changed: 2, can_undo: false })
    expect((await admin.post(`/api/bulk-jobs/${id}/undo/`)).statusCode).toBe(409)
  })

  test('of a cancelled job covers what it reached, and a cancelled undo can be continued', async () => {
    const ids = await buildOrders(api.db, 250, 'Ticket')
    const id = await start('query=ticket&status=confirmed', assign(250))
    await runPortion(api.db, silent)
    await runPortion(api.db, silent)
    const early = await admin.post(`/api/bulk-jobs/${id}/undo/`)
    expect([early.statusCode, early.json().message]).toEqual([
      409,
      'This bulk job has not ended. Cancel it first, or wait for its end.',
    ])
    const cancelled = await admin.post(`/api/bulk-jobs/${id}/cancel/`)
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', changed: 200, can_undo: true })
    expect((await admin.post(`/api/bulk-jobs/${id}/cancel/`)).json().code).toBe('ended')
    await runAll()
    expect((await statesOf(ids)).filter((state) => state !== 'confirmed -')).toHaveLength(200)

    const first = (await admin.post(`/api/bulk-jobs/${id}/undo/`)).json<BulkJob>()
    expect(first.total).toBe(200)
    await runPortion(api.db, silent)
    await admin.post(`/api/bulk-jobs/${first.id}/cancel/`)
    expect(await undo(id)).toMatchObject({ total: 100, changed: 100 })
    expect(new Set(await statesOf(ids))).toEqual(new Set(['confirmed -']))
    expect((await get(id)).can_undo).toBe(false)
  })
})

describe('each record is changed once', () => {
  test('by several processes at the same time', { tags: ['proof'] }, async () => {
    const ids = await buildOrders(api.db, 1000, 'Book')
    const id = await start('query=book&status=confirmed', assign(1000))
    await Promise.all([runAll(), runAll(), runAll()])
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', changed: 1000 })
    const [announced] = await api.db`
      select count(*)::int as entries from order_history where to_status = 'assigned' and order_id = any(${ids}::uuid[])`
    expect(announced).toEqual({ entries: 1000 })
  })

  test('a portion that is not committed leaves nothing, and is done again', async () => {
    const ids = await buildOrders(api.db, 150, 'Map')
    const id = await start('query=map&status=confirmed', assign(150))
    await api.db.unsafe(`
      create function refuse_map() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger refuse_map before update on bulk_job_records for each row execute function refuse_map()`)
    expect(await runPortion(api.db, silent)).toBe(true)
    expect(new Set(await statesOf(ids))).toEqual(new Set(['confirmed -']))
    expect(await get(id)).toMatchObject({ status: 'queued', changed: 0 })
    await api.db.unsafe('drop function refuse_map cascade')
    expect(await runPortion(api.db, silent)).toBe(false)
    await api.db`update bulk_jobs set next_run_at = now() where id = ${id}`
    await runAll()
    expect(await get(id)).toMatchObject({ status: 'done', changed: 150 })
  })

  test('a portion that fails again and again ends its job, and what was done stays', async () => {
    const ids = await buildOrders(api.db, 150, 'Chart')
    const id = await start('query=chart&status=confirmed', assign(150))
    const [small] = await buildOrders(api.db, 1, 'Small')
    const other = await start('query=small&status=confirmed', assign(1))
    await api.db.unsafe(`
      create function refuse_first() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger refuse_first before update on orders for each row when (old.id = '${ids[0]}')
        execute function refuse_first()`)
    for (let round = 0; round < 6; round++) {
      await runAll()
      await api.db`update bulk_jobs set next_run_at = now()`
    }
    await api.db.unsafe('drop function refuse_first cascade')
    expect(await get(id)).toMatchObject({
      status: 'failed',
      changed: 100,
      error: 'Something went wrong on our side. The rest was not changed.',
      can_undo: true,
    })
    expect(await get(other)).toMatchObject({ status: 'done', changed: 1 })
    expect(await statesOf([small ?? ''])).toEqual([`assigned ${staff()}`])
    expect(await undo(id)).toMatchObject({ total: 100, changed: 100 })
  })
})

test('a job ends when its super admin is deactivated', async () => {
  const boss = await buildStaff(api.db, { full_name: 'Nisha Jain', is_superuser: true })
  await buildOrders(api.db, 150, 'Plan')
  const id = await start('query=plan&status=confirmed', assign(150))
  await api.db`update bulk_jobs set created_by = ${boss.id} where id = ${id}`
  await runPortion(api.db, silent)
  await api.db`update staff_users set version = version + 1, is_active = false where id = ${boss.id}`
  await runAll()
  expect(await get(id)).toMatchObject({
    status: 'failed',
    changed: 100,
    error: 'Nisha Jain may no longer do this. The rest was not changed.',
  })
})

test('only three jobs at a time, which take turns', { tags: ['proof'] }, async () => {
  for (const title of ['Red', 'Green', 'Blue']) await buildOrders(api.db, 150, title)
  const [red, green] = [
    await start('query=red&status=confirmed', assign(150)),
    await start('query=green&status=confirmed', assign(150)),
  ]
  const blue = () => create('query=blue&status=confirmed', assign(150))
  const both = await Promise.all([blue(), blue()])
  expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([201, 409]))
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('too_many_jobs')
  await runPortion(api.db, silent)
  await runPortion(api.db, silent)
  expect([(await get(red)).changed, (await get(green)).changed]).toEqual([100, 100])
  await runAll()
})

describe('deletions', () => {
  test('of QR codes go to the bin and come back', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => buildQrCode(api.db, { company: 'Zari House' })))
    const id = await start('query=zari', { action: 'delete', count: 3 }, 'qr-codes')
    await admin.delete(`/api/qr-codes/?qr_id=${codes[0]?.id}`)
    await runAll()
    expect(await get(id)).toMatchObject({ kind: 'qr_code', changed: 2, refused: 1, can_undo: true })
    const left = async () => (await admin.get('/api/qr-codes/?query=zari')).json().count
    expect(await left()).toBe(0)
    // Restored and deleted again by somebody: another deletion, which is not undone.
    await admin.post(`/api/bin/${codes[1]?.id}/restore/`)
    await admin.delete(`/api/qr-codes/?qr_id=${codes[1]?.id}`)
    expect(await undo(id)).toMatchObject({ changed: 1, refused: 1 })
    expect(await left()).toBe(1)
  })

  test('of companies refuse those that sold a code', async () => {
    const user_id = (await buildUser(api.db)).id
    const [left, gone] = [
      await buildClient(api.db, { name: 'Jalebi One' }),
      await buildClient(api.db, { name: 'Jalebi Two' }),
    ]
    const group = await buildVouchers(api.db, { client: left.id, voucher_codes: ['J1'] })
    await buildVouchers(api.db, { client: gone.id, voucher_codes: ['J2', 'J3'] })
    await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group.id })
    const id = await start('query=jalebi', { action: 'delete', count: 2 }, 'clients')
    await runAll()
    expect(await get(id)).toMatchObject({ changed: 1, refused: 1 })
    expect(await records(id, 'outcome=refused')).toMatchObject([{ name: 'Jalebi One', code: 'in_use' }])
    expect((await admin.get(`/api/clients/${gone.id}/`)).statusCode).toBe(404)
    expect(await undo(id)).toMatchObject({ changed: 1 })
    expect((await admin.get(`/api/clients/${gone.id}/`)).json().vouchers.codes).toBe(2)
    await expectFiguresMatchRows(api.db)
  })

  test('of vouchers refuse sold ones', async () => {
    const user_id = (await buildUser(api.db)).id
    const voucher_codes = Array.from({ length: 120 }, (_, index) => `V${index}`)
    const group = await buildVouchers(api.db, { voucher_codes })
    await admin.post('/api/save-purchased-voucher/', { user_id, voucher_info_id: group.id })
    const id = await start(`id=${group.id}`, { action: 'delete', count: 120 }, 'get-voucher')
    await runAll()
    expect(await get(id)).toMatchObject({ changed: 119, refused: 1 })
    expect(await records(id, 'outcome=refused')).toMatchObject([{ code: 'purchased' }])
    expect(await undo(id)).toMatchObject({ changed: 119 })
    await expectFiguresMatchRows(api.db)
  })
})

test('ended jobs are deleted after 30 days, with their records', async () => {
  await buildOrders(api.db, 12, 'Ancient')
  const id = await start('query=ancient&status=confirmed', assign(12))
  await runAll()
  await undo(id)
  const [unfinished] = [await start('query=ancient&status=confirmed', assign(12))]
  await api.db`update bulk_jobs set created_at = now() - interval '31 days'`
  await api.db`update bulk_jobs set ended_at = now() - interval '29 days' where ended_at is not null`
  await sweepBulkJobs(api.db, 5)
  expect((await admin.get(`/api/bulk-jobs/${id}/`)).statusCode).toBe(200)
  await api.db`update bulk_jobs set ended_at = now() - interval '31 days' where ended_at is not null`
  await sweepBulkJobs(api.db, 5)
  expect((await admin.get(`/api/bulk-jobs/${id}/`)).statusCode).toBe(404)
  const jobs = await api.db`select distinct job_id from bulk_job_records`
  expect(jobs.map(({ job_id }) => job_id as string)).toEqual([unfinished])
})
