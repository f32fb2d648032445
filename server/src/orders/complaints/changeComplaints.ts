import { complaintReasonLabels, photoFields } from '@our-print/contract/orders/complaintReasons.ts'
import {
  type createComplaint as createContract,
  type resolveComplaint as resolveContract,
} from '@our-print/contract/orders/complaints.ts'
import type { Order } from '@our-print/contract/orders/orders.ts'
import { can } from '@our-print/contract/people/abilities.ts'
import type { Transaction } from '../../base/database/db.ts'
import { releaseKeys } from '../../base/files/reservedKeys.ts'
import type { Dependencies } from '../../base/http/dependencies.ts'
import { readForm } from '../../base/http/form.ts'
import { type Actor, type Call, withIdempotentWrite } from '../../base/http/route.ts'
import { lacking } from '../../people/session/access.ts'
import * as coins from '../../rewards/coins/coins.queries.ts'
import { insertOrder, type OrderIntake } from '../createOrder.ts'
import { withCopiedOrder } from '../duplicateOrder.ts'
import { refundOrder, refuseRefunds } from '../refundOrder.ts'
import * as complaints from './complaints.queries.ts'

type PhotoDependencies = Pick<Dependencies, 'pool' | 'storage' | 'reservedKeys' | 'pictures'>

type ComplaintRequest = Pick<Call<typeof createContract>, 'request' | 'actor' | 'params'> & {
  byCustomer?: boolean
}

/** Records a complaint; its photos are stored under reserved keys before their rows are written, as all files are. */
export async function createComplaint(
  { request, actor, params, byCustomer = false }: ComplaintRequest,
  contract: typeof createContract,
  dependencies: PhotoDependencies,
): Promise<complaints.ComplaintRow> {
  const { pool, storage } = dependencies
  const { fields, body } = await readForm(request, contract)
  // Before a stranger's pictures are read.
  await complaints.checkSeen(pool, actor, params.id)
  const keys: string[] = []
  try {
    const photos: complaints.NewPhoto[] = []
    for (const field of photoFields) {
      const file = fields[field]
      if (file) photos.push(await store(dependencies, field, Buffer.from(await file.arrayBuffer()), keys))
    }
    const { reason, text } = fields
    return await withIdempotentWrite(pool, request, body, (db) =>
      complaints.create(db, actor, params.id, { reason, text, photos, byCustomer }),
    )
  } finally {
    // Those that got no row: the write failed, or a retry got the first answer. A key with a row is no longer reserved.
    await releaseKeys(pool, storage, request.log, keys)
  }
}

async function store(
  { storage, reservedKeys, pictures }: PhotoDependencies,
  field: string,
  bytes: Buffer,
  keys: string[],
): Promise<complaints.NewPhoto> {
  const rewritten = await pictures.rewrite('photo', bytes, field)
  const key = await reservedKeys.take('jpg')
  keys.push(key.storage_key)
  const { size } = await storage.put(key.storage_key, rewritten, { contentType: 'image/jpeg' })
  return { ...key, size }
}

type Resolution = Pick<Call<typeof resolveContract>, 'actor' | 'params' | 'body'>

/** Ends a complaint otherwise than by a reprint, within the transaction of the caller. */
export async function endComplaint(
  { actor, params, body }: Resolution,
  db: Transaction,
): Promise<complaints.ComplaintRow> {
  const open = await complaints.lockOpen(db, actor, params.id, body.version)
  refuseResolution(actor, body)
  const { note, resolution } = body
  if (resolution === 'reprint') throw new Error('A reprint needs its files copied first')
  if (resolution === 'nothing')
    return complaints.resolve(db, actor, open, { resolution, note, text: 'Complaint resolved' })
  if (resolution === 'refund') {
    const { amount, method, reference } = body
    const reason = `Complaint: ${complaintReasonLabels[open.reason].toLowerCase()}`
    const refund = await refundOrder(db, actor, open.order, { amount, method, reference, reason })
    const text = 'Complaint resolved with a refund'
    return complaints.resolve(db, actor, open, { resolution, note, refund, text })
  }
  await coins.createManual(db, {
    user_id: await complaints.customerOf(db, open.order),
    delta: body.coins,
    reason: `Complaint about order ${open.order_number}`,
    by: actor.id,
  })
  const text =
    body.coins === 1 ? 'Complaint resolved with 1 coin' : `Complaint resolved with ${body.coins} coins`
  return complaints.resolve(db, actor, open, { resolution, note, coins: body.coins, text })
}

/** Refunds and coins are for who has them outside of complaints. */
export function refuseResolution(actor: Actor, { resolution }: Resolution['body']): void {
  if (resolution === 'refund') refuseRefunds(actor)
  if (resolution === 'credit' && !can(actor, 'coins')) throw lacking('coins')
}

/** Ends a complaint by a reprint: an order of its own at no charge; the first order keeps its price and its coins. */
export async function reprintComplaint(
  { request, actor, params: { id }, body }: Pick<Call<typeof resolveContract>, 'request'> & Resolution,
  intake: OrderIntake,
): Promise<complaints.ComplaintRow> {
  const { pool } = intake
  const { note, version } = body
  const { order: of } = await complaints.get(pool, actor, id)
  return withCopiedOrder(request, actor, of, intake, ({ order, files, reports }) =>
    withIdempotentWrite(pool, request, { id, ...body }, async (db) => {
      const open = await complaints.lockOpen(db, actor, id, version)
      // The plan of a subscription has paid already.
      const { user_subscription_plan: _, ...choices } = order
      const free = { ...choices, order_type: 'print' as const }
      const inserted = await insertOrder(db, actor, free, files, reports, {
        amount: 0,
        discount: 0,
        tax: null,
        // A later change keeps a price by hand.
        by_hand: `Reprint of order ${open.order_number}`,
        note: `Reprint of order ${open.order_number}, at the cost of the shop: ${complaintReasonLabels[open.reason].toLowerCase()}`,
      })
      const { id: reprint, number } = inserted.toJSON() as Order
      const text = `Complaint resolved: printed again as order ${number}`
      return complaints.resolve(db, actor, open, { resolution: 'reprint', note, reprint, text })
    }),
  )
}
