import type { CustomerMerge } from '@our-print/contract/people/customerMerges.ts'
import { afterEach, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import {
  address,
  buildCoupon,
  buildLead,
  buildSoldPlan,
  buildStaff,
  buildUser,
  buildVouchers,
} from '../../../test/build.ts'
import { expectInvariantsHold } from '../../../test/invariants.ts'
import { orderForm } from '../../../test/orderForm.ts'
import { makePdf } from '../../../test/pdf.ts'
import { sweepMergeRows } from './customerMerges.queries.ts'
import { computed, references } from './customerReferences.ts'

const api = useApi()
const admin = api.as('admin')
const pdf = makePdf(1)

afterEach(() => expectInvariantsHold(api.db))

async function order(user: string, more: object = {}): Promise<{ id: string; number: number }> {
  const form = orderForm({ title: 'Thesis', user, address, ...more }, { 'thesis.pdf': await pdf })
  const reply = await admin.upload('/api/all-orders/', form)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json()
}

async function deliver(id: string): Promise<void> {
  const assigned_user = (await buildStaff(api.db)).id
  for (const body of [{ assigned_user }, { status: 'out-for-delivery' }, { status: 'delivered' }])
    expect((await admin.patch(`/api/all-orders/${id}/`, body)).statusCode).toBe(200)
}

const codeOf = async (user: string) =>
  (await admin.get(`/api/users/${user}/`)).json<{ referral_code: string }>().referral_code

/** A customer with something of every kind. */
async function buildRich(fields: Parameters<typeof buildUser>[1], referrer?: string, coupon?: string) {
  const { id } = await buildUser(api.db, fields)
  const first = await order(id, {
    ...(referrer && { referral_code: await codeOf(referrer) }),
    ...(coupon && { coupon_code: coupon }),
  })
  await deliver(first.id)
  const plan = await buildSoldPlan(api.db, { user: id })
  await order(id, { order_type: 'subscription', user_subscription_plan: plan.id })
  await admin.post(`/api/users/${id}/coins/`, { delta: 50, reason: 'A gift' })
  const group = await buildVouchers(api.db, { cost: 2_000 })
  await admin.post('/api/save-purchased-voucher/', { user_id: id, voucher_info_id: group.id })
  const lead = await buildLead(api.db)
  await api.db`update leads set user_id = ${id}, version = version + 1 where id = ${lead.id}`
  await admin.patch(`/api/users/${id}/`, {
    notes: `Notes of ${fields?.first_name}`,
    tags: ['School', fields?.first_name ?? ''],
  })
  return { id, first }
}

/** All rows that refer to a customer, and the customer, without what each change counts up. */
async function everythingOf(...ids: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  const places = [
    ...references.map(({ table, column }) => [table, column] as const),
    ...computed.map((place) => place.split('.') as [string, string]),
    ['users', 'id'] as const,
  ]
  for (const [table, column] of places) {
    if (table === 'customer_merges') continue
    const rows = await api.db<{ row: string }[]>`
      select (to_jsonb(t) - array['version', 'used_at', 'place'])::text as row from ${api.db(table)} t
      where ${api.db(column)} = any(${ids}::uuid[])`
    found[`${table}.${column}`] = rows.map(({ row }) => row).toSorted()
  }
  return found
}

const merge = (kept: string, other: string) => admin.post(`/api/users/${kept}/merge/`, { other })
const undo = (id: string) => admin.post(`/api/customer-merges/${id}/undo/`)
const coinsOf = async (id: string) => (await admin.get(`/api/users/${id}/`)).json<{ coins: number }>().coins

test('everything in the database that refers to a customer is moved or computed', async () => {
  const keys = await api.db<{ place: string }[]>`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'users'::regclass order by 1`
  const known = [...references.map(({ table, column }) => `${table}.${column}`), ...computed]
  expect(keys.map(({ place }) => place)).toEqual(known.toSorted())
  // The column of a customer that has no foreign key is kept by a trigger of orders.
  const others = await api.db<{ place: string }[]>`
    select table_name || '.' || column_name as place from information_schema.columns
    where table_schema = 'public' and column_name = 'user_id' and table_name <> 'order_search'
      and table_name in (select tablename from pg_tables)`
  expect(others.map(({ place }) => place).filter((place) => !known.includes(place))).toEqual([])
})

test('a merge moves all that hangs on a customer, and its undo gives exactly that back', async () => {
  const friend = await buildUser(api.db)
  const coupon = await buildCoupon(api.db, { one_time_only: true })
  const anita = await buildRich({ first_name: 'Anita' }, friend.id, coupon.code)
  const ravi = await buildRich({ first_name: 'Ravi', email: 'ravi@example.com' }, friend.id, coupon.code)
  await buildRich({ first_name: 'Brought' }, ravi.id)
  const before = await everythingOf(anita.id, ravi.id)
  const [anitas, ravis] = [await coinsOf(anita.id), await coinsOf(ravi.id)]

  const preview = await admin.get(`/api/users/${anita.id}/merge/?other=${ravi.id}`)
  expect(preview.json()).toMatchObject({
    kept: { id: anita.id, orders_count: 2 },
    other: { id: ravi.id },
    moves: {
      orders: 2,
      plans: 1,
      vouchers: 1,
      coupon_uses: 1,
      addresses: 1,
      leads: 1,
      referrals: 1,
      coin_entries: 3,
    },
  })
  const reply = await merge(anita.id, ravi.id)
  expect(reply.statusCode, reply.body).toBe(201)
  const made = reply.json<CustomerMerge>()
  expect(made).toMatchObject({
    kept: anita.id,
    merged: ravi.id,
    merged_name: 'Ravi Mehta',
    moved: { orders: 2 },
  })
  await expectInvariantsHold(api.db)

  const kept = (await admin.get(`/api/users/${anita.id}/`)).json()
  expect(kept).toMatchObject({
    orders_count: 4,
    coins: Math.round((anitas + ravis) * 100) / 100,
    email: 'ravi@example.com',
    tags: ['school', 'anita', 'ravi'],
    notes: 'Notes of Anita\nNotes of Ravi',
  })
  expect((await admin.get(`/api/users/${ravi.id}/`)).statusCode).toBe(404)
  const count = async (url: string) => (await admin.get(url)).json<{ count: number }>().count
  // Found by the notes and the email, which are hers now.
  const found = (await admin.get('/api/users/?query=Ravi+Mehta')).json<{ results: { id: string }[] }>()
  expect(found.results.map(({ id }) => id)).toEqual([anita.id])
  expect(await count(`/api/all-orders/?user=${anita.id}`)).toBe(4)
  expect(await count(`/api/get-purchased-voucher/?user_id=${anita.id}`)).toBe(2)
  expect(await count(`/api/user-subscription-plans/?user=${anita.id}`)).toBe(2)
  expect(await count(`/api/users/${anita.id}/addresses/`)).toBe(1)
  const orders = (await admin.get(`/api/all-orders/?query=Anita`)).json<{ results: { id: string }[] }>()
  expect(orders.results.map(({ id }) => id)).toContain(ravi.first.id)
  const told = await api.db`
    select after ->> 'name' as name, (after ->> 'orders')::int as orders from audit_entries
    where action = 'merge' and entity_id = ${anita.id}`
  expect(told).toEqual([{ name: 'Ravi Mehta', orders: 2 }])

  const undone = await undo(made.id)
  expect(undone.statusCode, undone.body).toBe(200)
  expect(undone.json()).toMatchObject({
    stayed: { new_orders: 0, changed: 0 },
    undone_at: expect.any(String),
  })
  expect(await everythingOf(anita.id, ravi.id)).toEqual(before)
  expect([await coinsOf(anita.id), await coinsOf(ravi.id)]).toEqual([anitas, ravis])
  expect((await undo(made.id)).json().code).toBe('undone_already')
})

test('what came later stays, and what belongs to a moved order goes back with it', async () => {
  const [kept, other] = [await buildUser(api.db), await buildUser(api.db, { first_name: 'Ravi' })]
  const old = await order(other.id)
  const given = await order(other.id)
  const made = (await merge(kept.id, other.id)).json<CustomerMerge>()
  const fresh = await order(kept.id)
  await deliver(old.id)
  // Somebody says that this order was of a third customer.
  const third = await buildUser(api.db)
  await api.db`update orders set version = version + 1, user_id = ${third.id} where id = ${given.id}`
  const earned = await coinsOf(kept.id)
  expect(earned).toBeGreaterThan(0)

  const reply = await undo(made.id)
  expect(reply.json()).toMatchObject({ stayed: { new_orders: 1, changed: 1 } })
  expect([await coinsOf(kept.id), await coinsOf(other.id)]).toEqual([0, earned])
  const rows = await api.db<{ id: string; user_id: string }[]>`
    select id, user_id from orders where id = any(${[old.id, given.id, fresh.id]}) order by number`
  expect(rows.map(({ user_id }) => user_id)).toEqual([other.id, third.id, kept.id])
})

test('the referral code of who was merged counts for who was kept, until the merge is undone', async () => {
  const [first, kept, other] = [await buildUser(api.db), await buildUser(api.db), await buildUser(api.db)]
  const code = await codeOf(first.id)
  // One after the other: who was kept is merged, too.
  await merge(other.id, first.id)
  const made = (await merge(kept.id, other.id)).json<CustomerMerge>()
  const brought = await order((await buildUser(api.db)).id, { referral_code: code.toLowerCase() })
  await deliver(brought.id)
  const referrers = async (query: string) =>
    (await admin.get(`/referral_app/referrals-stats/?query=${query}`)).json<
      { user: { id: string }; total_claims: number }[]
    >()
  expect(await referrers(code)).toMatchObject([{ user: { id: kept.id }, referrals: [{ order: brought.id }] }])
  const hits = (await admin.get(`/api/search?query=${code}`)).json<{ results: { id: string }[] }>()
  expect(hits.results.map(({ id }) => id)).toContain(kept.id)
  const own = orderForm(
    { title: 'Thesis', user: kept.id, address, referral_code: code },
    { 'a.pdf': await pdf },
  )
  expect((await admin.upload('/api/all-orders/', own)).json().message).toContain('their own')
  const marked = await admin.post('/referral_app/api/mark-as-fulfilled/', { referral_code: code })
  expect([marked.statusCode, marked.json().user?.id]).toEqual([200, kept.id])
  await expectInvariantsHold(api.db)
  // What is newer stays with the kept one, and the code goes back.
  expect((await undo(made.id)).statusCode).toBe(200)
  const later = await order((await buildUser(api.db)).id, { referral_code: code })
  await deliver(later.id)
  expect(await referrers(code)).toMatchObject([{ user: { id: other.id } }])
  await expectInvariantsHold(api.db)
})

test('two who referred each other, or were referred both, can be one', async () => {
  const [one, two] = [await buildUser(api.db), await buildUser(api.db)]
  const first = await order(two.id, { referral_code: await codeOf(one.id) })
  await deliver(first.id)
  const before = await everythingOf(one.id, two.id)
  const made = (await merge(one.id, two.id)).json<CustomerMerge>()
  await expectInvariantsHold(api.db)
  const brought = (await admin.get(`/referral_app/api/customer-referral/?user_id=${one.id}`)).json()
  expect(brought.referred_by ?? null).toBeNull()
  await undo(made.id)
  expect(await everythingOf(one.id, two.id)).toEqual(before)
})

test('who turns out to have referred themselves earns no claim for it', async () => {
  const [one, two, friend] = [await buildUser(api.db), await buildUser(api.db), await buildUser(api.db)]
  const referral_code = await codeOf(one.id)
  const own = await order(two.id, { referral_code })
  const brought = await order(friend.id, { referral_code })
  const made = (await merge(one.id, two.id)).json<CustomerMerge>()
  await deliver(own.id)
  await deliver(brought.id)
  const of = async () => (await admin.get(`/referral_app/referrals-stats/?user_id=${one.id}`)).json()
  expect(await of()).toMatchObject([{ referrals_count: 2, total_claims: 1, remaining_claims: 1 }])
  // They are two after all.
  await undo(made.id)
  expect(await of()).toMatchObject([{ referrals_count: 2, total_claims: 2, remaining_claims: 2 }])
  const undone = { status: 'out-for-delivery', note: 'Wrong door' }
  expect((await admin.patch(`/api/all-orders/${own.id}/`, undone)).statusCode).toBe(200)
  expect(await of()).toMatchObject([{ referrals_count: 1, total_claims: 1 }])
})

test('a merged customer is found by the old number, and nobody else gets it', async () => {
  const kept = await buildUser(api.db, { first_name: 'Anita' })
  const other = await buildUser(api.db, { email: 'old@example.com' })
  const made = (await merge(kept.id, other.id)).json<CustomerMerge>()
  for (const query of [other.mobile.slice(3), 'OLD@example.com']) {
    const found = (await admin.get(`/api/users/?query=${encodeURIComponent(query)}`)).json()
    expect(found.results.map(({ id }: { id: string }) => id)).toEqual([kept.id])
  }
  const again = { first_name: 'Ravi', mobile: other.mobile }
  expect((await admin.post('/api/users/', again)).json()).toMatchObject({
    code: 'taken',
    errors: [{ context: { key: 'mobile' } }],
  })
  const third = await buildUser(api.db)
  for (const [key, value] of Object.entries({ mobile: other.mobile, email: 'Old@example.com' })) {
    const reply = await admin.patch(`/api/users/${third.id}/`, { [key]: value })
    expect(reply.json()).toMatchObject({ code: 'taken', errors: [{ context: { key } }] })
    expect((await admin.patch(`/api/users/${kept.id}/`, { [key]: value })).statusCode).toBe(200)
  }
  await admin.patch(`/api/users/${kept.id}/`, { mobile: kept.mobile, email: null })
  const list = (await admin.get(`/api/customer-merges/?merged=${other.id}`)).json()
  expect(list.results).toEqual([expect.objectContaining({ id: made.id, kept: kept.id })])
  const lead = await buildLead(api.db, { mobile: other.mobile })
  const won = await admin.post(`/api/contact_us/${lead.id}/customer/`, {
    first_name: 'Ravi',
    mobile: other.mobile,
  })
  expect(won.json()).toMatchObject({ user: kept.id })
  // One who has got the number all the same is who has it.
  await api.db`update users set mobile = ${other.mobile}, version = version + 1 where id = ${third.id}`
  const next = await buildLead(api.db, { mobile: other.mobile })
  const theirs = { first_name: 'Ravi', mobile: other.mobile }
  expect((await admin.post(`/api/contact_us/${next.id}/customer/`, theirs)).json()).toMatchObject({
    user: third.id,
  })
})

test('an undo is refused while the number or the coins are in use, and after 30 days', async () => {
  const [kept, other] = [await buildUser(api.db), await buildUser(api.db)]
  await admin.post(`/api/users/${other.id}/coins/`, { delta: 50, reason: 'A gift' })
  const made = (await merge(kept.id, other.id)).json<CustomerMerge>()
  await admin.post(`/api/users/${kept.id}/coins/`, { delta: -20, reason: 'Spent' })
  expect((await undo(made.id)).json()).toMatchObject({ code: 'coins_spent' })
  await admin.post(`/api/users/${kept.id}/coins/`, { delta: 20, reason: 'Back' })
  const squatter = await buildUser(api.db, { mobile: '+919800000099' })
  await api.db`update users set mobile = ${other.mobile}, version = version + 1 where id = ${squatter.id}`
  expect((await undo(made.id)).json()).toMatchObject({ code: 'taken' })
  await api.db`update users set mobile = '+919800000098', version = version + 1 where id = ${squatter.id}`
  await api.db`update customer_merges set at = now() - interval '29 days' where id = ${made.id}`
  await sweepMergeRows(api.db)
  await api.db`update customer_merges set at = now() - interval '31 days' where id = ${made.id}`
  expect((await undo(made.id)).json()).toMatchObject({ code: 'too_late' })
  await api.db`update customer_merges set at = now() where id = ${made.id}`
  expect((await undo(made.id)).statusCode).toBe(200)
  expect(await coinsOf(other.id)).toBe(50)
})

test('an undo gives the account back with its limit, but not money that was spent since', async () => {
  const [kept, other] = [await buildUser(api.db), await buildUser(api.db)]
  const pay = (body: object) => admin.post('/api/payments/', { method: 'upi', ...body })
  await pay({ user: kept.id, amount: 10 })
  await pay({ user: other.id, amount: 100 })
  expect((await admin.patch(`/api/accounts/${other.id}/`, { credit_limit: 750 })).statusCode).toBe(200)
  const before = await everythingOf(kept.id, other.id)
  const made = (await merge(kept.id, other.id)).json<CustomerMerge>()
  const spent = (await pay({ user: kept.id, amount: -50 })).json<{ id: string }>()
  expect((await undo(made.id)).json()).toMatchObject({ code: 'account_spent' })
  expect((await admin.get(`/api/accounts/${kept.id}/`)).json()).toMatchObject({ balance: 60 })
  const reversal = await admin.post(`/api/payments/${spent.id}/reverse/`, { reason: 'Back' })
  expect(reversal.statusCode).toBe(201)
  expect((await undo(made.id)).statusCode).toBe(200)
  expect((await admin.get(`/api/accounts/${other.id}/`)).json()).toMatchObject({
    balance: 100,
    credit_limit: 750,
  })
  const after = await everythingOf(kept.id, other.id)
  expect(after['accounts.user_id']).toEqual(before['accounts.user_id'])
})

test('nonsense is refused', async () => {
  const one = await buildUser(api.db)
  const nobody = '01890000-0000-7000-8000-000000000000'
  expect((await merge(one.id, one.id)).statusCode).toBe(422)
  const inUpperCase = one.id.toUpperCase()
  expect((await admin.get(`/api/users/${one.id}/merge/?other=${inUpperCase}`)).statusCode).toBe(422)
  expect((await merge(one.id, nobody)).statusCode).toBe(422)
  expect((await merge(nobody, one.id)).statusCode).toBe(404)
  expect((await merge(one.id, 'x')).statusCode).toBe(400)
  expect((await undo(nobody)).statusCode).toBe(404)
  expect((await api.as('staff').post(`/api/users/${one.id}/merge/`, { other: nobody })).statusCode).toBe(403)
})

test('a chain of merges is undone from either end', async () => {
  const [a, b, c] = [await buildUser(api.db), await buildUser(api.db), await buildUser(api.db)]
  const [ofA, ofB] = [await order(a.id), await order(b.id)]
  const first = (await merge(b.id, a.id)).json<CustomerMerge>()
  const second = (await merge(c.id, b.id)).json<CustomerMerge>()
  const ownerOf = async (id: string) =>
    (await api.db<{ user_id: string }[]>`select user_id from orders where id = ${id}`)[0]?.user_id
  expect([await ownerOf(ofA.id), await ownerOf(ofB.id)]).toEqual([c.id, c.id])
  expect((await undo(first.id)).statusCode).toBe(200)
  expect([await ownerOf(ofA.id), await ownerOf(ofB.id)]).toEqual([a.id, c.id])
  expect((await undo(second.id)).statusCode).toBe(200)
  expect([await ownerOf(ofA.id), await ownerOf(ofB.id)]).toEqual([a.id, b.id])
})

test('an email that went through a chain of merges comes back to whose it was, and holds up no undo', async () => {
  const email = 'chained@print.test'
  const a = await buildUser(api.db, { email })
  const [b, c, d] = [
    await buildUser(api.db, { email: null }),
    await buildUser(api.db, { email: null }),
    await buildUser(api.db, { email: null }),
  ]
  await admin.patch(`/api/users/${a.id}/`, { notes: 'Of A' })
  const chain = []
  for (const [kept, other] of [
    [b, a],
    [c, b],
    [d, c],
  ] as const)
    chain.push((await merge(kept.id, other.id)).json<CustomerMerge>())
  expect((await admin.get(`/api/users/${d.id}/`)).json()).toMatchObject({ email })
  for (const { id } of chain) expect((await undo(id)).statusCode).toBe(200)
  const emails =
    await api.db`select email from users where id in (${a.id}, ${b.id}, ${c.id}, ${d.id}) order by id`
  expect(emails.map(({ email: each }) => each)).toEqual([email, null, null, null])
  expect((await admin.get(`/api/users/${b.id}/`)).json()).toMatchObject({ notes: '' })
})

test('who unsubscribed stays so where an address of the kept one was refused', async () => {
  const [a, b] = [await buildUser(api.db, { email: 'newer@print.test' }), await buildUser(api.db)]
  const at = new Date().toISOString()
  const refused = { email: { reason: 'refused', said: 'No such mailbox', at, address: 'older@print.test' } }
  const left = { email: { reason: 'unsubscribed', said: '', at } }
  for (const [{ id }, off] of [
    [a, refused],
    [b, left],
  ] as const)
    await api.db`update users set version = version + 1, messages_off = ${api.db.json(off)} where id = ${id}`
  const { id } = (await merge(a.id, b.id)).json<CustomerMerge>()
  const off = async () =>
    (await admin.get(`/api/users/${a.id}/message-choice/`)).json<{ off: { reason: string }[] }>().off
  expect((await off()).map(({ reason }) => reason)).toEqual(['unsubscribed'])
  expect((await undo(id)).statusCode).toBe(200)
  expect(await off()).toEqual([])
})

test('who wants no messages gets none under another name', async () => {
  const [a, b] = [await buildUser(api.db, { email: null }), await buildUser(api.db)]
  const off = { email: { reason: 'unsubscribed' } }
  await api.db`
    update users set version = version + 1, messages_off = ${api.db.json(off)}, message_channel = 'none' where id = ${b.id}`
  const { id } = (await merge(a.id, b.id)).json<CustomerMerge>()
  const choices = async () =>
    (await api.db`select messages_off, message_channel from users where id = ${a.id}`)[0]
  expect(await choices()).toEqual({ messages_off: off, message_channel: 'none' })
  expect((await undo(id)).statusCode).toBe(200)
  expect(await choices()).toEqual({ messages_off: {}, message_channel: null })
})

test('how somebody wants to be told stays, unless the kept one chose otherwise', async () => {
  const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
  const choice = async (id: string) =>
    (await admin.get(`/api/users/${id}/message-choice/`)).json<{ channel: string; language: string }>()
  const chosen = { channel: 'sms', language: 'hi' }
  expect((await admin.patch(`/api/users/${b.id}/message-choice/`, chosen)).statusCode).toBe(200)
  const before = await choice(a.id)
  const { id } = (await merge(a.id, b.id)).json<CustomerMerge>()
  expect(await choice(a.id)).toMatchObject(chosen)
  expect((await undo(id)).statusCode).toBe(200)
  expect(await choice(a.id)).toMatchObject({ channel: before.channel, language: before.language })
  const own = { channel: 'email', language: 'en' }
  await admin.patch(`/api/users/${a.id}/message-choice/`, own)
  await merge(a.id, b.id)
  expect(await choice(a.id)).toMatchObject(own)
})

test('an address that is there again by now does not hold up the undo', async () => {
  const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
  for (const user of [a.id, b.id])
    await api.db`insert into customer_addresses (user_id, address) values (${user}, ${api.db.json(address)})`
  const other = { ...address, line1: 'Elsewhere' }
  await api.db`insert into customer_addresses (user_id, address) values (${b.id}, ${api.db.json(other)})`
  const { id } = (await merge(a.id, b.id)).json<CustomerMerge>()
  await api.db`delete from customer_addresses where user_id = ${a.id} and address->>'line1' = ${address.line1}`
  await api.db`update customer_addresses set address = ${api.db.json(address)}, version = version + 1 where user_id = ${a.id}`
  expect((await undo(id)).statusCode).toBe(200)
})

test('of merges and orders at once, nothing is lost', async () => {
  const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
  await order(a.id)
  const form = async () => orderForm({ title: 'Race', user: b.id, address }, { 'a.pdf': await pdf })
  const forms = await Promise.all([1, 2, 3, 4].map(form))
  const replies = await Promise.all([
    merge(a.id, b.id),
    merge(b.id, a.id),
    ...forms.map((each) => admin.upload('/api/all-orders/', each)),
    admin.post(`/api/users/${b.id}/coins/`, { delta: 5, reason: 'A gift' }),
    admin.post(`/api/users/${b.id}/addresses/`, { ...address, line1: 'Elsewhere' }),
  ])
  const codes = replies.map(({ statusCode }) => statusCode)
  expect(codes.slice(0, 2).filter((code) => code === 201)).toHaveLength(1)
  expect(codes.filter((code) => code >= 500)).toEqual([])
  const [left] = await api.db`select id from users where id in (${a.id}, ${b.id})`
  const taken = codes.slice(2, 6).filter((code) => code === 201).length
  const [{ orders }] = await api.db<[{ orders: number }]>`
    select count(*)::int as orders from orders where user_id = ${left?.['id']}`
  expect(orders).toBe(taken + 1)
})

test('a merge waits for a delivery of the same customer, whichever locks first', async () => {
  for (let round = 0; round < 3; round++) {
    const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
    const { id } = await order(b.id)
    const assigned_user = (await buildStaff(api.db)).id
    await admin.patch(`/api/all-orders/${id}/`, { assigned_user })
    await admin.patch(`/api/all-orders/${id}/`, { status: 'out-for-delivery' })
    const [delivered, merged] = await Promise.all([
      admin.patch(`/api/all-orders/${id}/`, { status: 'delivered' }),
      merge(a.id, b.id),
    ])
    expect([delivered.statusCode, merged.statusCode]).toEqual([200, 201])
    expect(await coinsOf(a.id)).toBeGreaterThan(0)
  }
})

test('an undo ends the links that the kept customer was sent meanwhile, and no other', async () => {
  const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
  const [sent, unsent] = [await order(b.id), await order(b.id)]
  const merged = (await merge(a.id, b.id)).json<CustomerMerge>()
  for (const { id } of [sent, unsent]) await admin.post(`/api/all-orders/${id}/customer-link/`)
  await api.db`
    insert into messages (fact, user_id, about, order_id, fact_version, channel, language, attempts)
    values ('order_taken', ${a.id}, ${sent.id}, ${sent.id}, 1, 'email', 'en', 1)`
  expect((await undo(merged.id)).statusCode).toBe(200)
  const state = async ({ id }: { id: string }) =>
    (await admin.get(`/api/all-orders/${id}/customer-link/`)).json<{ state: string }>().state
  expect([await state(sent), await state(unsent)]).toEqual(['none', 'open'])
})

test('the file of merges says what was moved', async () => {
  const [a, b] = [
    await buildUser(api.db),
    await buildUser(api.db, { first_name: 'Filed', last_name: 'Away' }),
  ]
  await order(b.id)
  await merge(a.id, b.id)
  const reply = await admin.get('/api/customer-merges/?format=csv&query=filed away')
  expect(reply.body).toContain('orders: 1')
})

test('long notes stand together, and the whole record is taken back', async () => {
  const [a, b] = [await buildUser(api.db), await buildUser(api.db)]
  for (const [user, letter] of [
    [a, 'a'],
    [b, 'b'],
  ] as const)
    await admin.patch(`/api/users/${user.id}/`, { notes: letter.repeat(2000) })
  await merge(a.id, b.id)
  const both = (await admin.get(`/api/users/${a.id}/`)).json<{ notes: string }>()
  expect(both.notes).toBe(`${'a'.repeat(2000)}\n${'b'.repeat(2000)}`)
  expect((await admin.patch(`/api/users/${a.id}/`, { ...both, last_name: 'Rao' })).statusCode).toBe(200)
})
