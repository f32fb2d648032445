import { NewOrder } from '@our-print/contract/orders/orders.ts'
import type { FastifyRequest } from 'fastify'
import { releaseKeys } from '../base/files/reservedKeys.ts'
import type { JsonText } from '../base/http/jsonText.ts'
import { conflict } from '../base/http/problem.ts'
import { type Actor, withIdempotentWrite } from '../base/http/route.ts'
import { preflightFile } from '../printing/preflight/preflightFile.ts'
import type { Report } from '../printing/prepress/summarize.ts'
import { insertOrder, needsReports, type OrderIntake } from './createOrder.ts'
import * as orderFiles from './orderFiles.queries.ts'
import { getWholeOrder, type WholeOrder } from './orderJson.queries.ts'

/**
 * Takes an order in once more: the same customer, choices and address, and copies of its files, at the prices of today. Its
 * coupon and referral code do not count again; a subscription uses pages of its plan again. 410 when a file was removed.
 */
export const duplicateOrder = (
  request: FastifyRequest,
  actor: Actor,
  id: string,
  intake: OrderIntake,
  signLinks: (order: JsonText) => JsonText,
): Promise<JsonText> =>
  withCopiedOrder(request, actor, id, intake, ({ order, files, reports }) =>
    withIdempotentWrite(intake.pool, request, { id }, async (db) => {
      const inserted = await insertOrder(db, actor, order, files, reports)
      return signLinks(inserted)
    }),
  )

type OrderCopy = { order: NewOrder; files: orderFiles.NewFile[]; reports: Map<string, Report> }

/**
 * Copies the choices and the files of an order for one that `work` inserts. Copies that got no row are removed: it failed, or a
 * retry was answered with the first one's.
 */
export async function withCopiedOrder<T>(
  request: FastifyRequest,
  actor: Actor,
  id: string,
  intake: OrderIntake,
  work: (copy: OrderCopy) => Promise<T>,
): Promise<T> {
  const { pool, storage } = intake
  const before = await getWholeOrder(pool, actor, id)
  const files = await orderFiles.listPrinted(pool, before.id)
  if (files.length === 0) throw conflict('This order has no files to print once more', 'not_allowed')
  const order = choicesOf(before, files)
  const reports = new Map<string, Report>()
  const keys: string[] = []
  try {
    const copies: orderFiles.NewFile[] = []
    for (const [position, { id: from, storage_key: source, ...facts }] of files.entries()) {
      const key = await intake.reservedKeys.take(source.split('.').at(-1) ?? 'pdf')
      keys.push(key.storage_key)
      await storage.put(key.storage_key, await storage.read(source), { contentType: facts.content_type })
      const { name, content_type, size, page_count, sha256 } = facts
      copies.push({ name, content_type, size, page_count, sha256, ...key, uploaded_by: actor.id, position })
      if (needsReports(order)) reports.set(key.id, await preflightFile(intake, from))
    }
    return await work({ order, files: copies, reports })
  } finally {
    // A key with a row is no longer reserved, and so stays.
    await releaseKeys(pool, storage, request.log, keys)
  }
}

const choicesOf = (before: WholeOrder, files: readonly orderFiles.PrintedFile[]): NewOrder =>
  NewOrder.parse({
    user: before.user,
    title: before.title,
    order_type: before.order_type,
    ...(before.user_subscription_plan && { user_subscription_plan: before.user_subscription_plan }),
    copies: before.copies,
    color: before.color,
    sides: before.sides,
    paper_size: before.paper_size,
    binding: before.binding,
    layout: before.layout,
    fit: before.fit,
    bundle: before.bundle,
    notes: before.notes,
    lines: before.lines,
    pickup: before.pickup,
    address: before.address,
    pay_by: before.pay_by,
    billed_to: before.billed_to,
    page_ranges: files.map(({ page_ranges }) => page_ranges ?? ''),
  })
