import type { Pool } from '../../../server/src/database/db.ts'
import { hashPassword } from '../../../server/src/session/password.ts'
import { makePdf } from '../../../server/test/pdf.ts'
import { openSession } from '../../openSession.ts'
import type { Shot } from './overloadLoad.ts'

export const password = 'a password of the benchmark'

/** A mix of requests as a busy shop sends them. */
export async function mixOn(db: Pool): Promise<Shot[]> {
  const [admin] = await db<[{ id: string; email: string }]>`
    select id, email from staff_users where is_superuser limit 1`
  await db`update staff_users set password_hash = ${await hashPassword(password)} where id = ${admin.id}`
  const headers = { authorization: `Token ${await openSession(db, admin.id)}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const [customer] = await db<[{ id: string }]>`select id from users order by created_at limit 1`
  const people = await db<{ id: string }[]>`select id from users order by id limit 40`
  const orders = await db<{ id: string }[]>`select id from orders order by id limit 40`
  const get = (kind: string, weight: number, path: string): Shot => ({
    kind,
    weight,
    path,
    headers,
    method: 'GET',
  })
  const boundary = 'our-print-benchmark'
  const order = { user: customer.id, title: 'Overload', pickup: true }
  const form = [
    `--${boundary}\r\ncontent-disposition: form-data; name="order"\r\n\r\n${JSON.stringify(order)}\r\n`,
    `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="three.pdf"\r\n`,
    `content-type: application/pdf\r\n\r\n${(await makePdf(3)).toString('latin1')}\r\n--${boundary}--\r\n`,
  ].join('')
  return [
    get('list', 20, '/api/all-orders/?status=delivered'),
    get('list', 10, '/api/all-orders/?limit=50'),
    get('list', 10, '/api/users/'),
    ...orders.map(({ id }) => get('record', 0.5, `/api/all-orders/${id}/`)),
    get('search', 6, '/api/all-orders/?query=kowalski'),
    get('search', 4, '/api/users/?query=an'),
    get('report', 2, '/api/dashboard'),
    get('export', 0.3, '/api/users/?format=csv&query=kowal'),
    ...people.map(({ id }, index) => ({
      kind: 'write',
      weight: 0.4,
      method: 'PATCH',
      path: `/api/users/${id}/`,
      headers: json,
      body: Buffer.from(JSON.stringify({ last_name: `Load ${index}` })),
    })),
    {
      kind: 'upload',
      weight: 3,
      method: 'POST',
      path: '/api/all-orders/',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: Buffer.from(form, 'latin1'),
    },
  ]
}
