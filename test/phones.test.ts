import { expect, test } from 'vitest'
import { type Reply, useApi } from '../server/test/api.ts'
import { buildClient, buildLead, buildOrder, buildStaff, buildUser } from '../server/test/build.ts'

// A phone number is the same in every spelling, wherever it is stored or searched.

const api = useApi()
const admin = api.as('admin')
const nobody = api.as(undefined)

const address = { city: 'Pune', state: 'Maharashtra', country: 'India', pincode: '411001' }
const company = { name: 'Chai Point', client_type: 1, ...address }
const contact = async () => (await admin.get('/api/configurations')).json()

/** Counts what was made: random digits could be those of a search. */
let made = 0

/** Every route that accepts a phone number, with the place of the number in its response. */
const routes: Record<
  string,
  { field?: string; send: (phone: string) => Promise<Reply>; storedIn: (body: never) => string }
> = {
  'POST /api/users/': {
    send: (mobile) => admin.post('/api/users/', { first_name: 'A', mobile }),
    storedIn: ({ mobile }: { mobile: string }) => mobile,
  },
  'PATCH /api/users/:id/': {
    send: async (mobile) => admin.patch(`/api/users/${(await buildUser(api.db)).id}/`, { mobile }),
    storedIn: ({ mobile }: { mobile: string }) => mobile,
  },
  'POST /api/staff_users_create/': {
    send: (mobile) =>
      admin.post('/api/staff_users_create/', {
        full_name: 'A',
        email: `person-${'x'.repeat(++made)}@print.test`,
        mobile,
        password: 'a rather long one 71',
      }),
    storedIn: ({ mobile }: { mobile: string }) => mobile,
  },
  'PATCH /api/staff_users/:id/': {
    send: async (mobile) => admin.patch(`/api/staff_users/${(await buildStaff(api.db)).id}/`, { mobile }),
    storedIn: ({ mobile }: { mobile: string }) => mobile,
  },
  'PUT /api/profile/': {
    send: (mobile) => api.as('staff').put('/api/profile/', { full_name: 'Ravi', mobile }),
    storedIn: ({ mobile }: { mobile: string }) => mobile,
  },
  'POST /api/clients/': {
    field: 'contact',
    send: (phone) => admin.post('/api/clients/', { ...company, contact: phone }),
    storedIn: (body: { contact: string }) => body.contact,
  },
  'POST /api/clients/update/': {
    field: 'contact',
    send: async (phone) =>
      admin.post(`/api/clients/update/?client_id=${(await buildClient(api.db)).id}`, { contact: phone }),
    storedIn: (body: { contact: string }) => body.contact,
  },
  'POST /api/contact_us/:id/customer/': {
    send: async (mobile) =>
      admin.post(`/api/contact_us/${(await buildLead(api.db)).id}/customer/`, { first_name: 'A', mobile }),
    storedIn: ({ status }: { status: string }) => (status === 'won' ? '+919820012345' : ''),
  },
  'POST /api/contact_us/:id/company/': {
    field: 'contact',
    send: async (phone) =>
      admin.post(`/api/contact_us/${(await buildLead(api.db)).id}/company/`, { ...company, contact: phone }),
    storedIn: ({ status }: { status: string }) => (status === 'won' ? '+919820012345' : ''),
  },
  'PUT /api/configurations': {
    field: 'contact.phone',
    send: async (phone) => {
      const now = await contact()
      return admin.put('/api/configurations', { ...now, contact: { ...now.contact, phone } })
    },
    storedIn: (body: { contact: { phone: string } }) => body.contact.phone,
  },
}

const wrong = [
  '1-----',
  '12345',
  '1'.repeat(21),
  '1'.repeat(16),
  'abcdefgh',
  '+',
  '98200+12345',
  '98200 12345 ext. 9',
  '🖨🖨🖨🖨🖨🖨🖨',
]

test.each(Object.entries(routes))(
  '%s stores E.164 and refuses invalid numbers',
  async (_, { field = 'mobile', send, storedIn }) => {
    for (const phone of wrong) {
      const reply = await send(phone)
      expect([phone, reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([phone, 400, field])
    }
    for (const phone of ['9820012345', '098200-12345', '0091 98200 12345', '+91 98200 12345']) {
      const reply = await send(phone)
      expect([phone, Math.floor(reply.statusCode / 100), storedIn(reply.json<never>())]).toEqual([
        phone,
        2,
        '+919820012345',
      ])
      await api.db`update users set version = version + 1, mobile = ${`+9197${String(++made).padStart(8, '0')}`}
        where mobile = '+919820012345'`
      await api.db`update staff_users set version = version + 1, mobile = null where mobile = '+919820012345'`
    }
  },
)

test('the website’s form stores E.164 too; its response does not contain the number', async () => {
  const lead = { name: 'Kavya', message: 'Hello' }
  for (const mobile of wrong) {
    const reply = await nobody.post('/api/contact_us/', { ...lead, mobile })
    expect([mobile, reply.statusCode, reply.json().errors?.[0].context.key]).toEqual([mobile, 400, 'mobile'])
  }
  const { id } = (await nobody.post('/api/contact_us/', { ...lead, mobile: '0 98200 54321' })).json<{
    id: string
  }>()
  expect((await admin.get(`/api/contact_us/${id}/`)).json().mobile).toBe('+919820054321')
})

test('a number is unique among customers and among staff users in every spelling', async () => {
  await buildUser(api.db, { mobile: '+919845012345' })
  await buildStaff(api.db, { mobile: '+919845012345' })
  for (const mobile of ['9845012345', '098450 12345', '0091-98450-12345', '+91 98450 12345']) {
    const customer = await admin.post('/api/users/', { first_name: 'B', mobile })
    expect([mobile, customer.statusCode, customer.json().errors[0].context.key]).toEqual([
      mobile,
      409,
      'mobile',
    ])
    const staff = await admin.patch(`/api/staff_users/${(await buildStaff(api.db)).id}/`, { mobile })
    expect([mobile, staff.statusCode, staff.json().errors[0].context.key]).toEqual([mobile, 409, 'mobile'])
  }
})

test('an old invalid number may stay when another field is updated', async () => {
  const user = await buildUser(api.db, { mobile: '1234567890123456789' })
  const client = await buildClient(api.db, { contact: '12345' })
  const seen = (await admin.get(`/api/users/${user.id}/`)).json()
  const changed = await admin.patch(`/api/users/${user.id}/`, { ...seen, first_name: 'New' })
  expect([changed.statusCode, changed.json().mobile]).toEqual([200, user.mobile])
  const list = (await admin.get(`/api/clients/?id=${client.id}`)).json().results[0]
  const renamed = await admin.post(`/api/clients/update/?client_id=${client.id}`, {
    ...list,
    name: 'Renamed',
  })
  expect([renamed.statusCode, renamed.json().contact]).toEqual([200, '12345'])
  await api.db`update configurations set version = version + 1, contact = jsonb_set(contact, '{phone}', '"ask inside"')`
  const now = await contact()
  expect((await admin.put('/api/configurations', { ...now, delivery_fee: 41 })).statusCode).toBe(200)
  expect(
    (await admin.put('/api/configurations', { ...(await contact()), contact: { ...now.contact, phone: '' } }))
      .statusCode,
  ).toBe(200)
})

test('every list finds a number by every spelling', async () => {
  const mobile = '+919811122233'
  const user = await buildUser(api.db, { mobile })
  await buildStaff(api.db, { mobile })
  await buildClient(api.db, { contact: mobile })
  await buildLead(api.db, { mobile })
  await buildOrder(api.db, { user: user.id })
  const lists = ['/api/users/', '/api/staff_users/', '/api/clients/', '/api/contact_us/', '/api/all-orders/']
  for (const query of [
    mobile,
    '9811122233',
    '098111 22233',
    '0091 98111-22233',
    '+91 98111',
    '22233',
    '098111',
    '919811122233',
  ]) {
    for (const list of lists) {
      const { count } = (await admin.get(`${list}?query=${encodeURIComponent(query)}`)).json()
      expect([list, query, count]).toEqual([list, query, 1])
    }
  }
  const csv = await admin.get(`/api/users/?format=csv&query=${encodeURIComponent('098111 22233')}`)
  expect(csv.body).toContain(mobile)
})
