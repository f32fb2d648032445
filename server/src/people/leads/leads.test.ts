import type { Lead } from '@our-print/contract/people/leads.ts'
import { ClientForm } from '@our-print/contract/rewards/clients.ts'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../test/api.ts'
import { buildLead, buildStaff, buildUser } from '../../../test/build.ts'
import type { Db } from '../../base/database/db.ts'
import * as leads from './leads.queries.ts'

const api = useApi()
const admin = api.as('admin')
const website = api.as(undefined)
const nobody = '01890000-0000-7000-8000-000000000000'
const enquiry = { name: ' Kavya Iyer ', mobile: '+91 99000 11111', message: 'How much are 500 cards?' }

const get = async (id: string) => (await admin.get(`/api/contact_us/${id}/`)).json<Lead>()
const patch = (id: string, body: object) => admin.patch(`/api/contact_us/${id}/`, body)
const count = async () => (await admin.get('/api/contact_us/')).json().count as number

describe('the website’s form', () => {
  test('creates a new lead from anyone', async () => {
    const reply = await website.post('/api/contact_us/', { ...enquiry, email: 'Kavya@Print.test' })
    expect(reply.statusCode).toBe(201)
    expect(Object.keys(reply.json())).toEqual(['id', 'created_at'])
    expect(await get(reply.json().id)).toMatchObject({
      name: 'Kavya Iyer',
      email: 'kavya@print.test',
      mobile: '+919900011111',
      subject: '',
      status: 'new',
      owner: null,
      user: null,
      follow_up_on: null,
      doubles: [],
      version: 1,
    })
  })

  test('needs an email or a mobile', async () => {
    for (const more of [{}, { email: null }, { email: '', mobile: '' }]) {
      const reply = await website.post('/api/contact_us/', { name: 'A', message: 'B', ...more })
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors).toMatchObject([{ context: { key: 'email' } }])
    }
    const reply = await website.post('/api/contact_us/', { name: 'A', message: 'B', email: 'a@print.test' })
    expect(reply.statusCode).toBe(201)
  })

  test.each([
    ['name', { name: '' }],
    ['message', { message: ' ' }],
    ['message', { message: 'x'.repeat(5001) }],
    ['mobile', { mobile: 'call me' }],
    ['email', { email: 'nowhere' }],
    ['status', { status: 'won' }],
  ])('a wrong %s is refused under its field', async (key, change) => {
    const reply = await website.post('/api/contact_us/', { ...enquiry, ...change })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, key])
  })

  test.each([
    [{ mobile: 'call me' }, 'A phone number has digits only'],
    [{ mobile: '12345' }, 'A phone number has 6 to 15 digits after its country code'],
    [{ mobile: 9_812_345_670 }, 'This must be text'],
    [{ email: 'nowhere' }, 'This is not an email address'],
    [{ email: 7 }, 'This must be text'],
  ])('of %o the visitor is told what is wrong with it', async (change, message) => {
    const reply = await website.post('/api/contact_us/', { ...enquiry, ...change })
    expect([reply.statusCode, reply.json().message]).toEqual([400, message])
  })

  test('a robot that fills the honeypot gets the same response, and nothing is stored', async () => {
    const before = await count()
    const reply = await website.post('/api/contact_us/', { ...enquiry, website: 'http://spam.test' })
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      created_at: expect.any(String),
    })
    expect(await count()).toBe(before)
    expect((await admin.get(`/api/contact_us/${reply.json().id}/`)).statusCode).toBe(404)
    expect((await website.post('/api/contact_us/', { ...enquiry, website: '' })).statusCode).toBe(201)
    expect(await count()).toBe(before + 1)
  })

  test('is rate-limited like every public route', async () => {
    const app = await api.startApp({ publicRateLimit: 3 })
    const client = api.withToken('', app)
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) statuses.push((await client.post('/api/contact_us/', enquiry)).statusCode)
    await app.close()
    expect(statuses).toEqual([201, 201, 201, 429, 429])
  })
})

describe('a lead that a super admin enters', () => {
  test('is stored as from the form, and audited under their name', async () => {
    const reply = await admin.post('/api/leads/', { ...enquiry, subject: 'By phone' })
    expect(reply.statusCode).toBe(201)
    const lead = reply.json<Lead>()
    expect(lead).toMatchObject({
      name: 'Kavya Iyer',
      mobile: '+919900011111',
      email: null,
      subject: 'By phone',
      status: 'new',
    })
    expect(await get(lead.id)).toEqual(lead)
    const entries = (await admin.get(`/api/audit/?entity_id=${lead.id}`)).json().results
    expect(entries).toMatchObject([{ action: 'insert', entity: 'leads', actor: api.people.admin.id }])
  })

  test('needs an email or a mobile, and a super admin', async () => {
    const reply = await admin.post('/api/leads/', { name: 'A', message: 'B' })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([400, 'email'])
    expect((await api.as('staff').post('/api/leads/', enquiry)).statusCode).toBe(403)
    expect((await website.post('/api/leads/', enquiry)).statusCode).toBe(401)
  })
})

describe('the list', () => {
  test('is filtered by status, owner and follow-up day, and searched', async () => {
    const [one, two] = [
      await buildLead(api.db, { name: 'Findme 50%' }),
      await buildLead(api.db, { name: 'Findme 50', mobile: '+919911100022' }),
    ]
    await patch(one.id, { status: 'contacted', owner: api.people.staff.id, follow_up_on: '2026-12-01' })
    const names = async (query: string) =>
      (await admin.get(`/api/contact_us/?${query}`)).json().results.map(({ id }: Lead) => id)
    expect(await names('query=FINDME')).toEqual([two.id, one.id])
    expect(await names('query=50%25')).toEqual([one.id])
    expect(await names('query=99111+00022')).toEqual([two.id])
    expect(await names('query=findme&status=contacted')).toEqual([one.id])
    expect(await names(`owner=${api.people.staff.id}`)).toEqual([one.id])
    expect(await names('follow_up_until=2026-12-01')).toEqual([one.id])
    expect(await names('follow_up_until=2026-11-30')).toEqual([])
    expect((await admin.get('/api/contact_us/?status=lost')).json()).toMatchObject({ count: 0, results: [] })
    expect((await admin.get('/api/contact_us/?status=open')).statusCode).toBe(400)
  })

  test('shows customers and leads with the same email or mobile', async () => {
    const customer = await buildUser(api.db, { first_name: 'Ravi', last_name: '', mobile: '+919822200001' })
    const byMail = await buildLead(api.db, { name: 'Mail', email: 'twice@print.test', mobile: null })
    const lead = await buildLead(api.db, { email: 'twice@print.test', mobile: '+919822200001' })
    await buildLead(api.db, { email: null })
    expect((await get(lead.id)).doubles).toEqual([
      { kind: 'customer', id: customer.id, name: 'Ravi' },
      { kind: 'lead', id: byMail.id, name: 'Mail' },
    ])
    expect((await get(byMail.id)).doubles).toMatchObject([{ kind: 'lead', id: lead.id }])
    // By what a customer had who was merged the kept one is known.
    const kept = await buildUser(api.db, { first_name: 'Meena', last_name: 'Pai' })
    expect((await admin.post(`/api/users/${kept.id}/merge/`, { other: customer.id })).statusCode).toBe(201)
    expect((await get(lead.id)).doubles).toEqual([
      { kind: 'customer', id: kept.id, name: 'Meena Pai' },
      { kind: 'lead', id: byMail.id, name: 'Mail' },
    ])
  })

  test('a mobile is equal with the country code, with a 0 or with neither', async () => {
    const customer = await buildUser(api.db, { mobile: '+919822200077' })
    const write = async (mobile: string) =>
      (await api.as(undefined).post('/api/contact_us/', { ...enquiry, mobile })).json<{ id: string }>()
    const plain = await write('98222 00077')
    const withZero = await write('098222-00077')
    const abroad = await write('+1 982 220 0077')
    const ids = async (id: string) => (await get(id)).doubles?.map((double: { id: string }) => double.id)
    expect(await ids(plain.id)).toEqual([customer.id, withZero.id])
    expect(await ids(withZero.id)).toEqual([customer.id, plain.id])
    expect(await ids(abroad.id)).toEqual([])
  })
})

/** A transaction in which a record is restored by somebody else before the first statement that looks into the bin. */
const restoringFirst = (tx: Db, url: string): Db =>
  new Proxy(tx, {
    apply(target, self, [text, ...values]) {
      const query = () => Reflect.apply(target, self, [text, ...values])
      if (!Array.isArray(text) || !text.join().includes('from bin ')) return query()
      return admin.post(url).then(({ statusCode }) => {
        expect(statusCode).toBe(200)
        return query()
      })
    },
  })

describe('updating a lead', () => {
  test('changes status, note, follow-up day and owner, with a version and an audit entry', async () => {
    const { id } = await buildLead(api.db)
    const before = await get(id)
    const changes = {
      status: 'contacted',
      note: 'Called twice',
      follow_up_on: '2026-12-24',
      owner: api.people.admin.id,
    }
    const reply = await patch(id, { ...before, ...changes })
    expect(reply.json()).toEqual({
      ...before,
      ...changes,
      owner_data: { id: api.people.admin.id, full_name: 'Asha Rao' },
      version: 2,
    })
    expect((await patch(id, { note: '', version: 1 })).json().code).toBe('stale')
    expect((await patch(id, { follow_up_on: null, owner: null })).json()).toMatchObject({ owner_data: null })
    expect((await patch(nobody, { note: '' })).statusCode).toBe(404)
    const audit = await api.db`select actor from audit_entries where entity = 'leads' and entity_id = ${id}`
    expect(audit).toHaveLength(2)
  })

  test('refuses changes of the message, and invalid owners, under the field', async () => {
    const { id } = await buildLead(api.db)
    const gone = await buildStaff(api.db, { is_active: false })
    for (const [key, value] of [
      ['message', 'Something else'],
      ['email', 'other@print.test'],
      ['user', nobody],
      ['doubles', [{ kind: 'lead', id: nobody, name: 'X' }]],
      ['owner', nobody],
      ['owner', gone.id],
      ['status', 'open'],
      ['follow_up_on', '2026-02-30'],
    ] as const) {
      const reply = await patch(id, { [key]: value })
      expect([key, reply.statusCode, reply.json().errors[0].context.key]).toEqual([key, 400, key])
    }
  })
})

describe('winning a lead', () => {
  const winAsCustomer = (id: string, body: object) => admin.post(`/api/contact_us/${id}/customer/`, body)

  test('creates a customer, once', async () => {
    const lead = await buildLead(api.db, { mobile: '+919833300001' })
    const body = { first_name: 'Kavya', last_name: 'Iyer', mobile: '+91 98333 00001', email: lead.email }
    const replies = await Promise.all([1, 2, 3].map(() => winAsCustomer(lead.id, body)))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const won = await get(lead.id)
    expect(won).toMatchObject({ status: 'won', doubles: [] })
    expect((await admin.get(`/api/users/${won.user}/`)).json()).toMatchObject({
      first_name: 'Kavya',
      email: lead.email,
    })
    expect((await winAsCustomer(lead.id, body)).json().code).toBe('won_already')
  })

  test('links the customer with the same mobile, also for two concurrent leads', async () => {
    const known = await buildUser(api.db, { first_name: 'Known', mobile: '+919833300002' })
    const lead = await buildLead(api.db)
    const reply = await winAsCustomer(lead.id, { first_name: 'Other', mobile: '+919833300002' })
    expect(reply.json()).toMatchObject({ user: known.id, status: 'won' })
    expect((await admin.get(`/api/users/${known.id}/`)).json().first_name).toBe('Known')

    const concurrent = [await buildLead(api.db), await buildLead(api.db)]
    const body = { first_name: 'Twin', mobile: '+919833300003' }
    const replies = await Promise.all(concurrent.map(({ id }) => winAsCustomer(id, body)))
    expect(new Set(replies.map((one) => one.json().user)).size).toBe(1)
  })

  test('is refused with the email of another customer, and changes nothing', async () => {
    await buildUser(api.db, { email: 'mine@print.test' })
    const lead = await buildLead(api.db)
    const reply = await winAsCustomer(lead.id, {
      first_name: 'X',
      mobile: '+919833300004',
      email: 'mine@print.test',
    })
    expect([reply.statusCode, reply.json().errors[0].context.key]).toEqual([409, 'email'])
    expect(await get(lead.id)).toMatchObject({ status: 'new', user: null })
    // Of one who was merged, too, or they could not come back.
    const kept = await buildUser(api.db, { email: 'kept@print.test' })
    const other = await buildUser(api.db, { email: 'merged@print.test' })
    const merge = await admin.post(`/api/users/${kept.id}/merge/`, { other: other.id })
    expect(merge.statusCode).toBe(201)
    const again = { first_name: 'X', mobile: '+919833300004', email: 'merged@print.test' }
    expect((await winAsCustomer(lead.id, again)).json()).toMatchObject({ code: 'taken' })
    expect((await winAsCustomer(nobody, { first_name: 'X', mobile: '+919833300004' })).statusCode).toBe(404)
  })

  test('can create a company instead, once', async () => {
    const lead = await buildLead(api.db)
    const body = { name: 'Iyer Foods', contact: '+91 98333 00009', client_type: '1' }
    const address = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
    const company = (more: object) => admin.post(`/api/contact_us/${lead.id}/company/`, { ...body, ...more })
    const bare = await company({})
    expect([bare.statusCode, bare.json().errors[0].context.key]).toEqual([400, 'city'])
    expect(await get(lead.id)).toMatchObject({ status: 'new', client: null })
    const replies = await Promise.all([1, 2, 3].map(() => company({ address: JSON.stringify(address) })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
    const won = await get(lead.id)
    expect(won).toMatchObject({ status: 'won', user: null })
    const { count, results } = (await admin.get('/api/clients/?query=iyer foods')).json()
    expect([count, results[0]]).toEqual([
      1,
      expect.objectContaining({ id: won.client, contact: '+919833300009' }),
    ])
    const both = await winAsCustomer(lead.id, { first_name: 'X', mobile: '+919833300010' })
    expect(both.json()).toMatchObject({
      code: 'won_already',
      message: 'This lead has become a company already.',
    })
  })

  test('cannot create a second company while the first is in the bin, only after its end', async () => {
    const lead = await buildLead(api.db)
    const address = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
    const company = (name: string) =>
      admin.post(`/api/contact_us/${lead.id}/company/`, {
        name,
        contact: '+91 98333 00019',
        client_type: '1',
        address: JSON.stringify(address),
      })
    const { client } = (await company('Bhat Foods')).json<Lead>()
    await admin.delete(`/api/clients/?client_id=${client}`)
    const refusal = {
      code: 'won_already',
      message:
        'This lead has become the company Bhat Foods, which is in the bin. Restore it there, or delete it for good first.',
    }
    for (const reply of [
      await company('Bhat Foods'),
      await winAsCustomer(lead.id, { first_name: 'X', mobile: '+919833300020' }),
    ]) {
      expect([reply.statusCode, reply.json()]).toEqual([409, refusal])
    }
    expect((await admin.post(`/api/bin/${client}/restore/`)).statusCode).toBe(200)
    expect((await get(lead.id)).client).toBe(client)
    await admin.delete(`/api/clients/?client_id=${client}`)
    // It comes back after the lead was read without it, and before the bin is looked into.
    const again = api.db.begin((tx) =>
      leads.winAsCompany(
        restoringFirst(tx, `/api/bin/${client}/restore/`),
        lead.id,
        ClientForm.parse({ name: 'Bhat Two', contact: '9833300019', client_type: 1, ...address }),
      ),
    )
    await expect(again).rejects.toMatchObject({ code: 'won_already' })
    await admin.delete(`/api/clients/?client_id=${client}`)
    await admin.delete(`/api/bin/${client}/`)
    expect((await company('Bhat & Sons')).statusCode).toBe(201)
  })
})
