import type { RequestedOrder } from '@our-print/contract/customer/orderRequests.ts'
import { NewOrder, type Order } from '@our-print/contract/orders/orders.ts'
import type { FastifyRequest } from 'fastify'
import type { Transaction } from '../../base/database/db.ts'
import { type Actor, withIdempotentWrite } from '../../base/http/route.ts'
import { insertOrder, type OrderIntake, preflight } from '../../orders/createOrder.ts'
import { withCopiedOrder } from '../../orders/duplicateOrder.ts'
import { addNote } from '../../orders/orderHistory.queries.ts'
import * as requestFiles from '../../orders/requestFiles.queries.ts'
import { updateOrder } from '../../orders/updateOrder.ts'
import * as customers from '../../people/customers/customers.queries.ts'
import * as requests from './orderRequests.queries.ts'

type Accepting = {
  request: FastifyRequest
  actor: Actor
  id: string
  body: { version?: number | undefined; wanted?: RequestedOrder | undefined }
}

/** Does what a request asks for, by the rules that the office's own acts have. */
export async function acceptRequest(
  { request, actor, id, body }: Accepting,
  intake: OrderIntake,
): Promise<requests.RequestRow> {
  const { pool } = intake
  const asked = await requests.get(pool, id)
  const write = (work: (db: Transaction, open: requests.RequestRow) => Promise<string | null>) =>
    withIdempotentWrite(pool, request, { id, ...body }, async (db) => {
      const open = await requests.lockOpen(db, id, body.version)
      await requests.refusePassedOn(db, id)
      const order = await work(db, open)
      await requests.decide(db, id, { status: 'accepted', by: actor.id, order })
      return requests.get(db, id)
    })

  if (asked.kind === 'cancel')
    return write(async (db, { order, message }) => {
      const note = `The customer asked for it${message && `: ${message}`}`
      await updateOrder(db, actor, order?.id ?? '', { status: 'cancelled', note }, new Map())
      return null
    })
  if (asked.kind === 'again')
    return withCopiedOrder(request, actor, asked.order?.id ?? '', intake, ({ order, files, reports }) =>
      write(async (db, { number, message }) => {
        const notes = [order.notes, message && `Customer: ${message}`]
          .filter(Boolean)
          .join('\n')
          .slice(0, 2000)
        const inserted = await insertOrder(db, actor, { ...order, notes }, files, reports)
        return finish(db, actor, inserted.toJSON() as Order, number)
      }),
    )
  const wanted = { ...asked.wanted, ...body.wanted }
  const orderFor = (user: string, uploads: string[]) => NewOrder.parse({ ...wanted, user, uploads })
  const uploads = asked.files.map((file) => file.id)
  const reports = await preflight(intake, orderFor(someUser, uploads))
  return write(async (db, { name, mobile, email, number }) => {
    const [first_name = '', ...rest] = name.split(/\s+/)
    const customer = await customers.findOrCreate(db, {
      first_name,
      last_name: rest.join(' ').slice(0, 100),
      mobile: mobile ?? '',
      email: await requests.freeEmail(db, email),
      notes: '',
    })
    const files = await requestFiles.release(db, id, actor.id)
    const inserted = await insertOrder(db, actor, orderFor(customer.id, files), [], reports)
    return finish(db, actor, inserted.toJSON() as Order, number)
  })
}

/** Stands for the customer, who is found or made only when the order is taken in. */
const someUser = '00000000-0000-7000-8000-000000000000'

async function finish(db: Transaction, actor: Actor, { id }: Order, number: number): Promise<string> {
  await addNote(db, actor.id, id, `From request ${number}`)
  return id
}

/** Declines a request; the history of its order says why. */
export async function declineRequest(
  db: Transaction,
  actor: Actor,
  id: string,
  { reason, version }: { reason: string; version?: number | undefined },
): Promise<requests.RequestRow> {
  const { order } = await requests.lockOpen(db, id, version)
  await requestFiles.release(db, id, actor.id)
  await requests.decide(db, id, { status: 'declined', by: actor.id, reason })
  if (order) await addNote(db, actor.id, order.id, `Request declined: ${reason}`)
  return requests.get(db, id)
}
